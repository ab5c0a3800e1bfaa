import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { importPictures } from '../src/app/characters/library-pictures.ts';
import { type Asker, toIssuer } from '../src/app/commands/asker.ts';
import { matchingOffers, toOffers } from '../src/app/commands/autocomplete.ts';
import { type Command, defineCommand } from '../src/app/commands/command.ts';
import { withRuleset } from '../src/app/imports/read-file.ts';
import { matchName } from '../src/app/input/match-name.ts';
import { findRuleset } from '../src/app/input/sheets.ts';
import { maxEncounterFileBytes, writeEncounterFile } from '../src/app/library/encounter-file.ts';
import {
  buildEncounter,
  checkEncounter,
  encounterLines,
  mergeEncounterSettings,
  prepareEntrants,
  withPictures,
} from '../src/app/library/encounters.ts';
import { foeNames, maxFoesAtOnce } from '../src/app/library/foes.ts';
import {
  chooseLibraryForSaving,
  findLibraryItem,
  findSavedMap,
  type LibraryQuery,
  loadItem,
  type ReadableLibrary,
} from '../src/app/library/libraries.ts';
import {
  defineCopyCommand,
  defineDeleteCommand,
  defineRenameCommand,
  defineRestoreCommand,
  libraryListReply,
} from '../src/app/library/library-commands.ts';
import {
  formatScope,
  libraryOffers,
  nameOption,
  saveToOption,
  scopeOption,
} from '../src/app/library/library-options.ts';
import { describeHeroes, presetHeroes, toSavedEncounter } from '../src/app/library/preset-encounters.ts';
import { prepareChange, prepareItem, writeItem, writeItems } from '../src/app/library/save-item.ts';
import { describeSavedMap, mapToGround } from '../src/app/maps/map-ground.ts';
import { heroesSide } from '../src/app/odds/fair-count.ts';
import { proposeFoeCounts } from '../src/app/odds/foe-proposals.ts';
import { button } from '../src/app/outbox/notifications.ts';
import { setBackgroundPicture } from '../src/app/pictures/background-picture.ts';
import { adoptPictures } from '../src/app/pictures/portraits.ts';
import { orderAnswer } from '../src/app/replies/order-outcome.ts';
import { type CommandAnswer, createPrivateView } from '../src/app/replies/reply.ts';
import type { Services } from '../src/app/services.ts';
import { isGm } from '../src/battle/views/permissions.ts';
import type { LibraryScope } from '../src/campaign/library.ts';
import {
  backgroundHashes,
  parseSavedEncounter,
  pictureHashes,
  type SavedEncounter,
} from '../src/campaign/library-content.ts';
import type { SavedPicture } from '../src/campaign/pictures.ts';
import { counted, phrase, worded } from '../src/core/language.ts';
import { type Refusal, refuse } from '../src/core/refusal.ts';
import { ok, type Result } from '../src/core/result.ts';
import { card } from '../src/presentation/card.ts';
import { type WallSquareChoice, wallSquareChoices } from '../src/rules/grid/map-plan.ts';
import { type Line, line } from '../src/rules/lines.ts';
import { flagParam, oneOfParam, textParam, wholeNumberParam } from '../src/rules/params.ts';
import type { PresetEncounter } from '../src/rules/preset-encounter.ts';
import type { Ruleset } from '../src/rules/ruleset.ts';

const kinds = ['encounter'] as const;
const name = nameOption('The name');
const shelf = scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s');
const note = textParam('A note for the GM', 1500).optional();
const over = flagParam('Overwrite what is already saved under that name').default(false);
const ground = {
  map: textParam('One of your saved maps (/encounter maps)', 80).optional(),
  walls: oneOfParam(
    'Which square a wall blocks, if the rulebook has no walls between squares',
    wallSquareChoices,
  ).default('none'),
};
const heroes = (says: string) => wholeNumberParam(says, 1, 20).optional();

const complete: Command['complete'] = async (asker, option, typed, soFar, services) => {
  if (option === 'system') return matchingOffers(toOffers(services.rulesets.map(({ id }) => id)), typed);
  if (option === 'map') return libraryOffers(asker, ['map'], typed, {}, services);
  return option === 'name' ? libraryOffers(asker, kinds, typed, soFar, services) : [];
};
const completeSystem: Command['complete'] = async (asker, option, ...rest) =>
  option === 'name' ? [] : complete(asker, option, ...rest);

