import { ok, phrase, type Refusal, type Result, refuse } from '../../core/message.ts';
import type { MapGround, MapPlan, WallSquareChoice } from '../../rules/grid/map-plan.ts';
import type { Ruleset } from '../../rules/ruleset.ts';

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
