import { z } from 'zod';
import type { Asker } from '../src/app/command-kit/asker.ts';
import { defineCommand } from '../src/app/command-kit/command.ts';
import { chooseLibraryForSaving, findContent, type LibraryEntry } from '../src/app/library/libraries.ts';
import { itemOptions } from '../src/app/library/library-options.ts';
import { prepareChange, writeItem } from '../src/app/library/save-item.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { forFoe, type Services } from '../src/app/services.ts';
import { ok, type Refusal, type Result, refuse } from '../src/core/result.ts';
import type { SavedMap } from '../src/library/content.ts';
import type { MapPlan } from '../src/rules/grid/map-plan.ts';
import { drawOnMap, formatMap, mapKeywords, parseMap, resizeMap } from '../src/rules/grid/map-text.ts';
import { oneOfParam, textParam } from '../src/rules/params.ts';
import { completeEach, itemOffers } from './completion.ts';
import { drawingControls, drawingPath, mapCard } from './library/kinds.ts';
import { saveItem } from './library/save-item.ts';

const params = z.strictObject({
  ...itemOptions,
  size: textParam('The size of the map, like 12x8', 20).optional(),
  what: oneOfParam('What to draw; choose nothing to clear what is there', ['nothing', ...mapKeywords]).optional(),
  where: textParam('Where: squares like D4 E5-F6, or sides of squares like D3/D4 B2-B5e', 1000).optional(),
});

/** What a press draws on a map; refuses in a clause what has no place there. */
const drawOnPlan = (
  plan: MapPlan,
  { what, where, size }: Pick<z.output<typeof params>, 'what' | 'where' | 'size'>,
): Result<MapPlan, Refusal> => {
  const bigger = size === undefined ? ok(plan) : resizeMap(plan, size);
  if (!bigger.ok) return refuse('bad-input', { option: 'size', problem: bigger.error });
  if (what === undefined && where === undefined) return ok(bigger.value);
  const drawn = drawOnMap(bigger.value, what === 'nothing' ? undefined : what, where ?? '');
  return drawn.ok ? ok(drawn.value) : refuse('bad-input', { option: 'where', problem: drawn.error });
};

/** Draws on a saved map, or on a new one. */
export const mapDrawing = defineCommand([...forFoe, 'batches', 'now', 'outbox', 'servers'], {
  path: drawingPath,
  summary: 'Draw a new or saved map with menus; every change is saved',
  params,
  complete: completeEach({ name: itemOffers('map') }),
  run: async (asker, input, services) => {
    const there = await findContent(asker, 'map', input.name, input, services);
    if (!there.ok && input.size === undefined) return there;
    if (!there.ok) {
      const blank = parseMap(input.size ?? '');
      if (!blank.ok) return refuse('bad-input', { option: 'size', problem: blank.error });
      const plan = drawOnPlan(blank.value, { what: input.what, where: input.where });
      if (!plan.ok) return plan;
      const on = await chooseLibraryForSaving(asker, input.shelf, services);
      if (!on.ok) return on;
      const thing = { map: formatMap(plan.value) };
      return saveItem(asker, on.value, { kind: 'map', name: input.name, thing, replaces: false }, services);
    }
    return redrawMap(asker, there.value, input, services);
  },
});

/** Draws on a saved map, and shows it. */
const redrawMap = async (
  asker: Asker,
  there: LibraryEntry & { readonly content: SavedMap },
  input: Parameters<typeof drawOnPlan>[1],
  services: Pick<Services, 'library' | 'now' | 'outbox'>,
): Promise<CommandAnswer> => {
  const { head, library, content } = there;
  const plan = parseMap(content.map);
  if (!plan.ok) return refuse('thing-unreadable', { name: head.name });
  const next = drawOnPlan(plan.value, input);
  if (!next.ok) return next;
  const thing: SavedMap = { ...content, map: formatMap(next.value) };
  const told = createPrivateView({
    cards: [{ ...mapCard(head.name, head.name, thing), footer: 'Every change is saved' }],
    controls: drawingControls(head.name, library.scope),
    replaces: true,
  });
  const changed = await prepareChange(asker, there, () => ok({ thing }), services);
  if (!changed.ok) return changed;
  return thing.map === content.map ? ok(told) : writeItem(asker, changed.value, told, services);
};
