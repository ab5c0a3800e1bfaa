import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { MapGround, MapPlan, WallSquares } from '../../rules/grid/map-plan.ts';
import { mapFrom } from '../../rules/grid/map-text.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { ReadMap } from './map-source.ts';
import { readMap } from './read-map.ts';

/** A map, and what it was read as. */
export interface GivenMap extends ReadMap {
  readonly format: string;
}

/** Remarks, then a size. */
const isText = (given: string): boolean => /^\uFEFF?(\s*#[^\n;]*[\n;])*\s*\d{1,3}\s*[x×]\s*\d{1,3}/i.test(given);

/** A map from its text form, or as any tool that is known writes it. */
export const mapGiven = (given: string): Result<GivenMap, Refusal> => {
  if (!isText(given)) return readMap(given);
  const plan = mapFrom(given.replace(/^\uFEFF/, ''));
  return plan.ok
    ? ok({ plan: plan.value, leftOut: [], format: 'a map in its text form' })
    : refuse('import-unfit', { format: 'a map in its text form', problem: plan.error });
};

/** What a rulebook makes of a map; refuses where it has no squares, or cannot take it. */
export const groundOf = (
  { takesMap, title }: Ruleset,
  { plan, format }: { readonly plan: MapPlan; readonly format: string },
  walls: WallSquares,
): Result<MapGround, Refusal> => {
  if (takesMap === undefined) return refuse('no-board-of-squares', { system: title });
  const ground = takesMap(plan, walls);
  return ground.ok ? ok(ground.value) : refuse('import-unfit', { format, problem: ground.error });
};

/** A kept map is called so where a rulebook refuses it. */
export const keptFormat = (name: string): string => phrase`the map ${name}`;
