import { type Asker, combatantOffers, defineCommand, matchingOffers } from '../../src/app/command-kit/command.ts';
import { checkEncounter, presetOffers } from '../../src/app/input/sheets.ts';
import { buildEncounter } from '../../src/app/library/encounters.ts';
import {
  findFoeToSave,
  findNamedRuleset,
  maxFoeNameLength,
  parseGroupMembers,
  toSavedFoe,
} from '../../src/app/library/foes.ts';
import {
  chooseLibraryForSaving,
  findContent,
  libraryOffers,
  type ReadableLibrary,
  saveToOption,
} from '../../src/app/library/libraries.ts';
import { buildAbility } from '../../src/app/library/own-content.ts';
import { parseTable } from '../../src/app/library/tables.ts';
import { describeSavedMap, mapToGround } from '../../src/app/maps/map-source.ts';
import { maxPictureBytes, preparePicture } from '../../src/app/pictures/save-picture.ts';
import { type CampaignServices, forFoe, type LibraryServices, type Need } from '../../src/app/services.ts';
import { rollModes } from '../../src/battle/saved/session.ts';
import { isGm } from '../../src/battle/views/viewer.ts';
import { cutLetters } from '../../src/core/letters.ts';
import { ok, phrase, type Result, refuse, refuseInput, worded } from '../../src/core/message.ts';
import { findNotationError } from '../../src/dice/notation.ts';
import {
  type ItemContent,
  type LibraryKind,
  libraryKinds,
  playerKinds,
  type SavedEncounter,
} from '../../src/library/library.ts';
import { line } from '../../src/rules/event.ts';
import { type WallSquareChoice, wallSquareChoices } from '../../src/rules/grid/map-plan.ts';
import { parseMap } from '../../src/rules/grid/map-text.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { fileParam, flagParam, type InputOf, oneOfParam, textParam, wholeNumberParam } from '../../src/rules/verb.ts';
import { lineIf } from '../answers.ts';
import { type Completer, completeEach, defaultSystemParam, systemOffers } from '../completion.ts';
import { type ItemToSave, saveItem } from './save-item.ts';

/** The option for a map's background picture. */
export const pictureOption = {
  picture: fileParam(
    'For a map: the background picture (PNG, JPEG or WebP); default: the one in the file',
    maxPictureBytes,
    'picture',
  ).optional(),
};

/** The option that places walls between squares, for rulebooks without such walls. */
export const wallsParam = oneOfParam(
  'Which square a wall blocks, if the rulebook has no walls between squares',
  wallSquareChoices,
).default('none');

/** The options for an encounter's saved map. */
export const encounterMapOptions = {
  map: textParam('For an encounter: one of your saved maps', 80).optional(),
  walls: wallsParam,
};

const common = {
  name: textParam('The name to save it under; a foe’s default: its name in the battle', 80).optional(),
  content: textParam(
    'What: a preset or combatant; Zombie 3, Ogre; map text; rows 1-50 a; 51-100 b; dice d20+7; or damage=20',
    6000,
  ).optional(),
  note: textParam('A note', 1500).optional(),
  shelf: saveToOption(),
  over: flagParam('Overwrite what is already saved under that name').default(false),
};

const special = {
  system: defaultSystemParam,
  list: textParam('For an ability: the list of the sheet it is for, like breaths; default: spells', 40).optional(),
  changes: textParam('For a foe or preset: what to change, like hp=45, attack=12', 500).optional(),
  places: textParam('For an encounter: the foes’ positions: Zombie 1=D4, Ogre=F6', 1000).optional(),
  hidden: textParam('For an encounter: which foes start hidden: Zombie 1, Ogre', 500).optional(),
  side: textParam('For an encounter: the foes’ side, if you name foes', 32).optional(),
  settings: textParam('For an encounter: settings of the battle, like key=value', 1000).optional(),
  heroes: wholeNumberParam('For an encounter: the number of heroes it is designed for', 1, 20).optional(),
  ...encounterMapOptions,
  walls: wallsParam.unwrap().optional(),
  dice: textParam('For a table: the dice; default: one die as large as the highest number', 40).optional(),
  comment: textParam('For a roll: the label shown with it; default: its name', 80).optional(),
  rolls: oneOfParam('For a roll: who sees it: everyone, you and the GM, GM only, only you', rollModes).optional(),
  ...pictureOption,
};

