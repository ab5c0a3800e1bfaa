import { type Campaign, campaignRole, isLeader } from '../../campaign/campaigns.ts';
import type { Character } from '../../campaign/characters.ts';
import { isSameName, listed, ok, phrase, type Result, refuse, worded } from '../../core/message.ts';
import {
  hasLibraryRight,
  type ItemContent,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryKind,
  type LibraryRole,
  type LibraryScope,
  libraryKinds,
  parseContent,
  playerKinds,
} from '../../library/library.ts';
import { oneOfParam, type ParamOffer, textParam } from '../../rules/verb.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import { deletedCharacters } from '../characters/save-character.ts';
import { type Asker, matchingOffers } from '../command-kit/command.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { findRuleset } from '../input/sheets.ts';
import type { LibraryServices, Need } from '../services.ts';

/** A library that the user may read in this channel. */
export interface ReadableLibrary extends Library {
  /** The library as named in a sentence: `your own library`, `the library of The Long Road`. */
  readonly label: string;
  /** The user's roles in the library. Owning one of its items is not a role. */
  readonly roles: readonly LibraryRole[];
}

/** The library of the user alone. It is the same in every server. */
export const ownLibrary = ({ user }: Asker): ReadableLibrary => ({
  ...{ scope: 'person', owner: user, guild: undefined },
  ...{ label: 'your own library', roles: ['owner'] },
});

/** The library of a campaign. Its leaders may read all of it, its players only presets and abilities. */
export const campaignLibrary = ({ id, name, guild }: Campaign, role: LibraryRole = 'leader'): ReadableLibrary => ({
  ...{ scope: 'campaign', owner: id, guild },
  ...{ label: phrase`the library of ${name}`, roles: [role] },
});

/** The library of the server, as a list of one. Empty outside servers. */
export const serverLibraries = ({ guild, manages }: Asker): readonly ReadableLibrary[] =>
  guild === undefined
    ? []
    : [
        {
          ...{ scope: 'server', owner: guild, guild, label: 'the library of this server' },
          roles: manages ? ['member', 'manager'] : ['member'],
        },
      ];

/** The libraries that the user may read in this channel, nearest first: campaign, own, server. */
const readableLibraries = async (asker: Asker, services: LibraryServices): Promise<readonly ReadableLibrary[]> => {
  const campaign = await findRunningCampaign(asker, services);
  const isOpen = campaign?.entry === 'open' || (campaign && campaignRole(campaign, asker.user) !== 'stranger');
  return [
    ...(campaign && isOpen ? [campaignLibrary(campaign, isLeader(campaign, asker.user) ? 'leader' : 'member')] : []),
    ownLibrary(asker),
    ...serverLibraries(asker),
  ];
};

/** Chooses the library to save in. Default: the library of the campaign the user leads here, else their own. */
export const chooseLibraryForSaving = async (
  asker: Asker,
  wanted: LibraryScope | undefined,
  services: LibraryServices,
): Promise<Result<ReadableLibrary>> => {
  const readable = await readableLibraries(asker, services);
  const usable = readable.filter((each) => hasLibraryRight(each.scope, 'keep', each.roles));
  const scope = wanted ?? usable.find((each) => each.scope !== 'server')?.scope ?? 'person';
  const shelf = usable.find((each) => each.scope === scope);
  return shelf !== undefined ? ok(shelf) : refuse(scope === 'server' ? 'server-only' : 'no-shelf-of-campaign');
};

/** A library item without its content, and the library that contains it. */
export interface LibraryEntry {
  readonly head: LibraryItemHead;
  readonly library: ReadableLibrary;
}

/** Filters of a search for library items. Undefined fields match everything. */
export interface LibraryQuery {
  readonly shelf?: LibraryScope | undefined;
  readonly system?: string | undefined;
  /** True to search deleted items only. */
  readonly deleted?: boolean;
}

/** Lists the items of some kinds that the user may read, nearest library first. */
export const libraryEntries = async (
  asker: Asker,
  kinds: readonly LibraryKind[],
  { shelf: scope, system, deleted }: LibraryQuery,
  services: LibraryServices,
): Promise<readonly LibraryEntry[]> => {
  const found: LibraryEntry[] = [];
  for (const shelf of await readableLibraries(asker, services)) {
    if (scope !== undefined && shelf.scope !== scope) continue;
    const readsAll = hasLibraryRight(shelf.scope, 'read', shelf.roles);
    for (const kind of kinds.filter((each) => readsAll || playerKinds.includes(each))) {
      const heads = deleted
        ? await services.library.listDeleted(shelf, kind)
        : await services.library.list(shelf, kind);
      found.push(...heads.map((head) => ({ head, library: shelf })));
    }
  }
  return found.filter(({ head }) => system === undefined || head.system === undefined || head.system === system);
};

