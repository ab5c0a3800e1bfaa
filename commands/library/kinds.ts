import { findRunningCampaign, listRoster } from '../../src/app/campaigns/channel-campaign.ts';
import type { Asker } from '../../src/app/command-kit/command.ts';
import { sheetCard } from '../../src/app/forms/sheet-chart.ts';
import { matchName } from '../../src/app/input/match-name.ts';
import { findRuleset, formatSheetValue } from '../../src/app/input/sheets.ts';
import { describeHeroes, encounterLines, encounterNames, toSavedEncounter } from '../../src/app/library/encounters.ts';
import { formatMembers } from '../../src/app/library/foes.ts';
import { type CharacterKind, formatScope, loadItem, type SavedThing } from '../../src/app/library/libraries.ts';
import { formatRow } from '../../src/app/library/tables.ts';
import { findPortrait, withPortrait } from '../../src/app/pictures/save-picture.ts';
import { button, type Control, selectMenu } from '../../src/app/replies/reply.ts';
import type { CampaignServices, Need } from '../../src/app/services.ts';
import { isLeader } from '../../src/campaign/campaigns.ts';
import type { Character } from '../../src/campaign/characters.ts';
import { counted, listText, ok, phrase, type Result, runForReaderOnly, term, worded } from '../../src/core/message.ts';
import {
  type ItemContent,
  type LibraryItem,
  type LibraryKind,
  type LibraryScope,
  parseContent,
  type SavedMap,
  type SavedRoll,
  type SavedTable,
} from '../../src/library/library.ts';
import { mapPicture } from '../../src/presentation/board-scene.ts';
import { type Card, card } from '../../src/presentation/card.ts';
import { type Line, line } from '../../src/rules/event.ts';
import { mapKeywords, parseMap } from '../../src/rules/grid/map-text.ts';
import { parseWarband, validateWarband, warbandLines } from '../../src/systems/dskull/index.ts';
import { lineIf } from '../answers.ts';
import { findWarbandSettings } from '../warband/make.ts';

/** A saved thing as shown to a user: its card and controls. */
interface Shown {
  readonly card: Card;
  readonly controls: readonly (readonly Control[])[];
}

/** The services needed to show saved things of any kind. */
type KindServices = CampaignServices & Need<'characters' | 'histories' | 'pictures' | 'rulesets' | 'servers'>;

/** How `/library` shows one kind of saved thing. `Stored` is its saved form. */
interface KindView<Stored> {
  /** The heading of the list. */
  readonly title: string;
  /** The command to recommend if the list is empty, because it saves a first thing of this kind. */
  readonly first: string;
  readonly usage?: string;
  readonly show: (stored: Stored, title: string, asker: Asker, services: KindServices) => Promise<Result<Shown>>;
  /** The note after a thing's name in the list. Undefined if the kind has no notes. */
  readonly note?: (stored: Stored, asker: Asker, services: KindServices) => Promise<string | undefined>;
  /** Lines about things of this kind outside libraries, such as characters shared by other users. */
  readonly more?: (asker: Asker, system: string | undefined, services: KindServices) => Promise<readonly Line[]>;
  /** The option of `/roll` that takes the name of such a thing. Undefined if the kind cannot be rolled. */
  readonly rollOption?: string;
}

/** How `/library` shows one kind of library item. */
interface ItemView<Content> extends Omit<KindView<LibraryItem>, 'show' | 'note'> {
  readonly card: (content: Content, item: LibraryItem, title: string, services: KindServices) => Promise<Card>;
  readonly controls?: (item: LibraryItem) => readonly (readonly Control[])[];
  readonly note?: (content: Content) => string;
}

const itemView = <Kind extends LibraryKind>(
  kind: Kind,
  { card: draw, controls, note, ...view }: ItemView<ItemContent[Kind]>,
): KindView<LibraryItem> => ({
  ...view,
  show: async (item, title, _asker, services) => {
    const content = parseContent(kind, item, services.rulesets);
    return content.ok
      ? ok({
          card: { ...(await draw(content.value, item, title, services)), footer: view.usage },
          controls: controls?.(item) ?? [],
        })
      : content;
  },
  ...(note && {
    note: async (item, _asker, { rulesets }) => {
      const content = parseContent(kind, item, rulesets);
      return content.ok ? note(content.value) : undefined;
    },
  }),
});

const noteLines = (note: string | undefined): readonly Line[] => (note === undefined ? [] : [line(note)]);

const modeTexts = {
  ...{ public: undefined, private: 'shown to you and the GM' },
  ...{ blind: 'shown to the GM only', self: 'shown to you only' },
} as const;

