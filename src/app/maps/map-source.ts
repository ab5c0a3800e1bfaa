import { phrase, type Result } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import type { MapPlan } from '../../rules/grid/map-plan.ts';
import { maxBoardSide } from '../../rules/grid/square.ts';

/** So much of a map is read, in bytes: the picture is inside. */
export const maxMapBytes = 10 * 1024 * 1024;

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