/** Refuses a name that no saved item has, and suggests similar names. */
export const refuseNothingSaved = (kind: string | undefined, name: string, near: readonly string[] = []) =>
  refuse('nothing-saved', {
    kind: kind && worded(kind),
    name,
    hint: didYouMean(near, '/library list shows what is saved.'),
  });

/** Finds an item by name (`matchName`). If several match, the nearest library's item. */
export const findLibraryItem = async (
  asker: Asker,
  kinds: readonly [LibraryKind, ...LibraryKind[]],
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices,
): Promise<Result<LibraryEntry>> => {
  const all = await libraryEntries(asker, kinds, wanted, services);
  const meant = matchName(name, all, ({ head }) => [head.name]);
  return meant.found === undefined ? refuseNothingSaved(kinds[0], name, meant.suggestions) : ok(meant.found);
};

/** Loads an item with its content. Refuses an item that was purged since it was listed. */
export const loadItem = async (
  { head: { id, kind, name } }: LibraryEntry,
  { library }: Need<'library'>,
): Promise<Result<LibraryItem>> => {
  const [item] = await library.findMany([id]);
  return item === undefined ? refuseNothingSaved(kind, name) : ok(item);
};

/** Refuses users who may not change or delete the item. */
export const requireMayChange = ({ user }: Pick<Asker, 'user'>, { head, library }: LibraryEntry): Result<undefined> => {
  const roles: readonly LibraryRole[] = head.keeper === user ? [...library.roles, 'keeper'] : library.roles;
  return hasLibraryRight(library.scope, 'change', roles)
    ? ok(undefined)
    : refuse('not-yours-on-shelf', { name: head.name });
};

/** Loads an item and its content, which must be of this kind. */
export const loadContent = async <Kind extends LibraryKind>(
  entry: LibraryEntry,
  kind: Kind,
  services: Need<'library' | 'rulesets'>,
): Promise<Result<{ readonly item: LibraryItem; readonly content: ItemContent[Kind] }>> => {
  const item = await loadItem(entry, services);
  if (!item.ok) return item;
  const content = parseContent(kind, item.value, services.rulesets);
  return content.ok ? ok({ item: item.value, content: content.value }) : content;
};

/** Finds an item of one kind by name and loads its content. */
export const findContent = async <Kind extends LibraryKind>(
  asker: Asker,
  kind: Kind,
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices,
): Promise<Result<LibraryEntry & { readonly item: LibraryItem; readonly content: ItemContent[Kind] }>> => {
  const there = await findLibraryItem(asker, [kind], name, wanted, services);
  if (!there.ok) return there;
  const loaded = await loadContent(there.value, kind, services);
  return loaded.ok ? ok({ ...there.value, ...loaded.value }) : loaded;
};

const scopeWords = ['mine', 'campaign', 'server'] as const;
type ScopeWord = (typeof scopeWords)[number];

/** The word for a library in options. */
export const formatScope = (scope: LibraryScope): ScopeWord => (scope === 'person' ? 'mine' : scope);

const toScope = (word: ScopeWord): LibraryScope => (word === 'mine' ? 'person' : word);

/** Converts the typed word for a library to the library's scope. Undefined for other texts. */
export const parseScope = (word: unknown): LibraryScope | undefined => {
  const known = scopeWords.find((each) => each === word);
  return known && toScope(known);
};

/** The option that selects a library. */
export const scopeOption = (says: string) => oneOfParam(says, scopeWords).transform(toScope).optional();

/** The option that selects the library to save in. */
export const saveToOption = () =>
  scopeOption('Which library to save in; default: the library of the campaign you lead here, or else yours');

export const nameOption = (says: string) => textParam(says, 80);

/** The options that select a saved item. */
export const itemOptions = {
  name: nameOption('The name'),
  shelf: scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s'),
};

/** Suggests the names of items that the user may read. */
export const libraryOffers = async (
  asker: Asker,
  kinds: readonly LibraryKind[],
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: LibraryServices,
): Promise<readonly ParamOffer[]> => {
  const ruleset = typeof soFar.system === 'string' ? findRuleset(services.rulesets, soFar.system) : undefined;
  const system = ruleset?.ok ? ruleset.value.id : undefined;
  const wanted = { shelf: parseScope(soFar.shelf), system };
  const names = (await libraryEntries(asker, kinds, wanted, services)).map(({ head }) => head.name);
  return matchingOffers([...new Set(names)], typed);
};

