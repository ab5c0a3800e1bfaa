import { type Campaign, isLeader } from '../../campaign/campaigns.ts';
import { phrase } from '../../core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import {
  hasLibraryRight,
  type ItemContent,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryKind,
  type LibraryRole,
  type LibraryScope,
  parseContent,
} from '../../library/library.ts';
import { oneOfParam, textParam } from '../../rules/params.ts';
import type { ParamOffer } from '../../rules/verb.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../command-kit/asker.ts';
import { type Command, matchingOffers, toOffers } from '../command-kit/command.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import { findRuleset } from '../input/sheets.ts';
import type { LibraryServices, Services } from '../services.ts';

/** A shelf that somebody may read where they are, with what it is called. */
export interface ReadableLibrary extends Library {
  /** `your own shelf`, `the shelf of The Long Road`. */
  readonly label: string;
  /** What the asker is to it, but for what they put there themselves. */
  readonly roles: readonly LibraryRole[];
}

/** The asker's own library, the same in every server. */
export const ownLibrary = ({ user }: Asker): ReadableLibrary => ({
  ...{ scope: 'person', owner: user, guild: undefined },
  ...{ label: 'your own library', roles: ['owner'] },
});

/** The library of a campaign for its leaders, the only ones who may read it. */
export const campaignLibrary = ({ id, name, guild }: Campaign): ReadableLibrary => ({
  ...{ scope: 'campaign', owner: id, guild },
  ...{ label: phrase`the library of ${name}`, roles: ['leader'] },
});

/** The library of the server. Empty outside servers. */
export const serverLibraries = ({ guild, manages }: Asker): readonly ReadableLibrary[] =>
  guild === undefined
    ? []
    : [
        {
          ...{ scope: 'server', owner: guild, guild, label: 'the library of this server' },
          roles: manages ? ['member', 'manager'] : ['member'],
        },
      ];

/** The libraries that the asker may read here, the nearest first. */
const readableLibraries = async (asker: Asker, services: LibraryServices): Promise<readonly ReadableLibrary[]> => {
  const campaign = await findRunningCampaign(asker, services);
  return [
    ...(campaign !== undefined && isLeader(campaign, asker.user) ? [campaignLibrary(campaign)] : []),
    ownLibrary(asker),
    ...serverLibraries(asker),
  ];
};

/** The shelf on which something is to be kept: the one that is named, else that of the campaign led here, else one’s own. */
export const chooseLibraryForSaving = async (
  asker: Asker,
  wanted: LibraryScope | undefined,
  services: LibraryServices,
): Promise<Result<ReadableLibrary, Refusal>> => {
  const readable = await readableLibraries(asker, services);
  const scope = wanted ?? readable.find((each) => each.scope !== 'server')?.scope ?? 'person';
  const shelf = readable.find((each) => each.scope === scope);
  return shelf !== undefined && hasLibraryRight(scope, 'keep', shelf.roles)
    ? ok(shelf)
    : refuse(scope === 'server' ? 'server-only' : 'no-shelf-of-campaign');
};

/** Something on a shelf with the shelf it stands on. */
export interface LibraryEntry {
  readonly head: LibraryItemHead;
  readonly library: ReadableLibrary;
}

/** What somebody means by a name and where: left out, all rulebooks and every shelf they may read. */
export interface LibraryQuery {
  readonly shelf?: LibraryScope | undefined;
  readonly system?: string | undefined;
  /** Deleted things, in the place of those that are there. */
  readonly deleted?: boolean;
}

/** Everything of these kinds that somebody may read here, the nearest shelf first. */
export const libraryEntries = async (
  asker: Asker,
  kinds: readonly LibraryKind[],
  { shelf: scope, system, deleted }: LibraryQuery,
  services: LibraryServices,
): Promise<readonly LibraryEntry[]> => {
  const found: LibraryEntry[] = [];
  for (const shelf of await readableLibraries(asker, services)) {
    if (scope !== undefined && shelf.scope !== scope) continue;
    for (const kind of kinds) {
      const heads = deleted
        ? await services.library.listDeleted(shelf, kind)
        : await services.library.list(shelf, kind);
      found.push(...heads.map((head) => ({ head, library: shelf })));
    }
  }
  return found.filter(({ head }) => system === undefined || head.system === undefined || head.system === system);
};

/** Refuses a name that nothing saved here has. */
export const refuseNothingSaved = (kind: string | undefined, name: string, near: readonly string[] = []) =>
  refuse('nothing-saved', { kind, name, hint: didYouMean(near, '/library list shows what is saved.') });