const params = { kind: oneOfParam('What to save', libraryKinds), ...common, ...special };
type SaveInput = InputOf<typeof params>;

/** The options of `/library save` that each kind of item accepts, besides the common options. */
const optionsOf: Readonly<Record<LibraryKind, readonly (keyof typeof special)[]>> = {
  foe: ['system', 'changes'],
  preset: ['system', 'changes'],
  ability: ['system', 'list'],
  group: ['system'],
  encounter: ['system', 'places', 'hidden', 'side', 'settings', 'heroes', 'map', 'walls'],
  table: ['dice'],
  roll: ['comment', 'rolls'],
  map: ['picture'],
};

/** Refuses an option that does not fit the kind of the item to save. */
const requireFittingOptions = (input: SaveInput): Result<undefined> => {
  const names = Object.keys(special) as (keyof typeof special)[];
  const option = names.find((each) => input[each] !== undefined && !optionsOf[input.kind].includes(each));
  return option === undefined ? ok(undefined) : refuse('option-not-for-kind', { option, kind: worded(input.kind) });
};

/** The content of an item to save, without its library. */
interface Built<Content> extends Pick<ItemToSave, 'ruleset' | 'pictures' | 'lines'> {
  readonly thing: Content;
  /** The name to use if the user omits the option `name`. */
  readonly name?: string;
}

type Builder<Content> = (
  asker: Asker,
  input: SaveInput,
  library: ReadableLibrary,
  services: LibraryServices & Need<'characters' | 'now' | 'pictures' | 'readFile' | 'reencodePicture'>,
) => Promise<Result<Built<Content>>>;

const withNote = ({ note }: SaveInput) => (note === undefined ? {} : { note });

const missing = (problem: string) => refuseInput('content', problem);

/** Builds a map from text in our own form or from another tool's file, with its background picture. */
export const buildMap = async (
  asker: Asker,
  text: string,
  { picture: given, note }: Pick<SaveInput, 'picture' | 'note'>,
  services: Need<'battles' | 'characters' | 'library' | 'now' | 'pictures' | 'readFile' | 'reencodePicture'>,
): Promise<Result<Built<ItemContent['map']>>> => {
  const read = await services.readFile('map', { text }, asker);
  if (!read.ok) return read;
  const { text: map, picture: inside, pictureArea, leftOut } = read.value;
  const picture = given ?? inside;
  const made = picture === undefined ? undefined : await preparePicture(asker, picture, 'backdrop', services);
  if (made?.ok === false && given !== undefined) return made;
  const left = [...leftOut, ...(made?.ok === false ? ['the map’s picture (to see why, attach it with picture:)'] : [])];
  const backdrop = made?.ok ? { picture: made.value.hash, ...pictureArea } : undefined;
  return ok({
    thing: { map, ...(note && { note }), ...(backdrop && { backdrop }) },
    pictures: made?.ok ? [made.value] : [],
    lines: left.length === 0 ? [] : [line(phrase`Skipped: ${left.join('; ')}.`, 'quiet')],
  });
};

const buildFoe: Builder<ItemContent['foe']> = async (asker, input, _library, services) => {
  const source = await findFoeToSave(asker, input, services);
  if (!source.ok) return source;
  const { ruleset, name, sheet } = source.value;
  return ok({ ruleset, name: cutLetters(name, maxFoeNameLength), thing: toSavedFoe(sheet, input.note) });
};

