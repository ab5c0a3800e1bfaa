import { phrase } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import type { MapGround, MapPlan, WallSquareChoice } from '../../rules/grid/map-plan.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

/** So much of a map is read, in bytes: the picture is inside. */
export const maxMapBytes = 10 * 1024 * 1024;

/** A number of a file; 0 for what is none, or too large to be meant. */
export const readNumber = (value: unknown): number => (typeof value === 'number' && Math.abs(value) < 1e6 ? value : 0);

/** Why a map of this size is not read; undefined if it is. */
export const sizeProblem = ({ columns, rows }: Pick<MapPlan, 'columns' | 'rows'>): string | undefined =>
  [columns, rows].every((each) => Number.isInteger(each) && each >= 1 && each <= maxBoardSide)
    ? undefined
    : phrase`it must be 1 to ${maxBoardSide} squares wide and high`;

/** A map that was read, and what of it no board holds. */
export interface ParsedMap {
  readonly plan: MapPlan;
  readonly leftOut: readonly string[];
  /** The picture inside, which covers all of its squares: its bytes, a character each. */
  readonly picture?: string;
}

/** A reader of maps as one tool writes them; recognised by what is in it. */
export interface MapSource {
  /** What it is called in a sentence. */
  readonly format: string;
  readonly recognises: (json: PlainObject) => boolean;
  /** The map; or, in words, why there is none. */
  readonly read: (json: PlainObject) => Result<ParsedMap, string>;
}

/** What a rulebook makes of a map; refuses where it has no squares, or cannot take it. */
export const mapToGround = (
  { importMap, title }: Ruleset,
  { plan, format }: { readonly plan: MapPlan; readonly format: string },
  walls: WallSquareChoice,
): Result<MapGround, Refusal> => {
  if (importMap === undefined) return refuse('no-board-of-squares', { system: title });
  const ground = importMap(plan, walls);
  return ground.ok ? ok(ground.value) : refuse('import-unfit', { format, problem: ground.error });
};

/** A kept map is called so where a rulebook refuses it. */
export const describeSavedMap = (name: string): string => phrase`the map ${name}`;
