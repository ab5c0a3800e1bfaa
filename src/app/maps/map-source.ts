import { ok, phrase, type Result, refuse } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import type { MapGround, MapPlan, WallSquareChoice } from '../../rules/grid/map-plan.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** Maximum size of a map file with its picture (bytes). */
export const maxMapBytes = 10 * 1024 * 1024;

/** Reads a number. 0 for anything else, and for numbers too large to be meant. */
export const readNumber = (value: unknown): number => (typeof value === 'number' && Math.abs(value) < 1e6 ? value : 0);

/** Why a map has an invalid size. Undefined if it is valid. */
export const sizeProblem = ({ columns, rows }: Pick<MapPlan, 'columns' | 'rows'>): string | undefined =>
  [columns, rows].every((each) => Number.isInteger(each) && each >= 1 && each <= maxBoardSide)
    ? undefined
    : phrase`it must be 1 to ${maxBoardSide} squares wide and high`;

/** A parsed map, and what no board can show. */
export interface ParsedMap {
  readonly plan: MapPlan;
  readonly leftOut: readonly string[];
  /** The picture behind the map, one character a byte. */
  readonly picture?: string;
}

/** Reads maps of one tool. */
export interface MapSource {
  /** The name of the format in a sentence. */
  readonly format: string;
  readonly recognises: (json: PlainObject) => boolean;
  /** Reads the map, or says why it cannot. */
  readonly read: (json: PlainObject) => Result<ParsedMap, string>;
}

/** Converts a map for a rulebook. Refuses with NO-BOARD-OF-SQUARES or IMPORT-UNFIT. */
export const mapToGround = (
  { importMap, title }: Ruleset,
  { plan, format }: { readonly plan: MapPlan; readonly format: string },
  walls: WallSquareChoice,
): Result<MapGround> => {
  if (importMap === undefined) return refuse('no-board-of-squares', { system: title });
  const ground = importMap(plan, walls);
  return ground.ok ? ok(ground.value) : refuse('import-unfit', { format, problem: ground.error });
};

/** The name of a saved map in a refusal. */
export const describeSavedMap = (name: string): string => phrase`the map ${name}`;