/** Writes an encounter on a shelf, and shows it as it is kept. */
const saveEncounter = async (
  asker: Asker,
  on: ReadableLibrary,
  ruleset: Ruleset,
  encounter: SavedEncounter,
  called: { readonly name: string; readonly over: boolean },
  services: Services,
  pictures: readonly SavedPicture[] = [],
): Promise<CommandAnswer> => {
  const item = await prepareItem(
    asker,
    on,
    {
      ...{ kind: 'encounter', system: ruleset.id, edition: ruleset.editions.present, thing: encounter },
      ...{ id: randomUUID(), name: called.name, replaces: called.over },
    },
    services,
  );
  if (!item.ok) return item;
  const deleteIt = button('Delete it', ['encounter', 'delete'], {
    ...{ name: item.value.name, shelf: formatScope(on.scope) },
  });
  const told = createPrivateView({
    cards: [
      card(phrase`${item.value.name} saved to ${on.label} (${ruleset.title})`, {
        lines: encounterLines(ruleset, encounter),
        footer: 'Add it to a battle with /encounter bring',
      }),
    ],
    controls: item.value.version === 1 ? [[deleteIt]] : [],
  });
  const written = await (pictures.length === 0
    ? writeItem(asker, item.value, told, services)
    : writeItems(asker, [item.value], told, services, pictures));
  if (written.ok) await adoptPictures(asker, pictureHashes(encounter), services);
  return written;
};

/** An encounter on a map that is kept, where one is named. */
const placeOnMap = async (
  asker: Asker,
  ruleset: Ruleset,
  encounter: SavedEncounter,
  { map, walls }: { readonly map?: string | undefined; readonly walls: WallSquareChoice },
  services: Services,
): Promise<Result<SavedEncounter, Refusal>> => {
  if (map === undefined) return ok(encounter);
  const there = await findSavedMap(asker, map, {}, services);
  if (!there.ok) return there;
  const taken = mapToGround(ruleset, { plan: there.value.map.plan, format: describeSavedMap(there.value.name) }, walls);
  if (!taken.ok) return taken;
  const { by } = taken.value;
  const { backdrop: _, ...rest } = encounter;
  const { backdrop } = there.value.map;
  const laid: SavedEncounter = { ...rest, ...(backdrop && { backdrop }) };
  return ok(
    'verb' in by
      ? { ...laid, ground: { verb: by.verb, params: by.params } }
      : { ...laid, settings: { ...laid.settings, ...by.settings } },
  );
};

const save = defineCommand({
  path: ['encounter', 'save'],
  summary: 'Save an encounter: this battle’s foes, positions, map and settings, or foes you name',
  params: z.strictObject({
    name: textParam('The name of the encounter', 80),
    foes: textParam('The foes: Zombie 3, Ogre; default: the combatants you control in this battle', 500).optional(),
    places: textParam('The foes’ positions: Zombie 1=D4, Ogre=F6', 1000).optional(),
    hidden: textParam('Which foes start hidden: Zombie 1, Ogre', 500).optional(),
    side: textParam('The foes’ side, if you name foes', 32).default('foes'),
    settings: textParam('Settings of the battle, including its objective: key=value', 1000).optional(),
    heroes: heroes('The number of heroes the encounter is designed for'),
    ...{ ...ground, note, over },
    system: textParam('The rulebook; default: the rulebook of the battle or campaign here', 40).optional(),
    shelf: saveToOption(),
  }),
  complete: completeSystem,
  run: async (asker, input, services) => {
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const made = await buildEncounter(asker, on.value, input, services);
    if (!made.ok) return made;
    const { ruleset, encounter: plain } = made.value;
    const encounter = await placeOnMap(asker, ruleset, plain, input, services);
    if (!encounter.ok) return encounter;
    const checked = checkEncounter(ruleset, {
      ...encounter.value,
      ...(input.heroes && { heroes: input.heroes }),
      ...(input.note && { note: input.note }),
    });
    return checked.ok ? saveEncounter(asker, on.value, ruleset, checked.value, input, services) : checked;
  },
});

