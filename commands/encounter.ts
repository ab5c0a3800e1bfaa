import { type Asker, defineCommand, matchingOffers, toIssuer } from '../src/app/command-kit/command.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { checkEncounter, findRuleset } from '../src/app/input/sheets.ts';
import {
  describeHeroes,
  encounterLines,
  encounterNames,
  mergeEncounterSettings,
  prepareEntrants,
  presetHeroes,
  toSavedEncounter,
} from '../src/app/library/encounters.ts';
import { maxFoesAtOnce } from '../src/app/library/foes.ts';
import {
  chooseLibraryForSaving,
  findContent,
  itemOptions,
  type LibraryEntry,
  type LibraryQuery,
  libraryOffers,
} from '../src/app/library/libraries.ts';
import { prepareChange, writeItem } from '../src/app/library/save-item.ts';
import { heroesSide, proposeFoeCounts } from '../src/app/odds/foe-proposals.ts';
import { copyPicturesToUser } from '../src/app/pictures/save-picture.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import { forFoe, forLibrary, type LibraryServices, type Need } from '../src/app/services.ts';
import type { OpenBattle } from '../src/battle/saved/store.ts';
import { counted, listText, ok, phrase, type Result, refuse, refuseInput, term, worded } from '../src/core/message.ts';
import { type LibraryScope, pictureHashes, type SavedEncounter, type SavedMap } from '../src/library/library.ts';
import { card } from '../src/presentation/card.ts';
import { type Line, line } from '../src/rules/event.ts';
import type { MapPlan } from '../src/rules/grid/map-plan.ts';
import { drawOnMap, formatMap, mapKeywords, parseMap, resizeMap } from '../src/rules/grid/map-text.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';
import { flagParam, type InputOf, oneOfParam, textParam, wholeNumberParam } from '../src/rules/verb.ts';
import { defineGmCommand } from './answers.ts';
import { completeEach, foesToCome, itemOffers } from './completion.ts';
import { drawingControls, drawingPath, mapCard } from './library/kinds.ts';
import { encounterMapOptions, placeOnMap } from './library/save.ts';
import { saveItem } from './library/save-item.ts';

const heroesParam = (says: string) => wholeNumberParam(says, 1, 20).optional();

/** Finds a saved encounter by name, and the encounter's rulebook. */
const findEncounter = async (asker: Asker, called: string, wanted: LibraryQuery, services: LibraryServices) => {
  const there = await findContent(asker, 'encounter', called, wanted, services);
  if (!there.ok) return there;
  const ruleset = findRuleset(services.rulesets, there.value.item.system ?? '');
  return ruleset.ok ? ok({ ...there.value, ruleset: ruleset.value }) : ruleset;
};

/** Lists the preset encounters of these rulebooks as choices. */
const presetOffers = (rulesets: readonly Ruleset[]) =>
  rulesets.flatMap(({ encounters }) =>
    encounters.map(({ name: called, description }) => ({
      value: called,
      label: phrase`${term(called)}: ${term(description)}`,
    })),
  );

/** The lines that inform the GM about an encounter just added to the battle. */
const describeAdded = (
  { note: said }: SavedEncounter,
  { kinds: all, heroes: many, unplaced }: ReturnType<typeof prepareEntrants>,
  untaken: readonly string[],
): readonly Line[] => {
  const other = all.filter(({ was, ones }) => was !== ones.length);
  const others = other.map(({ name: kind, was, ones }) => phrase`${kind} ×${ones.length} (of ${was})`);
  return [
    ...(said === undefined ? [] : [line(said)]),
    ...(others.length === 0
      ? []
      : [line(phrase`Adjusted for ${counted(many, 'hero', 'heroes')}: ${listText(others)}.`)]),
    ...(unplaced.length === 0 ? [] : [line(phrase`Not placed yet: ${listText(unplaced)}.`, 'quiet')]),
    ...untaken.map((each) => line(each, 'quiet')),
  ];
};