/** Kinds of things saved as characters. Warbands exist only in rulebooks in which players lead companies. */
const characterKinds = ['character', 'warband'] as const;
export type CharacterKind = (typeof characterKinds)[number];

/** All kinds of saved things: characters, warbands and library items. */
export const savedKinds = [...characterKinds, ...libraryKinds] as const;
export type SavedKind = (typeof savedKinds)[number];

interface ThingHead {
  readonly id: string;
  readonly name: string;
  readonly system: string | undefined;
  /** The library as named in a sentence: `your own library`. */
  readonly label: string;
}

/** A saved thing: one of the user's characters, or a library item. */
export type SavedThing = ThingHead &
  (
    | { readonly kind: CharacterKind; readonly character: Character }
    | { readonly kind: LibraryKind; readonly entry: LibraryEntry }
  );

/** Filters of a search for saved things. Undefined fields match everything. */
export interface ThingQuery extends LibraryQuery {
  readonly kind?: SavedKind | undefined;
}

export const kindOfCharacter = (system: string, { rulesets }: Need<'rulesets'>): CharacterKind =>
  rulesets.find(({ id }) => id === system)?.usesPlayerName ? 'warband' : 'character';

const ownCharacters = async (
  asker: Asker,
  { kind, shelf, system, deleted }: ThingQuery,
  services: Need<'characters' | 'now' | 'rulesets'>,
): Promise<readonly SavedThing[]> => {
  if ((shelf ?? 'person') !== 'person' || !characterKinds.some((each) => each === (kind ?? each))) return [];
  const own = deleted
    ? await deletedCharacters(asker, services)
    : await services.characters.list(asker.user, asker.guild);
  return own
    .map((character) => ({
      ...{ id: character.id, name: character.name, system: character.system, label: 'your characters' },
      ...{ kind: kindOfCharacter(character.system, services), character },
    }))
    .filter((each) => each.kind === (kind ?? each.kind) && each.system === (system ?? each.system));
};

/** Lists all saved things that the user may read: characters, then items of the nearest library. */
export const savedThings = async (
  asker: Asker,
  query: ThingQuery,
  services: LibraryServices & Need<'characters' | 'now'>,
): Promise<readonly SavedThing[]> => {
  const kinds = libraryKinds.filter((each) => each === (query.kind ?? each));
  const entries = kinds.length === 0 ? [] : await libraryEntries(asker, kinds, query, services);
  return [
    ...(await ownCharacters(asker, query, services)),
    ...entries.map((entry) => ({
      ...{ id: entry.head.id, name: entry.head.name, system: entry.head.system },
      ...{ label: entry.library.label, kind: entry.head.kind, entry },
    })),
  ];
};

/** Finds a saved thing by name. `whole`: only by its full name. */
export const findThing = async (
  asker: Asker,
  name: string,
  query: ThingQuery,
  services: LibraryServices & Need<'characters' | 'now'>,
  { whole = false } = {},
): Promise<Result<SavedThing>> => {
  const all = await savedThings(asker, query, services);
  const { found, suggestions } = { suggestions: [], ...matchName(name, all, (each) => [each.name]) };
  if (found === undefined) return refuseNothingSaved(query.kind, name, suggestions);
  if (whole && !isSameName(found.name, name)) return refuseNothingSaved(query.kind, name, [found.name]);
  const kinds = new Set(all.filter((each) => isSameName(each.name, found.name)).map(({ kind }) => kind));
  return kinds.size > 1
    ? refuse('several-kinds', { name: found.name, kinds: listed([...kinds].map(worded), 'or') })
    : ok(found);
};

/** Suggests names of saved things. If no kind is chosen, with the kind of each thing. */
export const thingOffers = async (
  asker: Asker,
  typed: string,
  query: ThingQuery,
  services: LibraryServices & Need<'characters' | 'now'>,
): Promise<readonly ParamOffer[]> => {
  const all = await savedThings(asker, query, services);
  const offers = all.map(({ name, kind }) => ({
    value: name,
    label: query.kind === undefined ? phrase`${name} (${worded(kind)})` : name,
  }));
  return matchingOffers([...new Map(offers.map((each) => [each.label, each])).values()], typed);
};