/** An encounter on a shelf, with its rulebook. */
const findEncounter = async (asker: Asker, called: string, wanted: LibraryQuery, services: Services) => {
  const there = await findLibraryItem(asker, kinds, called, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  if (!item.ok) return item;
  const ruleset = findRuleset(services.rulesets, item.value.system ?? '');
  if (!ruleset.ok) return ruleset;
  const encounter = parseSavedEncounter(item.value, services.rulesets);
  return encounter.ok
    ? ok({ there: there.value, item: item.value, ruleset: ruleset.value, encounter: encounter.value })
    : encounter;
};

/** The ready encounters of these rulebooks, each with what it is about, for a list to choose from. */
const presetOffers = (rulesets: readonly Ruleset[]) =>
  rulesets.flatMap(({ encounters }) =>
    encounters.map(({ name: called, description }) => ({
      value: called,
      label: phrase`${called}: ${description}`.slice(0, 100),
    })),
  );

/** What the GM alone is told of an encounter that comes. */
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
      : [
          line(
            phrase`Adjusted for ${many === 1 ? worded('one hero') : counted(many, 'hero', 'heroes')}: ${others.join(', ')}.`,
          ),
        ]),
    ...(unplaced.length === 0 ? [] : [line(phrase`Not placed yet: ${unplaced.join(', ')}.`, 'quiet')]),
    ...untaken.map((each) => line(each, 'quiet')),
  ];
};

/** An encounter that comes into a battle: one that is kept, else a ready one of its rulebook. */
const findEncounterToAdd = async (
  asker: Asker,
  called: string,
  { shelf: scope, ruleset }: { readonly shelf: LibraryScope | undefined; readonly ruleset: Ruleset },
  services: Services,
): Promise<
  Result<
    { readonly name: string; readonly encounter: SavedEncounter; readonly ready?: PresetEncounter | undefined },
    Refusal
  >
> => {
  const kept = await findEncounter(asker, called, { shelf: scope, system: ruleset.id }, services);
  if (kept.ok) return ok({ name: kept.value.item.name, encounter: kept.value.encounter });
  const meant = scope === undefined ? matchName(called, ruleset.encounters, (each) => [each.name]) : undefined;
  return meant?.found === undefined
    ? kept
    : ok({ name: meant.found.name, encounter: toSavedEncounter(ruleset, meant.found), ready: meant.found });
};

const bring = defineCommand({
  path: ['encounter', 'bring'],
  usualReader: 'everyone',
  summary: 'GM: add a saved or preset encounter: foes, hidden foes, positions, map and settings',
  params: z.strictObject({
    ...{ name, shelf },
    cast: flagParam('Also add the heroes of a preset encounter; assign them to players with /gm control').default(
      false,
    ),
    heroes: heroes('The number of heroes; default: as many as are in the battle'),
    places: flagParam('Place the foes at their saved positions?').default(true),
    ground: flagParam('Also use the encounter’s map and settings (only before the battle starts)').default(true),
  }),
  complete: async (asker, option, typed, soFar, services) => {
    const battle = option === 'name' ? await services.battles.open(asker.channel) : undefined;
    if (!battle?.ok) return [];
    const { ruleset } = battle.value;
    const kept = await libraryOffers(asker, kinds, typed, { ...soFar, system: ruleset.id }, services);
    return [...kept, ...matchingOffers(presetOffers([ruleset]), typed)].slice(0, 25);
  },
  run: async (asker, input, services) => {
    const battle = await services.battles.open(asker.channel);
    if (!battle.ok) return battle;
    const { ruleset, saved, game } = battle.value;
    if (!isGm(saved.table, asker.user)) return refuse('gm-only');
    const there = await findEncounterToAdd(asker, input.name, { shelf: input.shelf, ruleset }, services);
    if (!there.ok) return there;
    const { ready } = there.value;
    const encounter = checkEncounter(ruleset, there.value.encounter);
    if (!encounter.ok) return encounter;
    const taken = game.roster().flatMap(({ id, actor }) => [id, actor]);
    const cast = input.cast && ready !== undefined ? presetHeroes(ruleset, ready, taken) : undefined;
    const heroes = input.heroes ?? cast?.entrants.length;
    const foes = prepareEntrants(encounter.value, battle.value, heroes);
    const come = {
      ...foes,
      entrants: [...(cast?.entrants ?? []), ...foes.entrants],
      places: [...(cast?.places ?? []), ...foes.places],
    };
    if (come.entrants.length > maxFoesAtOnce) return refuse('too-many', { most: maxFoesAtOnce });
    const { settings, ground, backdrop } = encounter.value;
    const sets = input.ground && (settings !== undefined || ground !== undefined || backdrop !== undefined);
    const begins = game.status === 'setup';
    const placed = input.places && !(begins && ruleset.isPlacedAfterStart);
    const report = await services.battles.addEntrants(toIssuer(asker), come.entrants, {
      ...(placed && { placements: come.places }),
      ...(sets && begins && ground && { ground }),
      ...(sets && begins && { settings: mergeEncounterSettings(battle.value, encounter.value) }),
    });
    if (report.ok && sets && begins && backdrop && (await services.pictures.images([backdrop.picture])).size > 0) {
      const laid = await setBackgroundPicture(asker, backdrop, 'beside', services);
      if (!laid.ok) return laid;
    }
    const answer = orderAnswer(report, asker);
    const untaken = [
      ...(sets && !begins ? ['The battle has already started, so its map and settings stay unchanged.'] : []),
      ...(come.places.length > 0 && input.places && !placed
        ? [phrase`In ${ruleset.title}, combatants are placed after the battle starts.`]
        : []),
    ];
    const lines = [
      ...describeAdded(encounter.value, placed ? come : { ...come, unplaced: [] }, untaken),
      ...(ready === undefined || cast !== undefined
        ? []
        : [line(phrase`A fair fight for these heroes: ${describeHeroes(ruleset, ready)}.`, 'quiet')]),
    ];
    return answer.ok && answer.value.kind === 'result' && lines.length > 0
      ? ok({ ...answer.value, aside: [...answer.value.aside, card(there.value.name, { lines })] })
      : answer;
  },
});