/** Finds the encounter to add: a saved one, else a preset. */
const findEncounterToAdd = async (
  asker: Asker,
  { name: called, shelf: scope }: { readonly name: string; readonly shelf?: LibraryScope | undefined },
  battle: OpenBattle,
  services: LibraryServices,
) => {
  const kept = await findEncounter(asker, called, { shelf: scope, system: battle.ruleset.id }, services);
  if (kept.ok) return ok({ name: kept.value.item.name, encounter: kept.value.content, ready: undefined });
  const meant = scope === undefined ? matchName(called, battle.ruleset.encounters, encounterNames) : undefined;
  return meant?.found === undefined
    ? kept
    : ok({ name: worded(meant.found.name), encounter: toSavedEncounter(battle, meant.found), ready: meant.found });
};

const bring = defineGmCommand([...forLibrary, 'pictures'], {
  path: ['encounter', 'load'],
  usualReader: 'everyone',
  summary: 'GM: add a saved or preset encounter: foes, hidden foes, positions, map and settings',
  params: {
    ...itemOptions,
    cast: flagParam('Also add the heroes of a preset encounter; assign them to players with /gm control').default(
      false,
    ),
    heroes: heroesParam('The number of heroes; default: as many as are in the battle'),
    places: flagParam('Place the foes at their saved positions?').default(true),
    ground: flagParam('Also use the encounter’s map and settings (only before the battle starts)').default(true),
  },
  complete: async (asker, option, typed, soFar, services) => {
    const battle = option === 'name' ? await services.battles.open(asker.channel) : undefined;
    if (!battle?.ok) return [];
    const { ruleset } = battle.value;
    const kept = await libraryOffers(asker, ['encounter'], typed, { ...soFar, system: ruleset.id }, services);
    return [...kept, ...matchingOffers(presetOffers([ruleset]), typed)].slice(0, 25);
  },
  run: async (battle, asker, input, services) => {
    const { ruleset, game } = battle;
    const there = await findEncounterToAdd(asker, input, battle, services);
    if (!there.ok) return there;
    const { ready } = there.value;
    const encounter = checkEncounter(ruleset, there.value.encounter);
    if (!encounter.ok) return encounter;
    const taken = game.roster().flatMap(({ id, actor }) => [id, actor]);
    const cast = input.cast && ready ? presetHeroes(battle, ready, taken) : undefined;
    const heroes = input.heroes ?? cast?.entrants.length;
    const foes = prepareEntrants(encounter.value, battle, heroes);
    const come = {
      ...foes,
      entrants: [...(cast?.entrants ?? []), ...foes.entrants],
      places: [...(cast?.places ?? []), ...foes.places],
    };
    if (come.entrants.length > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const { settings, ground, backdrop } = encounter.value;
    const sets = input.ground && (settings !== undefined || ground !== undefined || backdrop !== undefined);
    const begins = game.status === 'setup';
    const isDrawable = backdrop !== undefined && (await services.pictures.images([backdrop.picture])).size > 0;
    const placed = input.places && !(begins && ruleset.isPlacedAfterStart);
    const report = await services.battles.addEntrants(toIssuer(asker), come.entrants, {
      ...(placed && { placements: come.places }),
      ...(sets && begins && ground && { ground }),
      ...(sets && begins && { settings: mergeEncounterSettings(battle, encounter.value) }),
      ...(sets && begins && isDrawable && { backdrop }),
    });
    const untaken = [
      ...(sets && !begins ? ['The battle has already started, so its map and settings stay unchanged.'] : []),
      ...(come.places.length > 0 && input.places && !placed
        ? [phrase`In ${term(ruleset.title)}, combatants are placed after the battle starts.`]
        : []),
    ];
    const lines = [
      ...describeAdded(encounter.value, placed ? come : { ...come, unplaced: [] }, untaken),
      ...(ready === undefined || cast !== undefined
        ? []
        : [line(phrase`A fair fight for these heroes: ${describeHeroes(ruleset, ready)}.`, 'quiet')]),
    ];
    return orderAnswer(report, asker, '', lines.length === 0 ? [] : [card(there.value.name, { lines })]);
  },
});

const propose = defineGmCommand([...forFoe, 'askSimulation'], {
  path: ['encounter', 'propose'],
  summary: 'GM: simulate how many foes make a fair fight for the players who have joined',
  params: {
    foe: textParam(
      'Presets or saved foes: with commas, each is tried alone; with +, together: Zombie 2 + Ogre',
      200,
    ).optional(),
    chance: wholeNumberParam('How often the heroes should win, in percent', 5, 95).default(65),
  },
  complete: completeEach({ foe: foesToCome }),
  run: async (battle, asker, { foe, chance }, services) => {
    if (battle.game.status !== 'setup') return refuse('propose-before-battle');
    const side = heroesSide(battle);
    if (side === undefined) return refuse('no-heroes');
    const answers = proposeFoeCounts(asker, battle, { foe, side, chance }, services);
    const first = (await answers.next()).value;
    if (first === undefined) return refuse('odds-cannot-begin');
    if (!first.ok) return first;
    const better = async function* () {
      for await (const each of answers) if (each.ok) yield each.value;
    };
    return ok(createPrivateView({ controls: [], ...first.value, refinements: better() }));
  },
});

const change = defineCommand([...forLibrary, 'now', 'outbox', 'pictures'], {
  path: ['encounter', 'edit'],
  summary: 'Edit an encounter’s note, map, or number of heroes',
  params: {
    name: itemOptions.name,
    note: textParam('A note for the GM', 1500).optional(),
    heroes: heroesParam('The number of heroes the encounter is designed for'),
    ...encounterMapOptions,
    shelf: itemOptions.shelf,
  },
  complete: completeEach({
    name: itemOffers('encounter'),
    map: (asker, typed, services) => libraryOffers(asker, ['map'], typed, {}, services),
  }),
  run: async (asker, input, services) => {
    const there = await findEncounter(asker, input.name, input, services);
    if (!there.ok) return there;
    const { ruleset } = there.value;
    const encounter = await placeOnMap(asker, ruleset, there.value.content, input, services);
    if (!encounter.ok) return encounter;
    const next = {
      ...encounter.value,
      ...(input.note && { note: input.note }),
      ...(input.heroes && { heroes: input.heroes }),
    };
    const changed = await prepareChange(asker, there.value, () => ok({ thing: next }), services);
    if (!changed.ok) return changed;
    const shown = card(phrase`${changed.value.name} is changed (${term(ruleset.title)})`, {
      lines: encounterLines(ruleset, next),
    });
    const written = await writeItem(asker, changed.value, createPrivateView({ cards: [shown] }), services);
    if (written.ok) await copyPicturesToUser(asker, pictureHashes(next), services);
    return written;
  },
});

const params = {
  ...itemOptions,
  size: textParam('The size of the map, like 12x8', 20).optional(),
  what: oneOfParam('What to draw; choose nothing to clear what is there', ['nothing', ...mapKeywords]).optional(),
  where: textParam('Where: squares like D4 E5-F6, or sides of squares like D3/D4 B2-B5e', 1000).optional(),
};

/** Adds a drawing to a map. Refuses with `bad-input`. */
const drawOnPlan = (
  plan: MapPlan,
  { what, where, size }: Pick<InputOf<typeof params>, 'what' | 'where' | 'size'>,
): Result<MapPlan> => {
  const bigger = size === undefined ? ok(plan) : resizeMap(plan, size);
  if (!bigger.ok) return refuseInput('size', bigger.error);
  if (what === undefined && where === undefined) return ok(bigger.value);
  const drawn = drawOnMap(bigger.value, what === 'nothing' ? undefined : what, where ?? '');
  return drawn.ok ? ok(drawn.value) : refuseInput('where', drawn.error);
};

/** Draws on a saved map, or on a new empty map. */
const mapDrawing = defineCommand([...forFoe, 'batches', 'now', 'outbox', 'servers'], {
  path: drawingPath,
  summary: 'Draw a new or saved map with menus; every change is saved',
  params,
  complete: completeEach({ name: itemOffers('map') }),
  run: async (asker, input, services) => {
    const there = await findContent(asker, 'map', input.name, input, services);
    if (!there.ok && input.size === undefined) return there;
    if (!there.ok) {
      const blank = parseMap(input.size ?? '');
      if (!blank.ok) return refuseInput('size', blank.error);
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

/** Draws on a saved map, saves the map and shows the result. */
const redrawMap = async (
  asker: Asker,
  there: LibraryEntry & { readonly content: SavedMap },
  input: Parameters<typeof drawOnPlan>[1],
  services: Need<'library' | 'now' | 'outbox'>,
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

export const encounterCommands = [bring, propose, change, mapDrawing];