const builders: { readonly [Kind in LibraryKind]: Builder<ItemContent[Kind]> } = {
  foe: buildFoe,
  preset: buildFoe,
  ability: async (asker, input, _library, services) => {
    const ruleset = await findNamedRuleset(asker, input.system, services);
    if (!ruleset.ok) return ruleset;
    const thing = buildAbility(ruleset.value, input);
    return thing.ok ? ok({ ruleset: ruleset.value, thing: thing.value }) : thing;
  },
  group: async (asker, input, library, services) => {
    const ruleset = await findNamedRuleset(asker, input.system, services);
    if (!ruleset.ok) return ruleset;
    const members = await parseGroupMembers(library, ruleset.value, input.content ?? '', services);
    return members.ok ? ok({ ruleset: ruleset.value, thing: { members: members.value, ...withNote(input) } }) : members;
  },
  encounter: async (asker, input, library, services) => {
    const { content: foes, walls = 'none', heroes } = input;
    const made = await buildEncounter(asker, library, { ...input, foes }, services);
    if (!made.ok) return made;
    const { ruleset, encounter: plain } = made.value;
    const encounter = await placeOnMap(asker, ruleset, plain, { map: input.map, walls }, services);
    if (!encounter.ok) return encounter;
    const whole = { ...encounter.value, ...(heroes && { heroes }), ...withNote(input) };
    const checked = checkEncounter(ruleset, whole);
    return checked.ok ? ok({ ruleset, thing: checked.value }) : checked;
  },
  table: async (_asker, input) => {
    const read = parseTable(input.content ?? '', input.dice);
    return read.ok ? ok({ thing: { ...read.value, ...withNote(input) } }) : missing(read.error);
  },
  roll: async (_asker, { content: notation, comment, rolls }) => {
    if (notation === undefined) return missing('write the dice, like d20+7');
    const problem = findNotationError(notation);
    return problem === undefined
      ? ok({ thing: { notation, ...(comment !== undefined && { comment }), ...(rolls && { rolls }) } })
      : refuse('bad-dice-notation', { notation, problem });
  },
  map: (asker, input, _library, services) => buildMap(asker, input.content ?? '', input, services),
};

/** Suggests what can be saved as a foe: presets, and combatants of the GM's battle. */
const contentOffers: Completer<CampaignServices & Need<'rulesets'>> = async (asker, typed, services, soFar) => {
  const { kind, system } = soFar;
  if (kind !== 'foe' && kind !== 'preset') return [];
  const ruleset = await findNamedRuleset(asker, system === undefined ? undefined : String(system), services);
  const battle = await services.battles.open(asker.channel);
  const isForGm = battle.ok && isGm(battle.value.saved.table, asker.user);
  return [
    ...(isForGm ? await combatantOffers(asker, typed, services, 'all') : []),
    ...matchingOffers(presetOffers(ruleset.ok ? [ruleset.value] : services.rulesets), typed),
  ].slice(0, 25);
};

export const save = defineCommand([...forFoe, 'batches', 'now', 'outbox', 'readFile', 'reencodePicture', 'servers'], {
  path: ['library', 'save'],
  summary: 'Save a foe, preset, ability, group, encounter, table, roll or map under a name',
  params,
  complete: completeEach({
    content: contentOffers,
    system: systemOffers,
    map: (asker, typed, services) => libraryOffers(asker, ['map'], typed, {}, services),
  }),
  run: async (asker, input, services) => {
    const fits = requireFittingOptions(input);
    if (!fits.ok) return fits;
    // By default, rolls are saved in the user's own library.
    const shelf = input.shelf ?? (input.kind === 'roll' ? 'person' : undefined);
    const library = await chooseLibraryForSaving(asker, shelf, services);
    if (!library.ok) return library;
    const built = await builders[input.kind](asker, input, library.value, services);
    if (!built.ok) return built;
    const name = input.name ?? built.value.name;
    if (name === undefined) return refuseInput('name', 'give it a name');
    const isOpen = library.value.scope === 'campaign' && playerKinds.includes(input.kind);
    const open = 'The campaign’s players can see and pick it. If it is secret, save it in your own library instead.';
    const lines = [...(built.value.lines ?? []), ...lineIf(isOpen, open)];
    const wanted: ItemToSave = { ...built.value, kind: input.kind, name, replaces: input.over, lines };
    return saveItem(asker, library.value, wanted, services);
  },
});

/** Adds the named saved map to the encounter. Returns the encounter unchanged if no map is named. */
export const placeOnMap = async (
  asker: Asker,
  ruleset: Ruleset,
  encounter: SavedEncounter,
  { map, walls }: { readonly map?: string | undefined; readonly walls: WallSquareChoice },
  services: LibraryServices,
): Promise<Result<SavedEncounter>> => {
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