const propose = defineCommand({
  path: ['encounter', 'propose'],
  summary: 'GM: simulate how many foes make a fair fight for the players who have joined',
  params: z.strictObject({
    foe: textParam(
      'Presets or saved foes: with commas, each is tried alone; with +, together: Zombie 2 + Ogre',
      200,
    ).optional(),
    chance: wholeNumberParam('How often the heroes should win, in percent', 5, 95).default(65),
  }),
  complete: async (asker, option, typed, _soFar, services) => {
    const battle = option === 'foe' ? await services.battles.open(asker.channel) : undefined;
    return battle?.ok ? matchingOffers(toOffers(await foeNames(asker, battle.value, services)), typed) : [];
  },
  run: async (asker, { foe, chance }, services) => {
    const found = await services.battles.open(asker.channel);
    if (!found.ok) return found;
    const battle = found.value;
    if (!isGm(battle.saved.table, asker.user)) return refuse('gm-only');
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

const presetLines = (system: string | undefined, { rulesets }: Services): readonly Line[] => {
  const wanted = system === undefined ? undefined : findRuleset(rulesets, system);
  return rulesets
    .filter(({ id }) => wanted === undefined || (wanted.ok && wanted.value.id === id))
    .filter(({ encounters }) => encounters.length > 0)
    .map(({ title, encounters }) =>
      line(phrase`Presets of ${title}: ${encounters.map(({ name: called }) => called).join(', ')}.`),
    );
};

const list = defineCommand({
  path: ['encounter', 'list'],
  summary: 'List the encounters you can use here',
  params: z.strictObject({
    shelf: scopeOption('Which library; default: all'),
    system: textParam('The rulebook', 40).optional(),
  }),
  complete,
  run: async (
    asker,
    input: { readonly shelf?: LibraryScope | undefined; readonly system?: string | undefined },
    services,
  ) =>
    libraryListReply(
      asker,
      kinds,
      input,
      {
        ...{ title: 'Encounters', none: 'No saved encounters here', first: '/encounter save' },
        ...(input.shelf === undefined && { more: presetLines(input.system, services) }),
      },
      services,
    ),
});

/** A ready encounter of any rulebook, by what its name can mean. */
const findPresetEncounter = (called: string, { rulesets }: Services) =>
  matchName(
    called,
    rulesets.flatMap((ruleset) => ruleset.encounters.map((encounter) => ({ ruleset, encounter }))),
    ({ encounter }) => [encounter.name],
  ).found;

const show = defineCommand({
  path: ['encounter', 'show'],
  summary: 'Show a saved or preset encounter',
  params: z.strictObject({ name, shelf }),
  complete: async (asker, option, typed, soFar, services) =>
    option === 'name'
      ? [
          ...(await complete(asker, option, typed, soFar, services)),
          ...matchingOffers(presetOffers(services.rulesets), typed),
        ].slice(0, 25)
      : [],
  run: async (asker, input, services) => {
    const there = await findEncounter(asker, input.name, input, services);
    const ready = there.ok || input.shelf !== undefined ? undefined : findPresetEncounter(input.name, services);
    if (ready !== undefined) {
      const { ruleset, encounter } = ready;
      const lines = [
        ...encounterLines(ruleset, toSavedEncounter(ruleset, encounter)),
        line(phrase`A fair fight for these heroes: ${describeHeroes(ruleset, encounter)}.`),
      ];
      return ok(createPrivateView({ cards: [card(`${encounter.name} (${ruleset.title}), preset`, { lines })] }));
    }
    if (!there.ok) return there;
    const { item, ruleset, encounter } = there.value;
    const title = phrase`${item.name} (${ruleset.title}), in ${there.value.there.library.label}`;
    return ok(createPrivateView({ cards: [card(title, { lines: encounterLines(ruleset, encounter) })] }));
  },
});

const change = defineCommand({
  path: ['encounter', 'change'],
  summary: 'Edit an encounter’s note, map, or number of heroes',
  params: z.strictObject({
    name,
    note,
    heroes: heroes('The number of heroes the encounter is designed for'),
    ...ground,
    shelf,
  }),
  complete,
  run: async (asker, input, services) => {
    const there = await findEncounter(asker, input.name, input, services);
    if (!there.ok) return there;
    const { ruleset } = there.value;
    const encounter = await placeOnMap(asker, ruleset, there.value.encounter, input, services);
    if (!encounter.ok) return encounter;
    const next = {
      ...encounter.value,
      ...(input.note && { note: input.note }),
      ...(input.heroes && { heroes: input.heroes }),
    };
    const changed = await prepareChange(asker, there.value.there, () => ok({ thing: next }), services);
    if (!changed.ok) return changed;
    const shown = card(phrase`${changed.value.name} is changed (${ruleset.title})`, {
      lines: encounterLines(ruleset, next),
    });
    const written = await writeItem(asker, changed.value, createPrivateView({ cards: [shown] }), services);
    if (written.ok) await adoptPictures(asker, pictureHashes(next), services);
    return written;
  },
});

const exporting = defineCommand({
  path: ['encounter', 'export'],
  summary: 'Export an encounter as a file for /encounter import',
  params: z.strictObject({ name, shelf }),
  complete,
  run: async (asker, input, services) => {
    const there = await findEncounter(asker, input.name, input, services);
    if (!there.ok) return there;
    const { item, ruleset, encounter } = there.value;
    const shown = card(phrase`${item.name} (${ruleset.title})`);
    const images = await services.pictures.images([...new Set(pictureHashes(encounter))]);
    return ok(
      createPrivateView({ cards: [shown], files: [writeEncounterFile(ruleset, item.name, encounter, images)] }),
    );
  },
});

const importing = defineCommand({
  path: ['encounter', 'import'],
  summary: 'Import an encounter from a file',
  params: z.strictObject({
    file: z
      .string()
      .max(maxEncounterFileBytes)
      .meta({ description: 'The file from /encounter export', widget: 'file' }),
    name: textParam('The encounter’s name; default: the name in the file', 80).optional(),
    ...{ shelf: saveToOption(), over },
  }),
  run: async (asker, input, services) => {
    const read = await services.readFile('encounter', { text: input.file }, asker);
    if (!read.ok) return read;
    const on = await chooseLibraryForSaving(asker, input.shelf, services);
    if (!on.ok) return on;
    const { ruleset, pictures } = withRuleset(read.value, services.rulesets);
    const taken = await importPictures(asker, pictures, new Set(backgroundHashes(read.value.encounter)), services);
    const encounter = withPictures(read.value.encounter, taken.hashes);
    const called = { name: input.name ?? read.value.name, over: input.over };
    return saveEncounter(asker, on.value, ruleset, encounter, called, services, taken.pictures);
  },
});

const at = (what: string) => ['encounter', what] as const;

export const encounterCommands = [
  save,
  bring,
  propose,
  list,
  show,
  change,
  exporting,
  importing,
  defineRenameCommand(at, kinds, 'Rename a saved encounter'),
  defineCopyCommand(at, kinds, 'Copy an encounter under another name or to another library', randomUUID),
  defineDeleteCommand(at, kinds, 'Delete a saved encounter; battles are not affected'),
  defineRestoreCommand(at, kinds, 'Restore a deleted encounter'),
];
