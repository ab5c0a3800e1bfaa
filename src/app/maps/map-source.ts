import type { Backdrop } from '../../battle/saved/session.ts';
import { counted, ok, phrase, type Result, refuse, refuseImport, refuseInput } from '../../core/message.ts';
import type { PlainObject } from '../../core/plain-object.ts';
import { cropMap, type MapGround, type MapPlan, type WallSquareChoice } from '../../rules/grid/map-plan.ts';
import { formatBox, maxBoardSide, parseArea } from '../../rules/grid/square.ts';
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

/** A parsed map, or a part of it. */
export interface MapInput extends ParsedMap {
  /** The name of the map's format, for sentences. */
  readonly format: string;
  /** Where the map's picture belongs on the board. */
  readonly pictureArea: Omit<Backdrop, 'picture'>;
}

/** Cuts a map to the chosen part. Refuses a part that is not on the map, and maps that are too large. */
export const cutMap = (map: Omit<MapInput, 'pictureArea'>, part: string | undefined): Result<MapInput> => {
  const { plan, format } = map;
  const { columns, rows } = plan;
  const end = { x: columns - 1, y: rows - 1 };
  const tooLarge = phrase`it is ${columns} × ${rows} squares and at most ${maxBoardSide} can be read; choose a part, like part:A1-AN40`;
  if (![columns, rows].every((each) => Number.isInteger(each) && each >= 1))
    return refuseImport(format, 'it does not say how many squares wide and high it is');
  const pictureArea = { left: 0, top: 0, across: columns, down: rows };
  if (part === undefined)
    return Math.max(columns, rows) <= maxBoardSide ? ok({ ...map, pictureArea }) : refuseImport(format, tooLarge);
  const area = parseArea(part.trim());
  const [first, last] = [area?.[0], area?.at(-1)];
  if (first === undefined || last === undefined || first.x < 0 || first.y < 0 || last.x > end.x || last.y > end.y)
    return refuseInput('part', phrase`name two corners within ${formatBox({ x: 0, y: 0 }, end)}, like C5-AB40`);
  return ok({
    ...map,
    plan: cropMap(plan, first, last),
    pictureArea: { ...pictureArea, left: 0 - first.x, top: 0 - first.y },
  });
};

/** Converts a map to a rulebook's board. Refuses with NO-BOARD-OF-SQUARES or IMPORT-UNFIT. */
export const mapToGround = (
  { importMap, title }: Ruleset,
  { plan, format }: { readonly plan: MapPlan; readonly format: string },
  walls: WallSquareChoice,
): Result<MapGround> => {
  if (importMap === undefined) return refuse('no-board-of-squares', { system: title });
  const ground = importMap(plan, walls);
  return ground.ok ? ok(ground.value) : refuseImport(format, ground.error);
};

/** Names a saved map in a refusal. */
export const describeSavedMap = (name: string): string => phrase`the map ${name}`;
