import type { Asker } from '../../src/app/command-kit/command.ts';
import { findContent } from '../../src/app/library/libraries.ts';
import { describeSavedMap, mapToGround } from '../../src/app/maps/map-ground.ts';
import type { LibraryServices } from '../../src/app/services.ts';
import { ok, type Refusal, type Result, refuse } from '../../src/core/message.ts';
import type { SavedEncounter } from '../../src/library/content.ts';
import { type WallSquareChoice, wallSquareChoices } from '../../src/rules/grid/map-plan.ts';
import { parseMap } from '../../src/rules/grid/map-text.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { oneOfParam, textParam } from '../../src/rules/verb.ts';

/** The options by which an encounter gets the map it is fought on. */
export const encounterMapOptions = {
  map: textParam('For an encounter: one of your saved maps', 80).optional(),
  walls: oneOfParam(
    'Which square a wall blocks, if the rulebook has no walls between squares',
    wallSquareChoices,
  ).default('none'),
};

/** An encounter on a saved map, if one is named. */
export const placeOnMap = async (
  asker: Asker,
  ruleset: Ruleset,
  encounter: SavedEncounter,
  { map, walls }: { readonly map?: string | undefined; readonly walls: WallSquareChoice },
  services: LibraryServices,
): Promise<Result<SavedEncounter, Refusal>> => {
  if (map === undefined) return ok(encounter);
  const there = await findContent(asker, 'map', map, {}, services);
  if (!there.ok) return there;
  const { name } = there.value.head;
  const plan = parseMap(there.value.content.map);
  if (!plan.ok) return refuse('thing-unreadable', { name });
  const taken = mapToGround(ruleset, { plan: plan.value, format: describeSavedMap(name) }, walls);
  if (!taken.ok) return taken;
  const { by } = taken.value;
  const { backdrop: _, ...rest } = encounter;
  const { backdrop } = there.value.content;
  const laid: SavedEncounter = { ...rest, ...(backdrop && { backdrop }) };
  return ok(
    'verb' in by
      ? { ...laid, ground: { verb: by.verb, params: by.params } }
      : { ...laid, settings: { ...laid.settings, ...by.settings } },
  );
};