/** What somebody means by a name (`matchName`) among what they may read here; where two shelves have it, the nearest. */
export const findLibraryItem = async (
  asker: Asker,
  kinds: readonly [LibraryKind, ...LibraryKind[]],
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices,
): Promise<Result<LibraryEntry, Refusal>> => {
  const all = await libraryEntries(asker, kinds, wanted, services);
  const meant = matchName(name, all, ({ head }) => [head.name]);
  return meant.found === undefined ? refuseNothingSaved(kinds[0], name, meant.suggestions) : ok(meant.found);
};

/** Something whole; refuses what was swept away meanwhile. */
export const loadItem = async (
  { head: { id, kind, name } }: LibraryEntry,
  { library }: Pick<Services, 'library'>,
): Promise<Result<LibraryItem, Refusal>> => {
  const [item] = await library.findMany([id]);
  return item === undefined ? refuseNothingSaved(kind, name) : ok(item);
};

/** May this person change or delete what stands there? */
export const requireMayChange = (
  { user }: Pick<Asker, 'user'>,
  { head, library }: LibraryEntry,
): Result<undefined, Refusal> => {
  const roles: readonly LibraryRole[] = head.keeper === user ? [...library.roles, 'keeper'] : library.roles;
  return hasLibraryRight(library.scope, 'change', roles)
    ? ok(undefined)
    : refuse('not-yours-on-shelf', { name: head.name });
};

/** The content of an entry of one kind. */
export const loadContent = async <Kind extends LibraryKind>(
  entry: LibraryEntry,
  kind: Kind,
  services: Pick<Services, 'library' | 'rulesets'>,
): Promise<Result<{ readonly item: LibraryItem; readonly content: ItemContent[Kind] }, Refusal>> => {
  const item = await loadItem(entry, services);
  if (!item.ok) return item;
  const content = parseContent(kind, item.value, services.rulesets);
  return content.ok ? ok({ item: item.value, content: content.value }) : content;
};

/** The content of what a name means among the items of one kind that somebody may read here. */
export const findContent = async <Kind extends LibraryKind>(
  asker: Asker,
  kind: Kind,
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices,
): Promise<Result<LibraryEntry & { readonly item: LibraryItem; readonly content: ItemContent[Kind] }, Refusal>> => {
  const there = await findLibraryItem(asker, [kind], name, wanted, services);
  if (!there.ok) return there;
  const loaded = await loadContent(there.value, kind, services);
  return loaded.ok ? ok({ ...there.value, ...loaded.value }) : loaded;
};

const scopeWords = ['mine', 'campaign', 'server'] as const;
type ScopeWord = (typeof scopeWords)[number];

/** The word of a shelf. */
export const formatScope = (scope: LibraryScope): ScopeWord => (scope === 'person' ? 'mine' : scope);

const toScope = (word: ScopeWord): LibraryScope => (word === 'mine' ? 'person' : word);

/** The shelf that a word means, where it is one. */
export const parseScope = (word: unknown): LibraryScope | undefined => {
  const known = scopeWords.find((each) => each === word);
  return known && toScope(known);
};

/** Whose shelf, as a command takes it. */
export const scopeOption = (says: string) => oneOfParam(says, scopeWords).transform(toScope).optional();

/** Where something is to be kept. */
export const saveToOption = () =>
  scopeOption('Which library to save in; default: the library of the campaign you lead here, or else yours');

export const nameOption = (says: string) => textParam(says, 80);

/** Which of the things that are kept: its name, and whose shelf it stands on. */
export const itemOptions = {
  name: nameOption('The name'),
  shelf: scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s'),
};

/** The names of what somebody may read of these kinds, for a list to choose from. */
export const libraryOffers = async (
  asker: Asker,
  kinds: readonly LibraryKind[],
  typed: string,
  soFar: Readonly<Record<string, unknown>>,
  services: LibraryServices,
  deleted = false,
): Promise<readonly ParamOffer[]> => {
  const ruleset = typeof soFar.system === 'string' ? findRuleset(services.rulesets, soFar.system) : undefined;
  const system = ruleset?.ok ? ruleset.value.id : undefined;
  const wanted = { shelf: parseScope(soFar.shelf), system, deleted };
  const names = (await libraryEntries(asker, kinds, wanted, services)).map(({ head }) => head.name);
  return matchingOffers(toOffers([...new Set(names)]), typed);
};

/** Completes the name of something of these kinds that is kept, or that was deleted. */
export const createItemCompleter =
  (kinds: readonly LibraryKind[], deleted = false): Command<LibraryServices>['complete'] =>
  async (asker, option, typed, soFar, services) =>
    option === 'name' ? libraryOffers(asker, kinds, typed, soFar, services, deleted) : [];
