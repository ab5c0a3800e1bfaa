import { counted, ok, phrase, type Result, refuse } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import type { MapGround, MapPlan, WallSquareChoice } from '../../rules/grid/map-plan.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** Maximum size of a map file with its picture (bytes). */
export const maxMapBytes = 10 * 1024 * 1024;

/** Says how many of something there are. Empty if there are none. */
export const countLeftOut = (amount: number, one: string, many?: string): readonly string[] =>
  amount === 0 ? [] : [counted(amount, one, many)];

/** Reads a number. Returns 0 for other values and for absurdly large numbers. */
export const readNumber = (value: unknown): number => (typeof value === 'number' && Math.abs(value) < 1e6 ? value : 0);

/** A parsed map, with a list of the parts that no board can show. */
export interface ParsedMap {
  readonly plan: MapPlan;
  readonly leftOut: readonly string[];
  /** The background picture as a string of bytes. */
  readonly picture?: string;
}

/** Reads the maps of another tool. */
export interface MapSource {
  /** The name of the tool's format, for sentences. */
  readonly format: string;
  readonly recognises: (json: PlainObject) => boolean;
  /** Reads a map. If that fails, the error is a sentence for the user. */
  readonly read: (json: PlainObject) => Result<ParsedMap, string>;
}

/** Converts a map to a rulebook's board. Refuses with NO-BOARD-OF-SQUARES or IMPORT-UNFIT. */
export const mapToGround = (
  { importMap, title }: Ruleset,
  { plan, format }: { readonly plan: MapPlan; readonly format: string },
  walls: WallSquareChoice,
): Result<MapGround> => {
  if (importMap === undefined) return refuse('no-board-of-squares', { system: title });
  const ground = importMap(plan, walls);
  return ground.ok ? ok(ground.value) : refuse('import-unfit', { format, problem: ground.error });
};

/** Names a saved map in a refusal. */
export const describeSavedMap = (name: string): string => phrase`the map ${name}`;