const describeRoll = ({ notation, comment, rolls = 'public' }: SavedRoll): string => {
  const [what, mode] = [comment === undefined ? notation : phrase`${notation} (${comment})`, modeTexts[rolls]];
  return mode === undefined ? what : phrase`${what}, ${term(mode)}`;
};

const tableLines = ({ dice, rows, note }: SavedTable): readonly Line[] => [
  ...noteLines(note),
  line(phrase`Dice: ${dice}.`, 'quiet'),
  ...rows.map((row) => line(formatRow(row))),
];

/** The rulebook with this id. For an unknown one, its id as title. */
export const findBook = (system: string | undefined, { rulesets }: Need<'rulesets'>) =>
  rulesets.find(({ id }) => id === system) ?? { title: system ?? '' };

/** Lines with the foes on the campaign's roster. They can be added to a battle like saved foes. */
const rosterLines = async (asker: Asker, services: CampaignServices & Need<'characters'>): Promise<readonly Line[]> => {
  const campaign = await findRunningCampaign(asker, services);
  if (campaign === undefined || !isLeader(campaign, asker.user)) return [];
  const foes = (await listRoster(campaign, services)).filter((each) => each.kind === 'foe');
  return lineIf(foes.length > 0, phrase`On the roster (/campaign roster): ${listText(foes.map(({ name }) => name))}.`);
};

const presetLines = (system: string | undefined, { rulesets }: Need<'rulesets'>): readonly Line[] =>
  rulesets
    .filter(({ id, encounters }) => (system ?? id) === id && encounters.length > 0)
    .map(({ title, encounters }) =>
      line(phrase`Presets of ${term(title)}: ${listText(encounters.map(({ name }) => worded(name)))}.`),
    );

const drawFoe: ItemView<ItemContent['foe']>['card'] = async ({ sheet, note }, { id, name, system }, title, services) =>
  sheetCard(
    findBook(system, services),
    title,
    { name, sheet, portrait: await findPortrait(id, services) },
    noteLines(note),
  );

export const itemViews: { readonly [Kind in LibraryKind]: KindView<LibraryItem> } = {
  foe: itemView('foe', {
    ...{ title: 'Foes', first: '/library save kind:foe', usage: 'Add it to a battle with /npc add' },
    card: drawFoe,
    more: (asker, _system, services) => rosterLines(asker, services),
  }),
  preset: itemView('preset', {
    ...{ title: 'Presets', first: '/library save kind:preset', card: drawFoe },
    usage: 'Pick it with the option preset of /battle join or /character create',
  }),
  ability: itemView('ability', {
    ...{ title: 'Abilities', first: '/library save kind:ability' },
    usage: 'Add it to a sheet with /character edit or /npc edit',
    card: async ({ list, entry: { text, ...numbers } }, { system }, title, { rulesets }) => {
      const ruleset = findRuleset(rulesets, system ?? '');
      const told = ruleset.ok ? formatSheetValue(ruleset.value, list, numbers) : '';
      return card(title, { lines: [...noteLines(text === undefined ? undefined : String(text)), line(told)] });
    },
  }),
  group: itemView('group', {
    ...{ title: 'Groups', first: '/library save kind:group', usage: 'Add all of them with /npc add' },
    card: async ({ members, note }, { id }, title, services) =>
      withPortrait(card(title, { lines: [...noteLines(note), line(formatMembers(members))] }), id, services),
  }),
  encounter: itemView('encounter', {
    ...{ title: 'Encounters', first: '/library save kind:encounter' },
    usage: 'Add it to a battle with /encounter load',
    card: async (encounter, { system }, title, { rulesets }) => {
      const ruleset = findRuleset(rulesets, system ?? '');
      return card(title, { lines: ruleset.ok ? encounterLines(ruleset.value, encounter) : [] });
    },
    more: async (_asker, system, services) => presetLines(system, services),
  }),
  table: itemView('table', {
    ...{ title: 'Tables', first: '/library save kind:table', rollOption: 'table' },
    card: async (table, _item, title) => card(title, { lines: tableLines(table) }),
    controls: ({ name }) => [[button('Roll on it', { path: ['roll'], input: { table: name } })]],
  }),
  roll: itemView('roll', {
    ...{ title: 'Rolls', first: '/library save kind:roll', rollOption: 'dice' },
    card: async (roll, _item, title) => card(title, { lines: [line(describeRoll(roll))] }),
    controls: ({ name }) => [[button('Roll it', { path: ['roll'], input: { dice: name } })]],
    note: describeRoll,
  }),
  map: itemView('map', {
    ...{ title: 'Maps', first: '/encounter draw-map' },
    usage: 'Use the map with the option kept of /battle map, or map of /library save kind:encounter',
    card: async (map, { name }, title) => mapCard(title, name, map),
    controls: ({ name, shelf }) => drawingControls(name, shelf.scope),
  }),
};

export const characterViews: { readonly [Kind in CharacterKind]: KindView<Character> } = {
  character: {
    ...{ title: 'Characters', first: '/character create' },
    show: async ({ id, name, system, sheet }, title, _asker, services) =>
      ok({
        card: sheetCard(findBook(system, services), title, { name, sheet, portrait: await findPortrait(id, services) }),
        controls: [],
      }),
    note: async ({ id }, _asker, { histories }) =>
      (await histories.last([id])).get(id)?.dead ? worded('dead') : undefined,
  },
  warband: {
    ...{ title: 'Warbands', first: '/character create system:dskull' },
    show: async ({ sheet }, title, asker, services) => {
      const warband = parseWarband(sheet);
      const lines = warband.ok ? warbandLines(warband.value, await findWarbandSettings(asker, services)) : [];
      return ok({ card: card(title, { tone: lines[0]?.tone ?? 'plain', lines }), controls: [] });
    },
    note: async ({ sheet }, asker, services) => {
      const warband = parseWarband(sheet);
      if (!warband.ok) return undefined;
      const { total } = validateWarband(warband.value, await findWarbandSettings(asker, services));
      return phrase`${counted(warband.value.warriors.length, 'warrior')}, ${counted(total, 'point')}`;
    },
  },
};

/** Shows one saved thing of any kind. */
export const showThing = async (
  thing: SavedThing,
  title: string,
  asker: Asker,
  services: KindServices & Need<'library'>,
): Promise<Result<Shown>> => {
  if ('character' in thing) return characterViews[thing.kind].show(thing.character, title, asker, services);
  const item = await loadItem(thing.entry, services);
  return item.ok ? itemViews[thing.kind].show(item.value, title, asker, services) : item;
};

/** The note after a saved thing's name in a list. */
export const noteOfThing = async (
  thing: SavedThing,
  asker: Asker,
  services: KindServices & Need<'library'>,
): Promise<string | undefined> => {
  if ('character' in thing) return characterViews[thing.kind].note?.(thing.character, asker, services);
  const { note } = itemViews[thing.kind];
  const item = note && (await loadItem(thing.entry, services));
  return item?.ok ? note?.(item.value, asker, services) : undefined;
};

/** The card of a preset encounter. Undefined if no preset has this name. */
export const showPresetEncounter = (called: string, { rulesets }: Need<'rulesets'>): Card | undefined => {
  const all = rulesets.flatMap((ruleset) => ruleset.encounters.map((encounter) => ({ ruleset, encounter })));
  const { found } = matchName(called, all, ({ encounter }) => encounterNames(encounter));
  if (found === undefined) return undefined;
  const { ruleset, encounter } = found;
  return card(phrase`${term(encounter.name)} (${term(ruleset.title)}), preset`, {
    lines: [
      ...runForReaderOnly(() => encounterLines(ruleset, toSavedEncounter({ ruleset }, encounter))),
      line(phrase`A fair fight for these heroes: ${describeHeroes(ruleset, encounter)}.`),
    ],
  });
};

/** The path of the command that draws on a saved map. */
export const drawingPath = ['encounter', 'draw-map'] as const;

/** The lines of a map in text form, shortened to the maximum length of a card. */
const mapLines = ({ map, note }: SavedMap): readonly Line[] => [
  ...(note === undefined ? [] : [line(note)]),
  ...map.split('\n').map((each) => line(each.length > 300 ? `${each.slice(0, 299)}…` : each, 'quiet')),
];

/** A map as a picture and as text. */
export const mapCard = (title: string, name: string, map: SavedMap): Card => {
  const plan = parseMap(map.map);
  return card(title, {
    lines: mapLines(map),
    ...(plan.ok && { picture: mapPicture(name, plan.value, map.backdrop) }),
  });
};

/** The select lists that draw on a saved map or clear it. */
export const drawingControls = (name: string, scope: LibraryScope): readonly (readonly Control[])[] => {
  const path = drawingPath;
  const input = { name, shelf: formatScope(scope) };
  const offers = mapKeywords.map((word) => ({
    ...{ value: word, label: word },
    note: word === 'blocked' || word === 'object' ? 'on squares: D4 E5-F6' : 'between squares: D3/D4 B2-B5e',
  }));
  return [
    [{ ...selectMenu('Draw something', 'what', offers, { path, input }), asks: 'where' }],
    [
      { ...button('Clear', { path, input: { ...input, what: 'nothing' } }), asks: 'where' },
      { ...button('Change the size', { path, input }), asks: 'size' },
    ],
  ];
};
