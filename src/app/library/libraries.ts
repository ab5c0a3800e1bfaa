import { isLeader } from '../../campaign/campaigns.ts';
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

/** One’s own shelf, which goes along into every server. */
export const ownLibrary = ({ user }: Pick<Asker, 'user'>): Library => ({
  scope: 'person',
  owner: user,
  guild: undefined,
});

/** The shelves that somebody may read here, those nearest first: of the campaign they lead, their own, the server’s. */
export const readableLibraries = async (
  asker: Asker,
  services: LibraryServices,
): Promise<readonly ReadableLibrary[]> => {
  const { user, guild, manages } = asker;
  const campaign = await findRunningCampaign(asker, services);
  const shelves: ReadableLibrary[] = [
    ...(campaign === undefined
      ? []
      : [
          {
            ...{ scope: 'campaign' as const, owner: campaign.id, guild: campaign.guild },
            label: phrase`the library of ${campaign.name}`,
            roles: isLeader(campaign, user) ? (['leader'] as const) : [],
          },
        ]),
    { ...ownLibrary(asker), label: 'your own library', roles: ['owner'] },
    ...(guild === undefined
      ? []
      : [
          {
            ...{ scope: 'server' as const, owner: guild, guild },
            label: 'the library of this server',
            roles: manages ? (['member', 'manager'] as const) : (['member'] as const),
          },
        ]),
  ];
  return shelves.filter(({ scope, roles }) => hasLibraryRight(scope, 'read', roles));
};

/** Why a shelf is not to be had here. */
const refuseNoLibrary = (scope: LibraryScope): Result<never, Refusal> =>
  refuse(scope === 'server' ? 'server-only' : 'no-shelf-of-campaign');

/** The shelf on which something is to be kept: the one that is named, else that of the campaign led here, else one’s own. */
export const chooseLibraryForSaving = async (
  asker: Asker,
  wanted: LibraryScope | undefined,
  services: LibraryServices,
): Promise<Result<ReadableLibrary, Refusal>> => {
  const readable = await readableLibraries(asker, services);
  const scope = wanted ?? readable.find((each) => each.scope !== 'server')?.scope ?? 'person';
  const shelf = readable.find((each) => each.scope === scope);
  return shelf !== undefined && hasLibraryRight(scope, 'keep', shelf.roles) ? ok(shelf) : refuseNoLibrary(scope);
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

/** Where to look for what is saved. */
export const listHint = '/library list shows what is saved.';

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
  if (meant.found !== undefined) return ok(meant.found);
  const [kind] = kinds;
  return refuse('nothing-saved', {
    kind,
    name,
    hint: didYouMean(meant.suggestions, listHint),
  });
};

/** Something whole; refuses what was swept away meanwhile. */
export const loadItem = async (
  { head: { id, kind, name } }: LibraryEntry,
  { library }: Pick<Services, 'library'>,
): Promise<Result<LibraryItem, Refusal>> => {
  const [item] = await library.findMany([id]);
  return item === undefined ? refuse('nothing-saved', { kind, name, hint: listHint }) : ok(item);
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
  const item = await loadItem(there.value, services);
  if (!item.ok) return item;
  const content = parseContent(kind, item.value, services.rulesets);
  return content.ok ? ok({ ...there.value, item: item.value, content: content.value }) : content;
};

const words = ['mine', 'campaign', 'server'] as const;
const scopes: Readonly<Record<(typeof words)[number], LibraryScope>> = {
  mine: 'person',
  campaign: 'campaign',
  server: 'server',
};

/** The word of a shelf. */
export const formatScope = (scope: LibraryScope): (typeof words)[number] => (scope === 'person' ? 'mine' : scope);

/** The shelf that a word means, where it is one. */
export const parseScope = (word: unknown): LibraryScope | undefined => {
  const known = words.find((each) => each === word);
  return known && scopes[known];
};

/** Whose shelf, as a command takes it. */
export const scopeOption = (says: string) =>
  oneOfParam(says, words)
    .transform((word) => scopes[word])
    .optional();

/** Where something is to be kept. */
export const saveToOption = () =>
  scopeOption('Which library to save in; default: the library of the campaign you lead here, or else yours');

export const nameOption = (says: string) => textParam(says, 80);

/** Which of the things that are kept: its name, and whose shelf it stands on. */
export const itemOptions = {
  name: nameOption('The name'),
  shelf: scopeOption('Which library; default: the first with that name: the campaign’s, yours, the server’s'),
};

/** The rulebook that is named, if one is. */
const wantedSystem = (given: unknown, { rulesets }: Pick<Services, 'rulesets'>): string | undefined => {
  const named = typeof given === 'string' ? findRuleset(rulesets, given) : undefined;
  return named?.ok ? named.value.id : undefined;
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
  const wanted = { shelf: parseScope(soFar.shelf), system: wantedSystem(soFar.system, services), deleted };
  const names = (await libraryEntries(asker, kinds, wanted, services)).map(({ head }) => head.name);
  return matchingOffers(toOffers([...new Set(names)]), typed);
};

/** Completes the name of something of these kinds that is kept, or that was deleted. */
export const createItemCompleter =
  (kinds: readonly LibraryKind[], deleted = false): Command<LibraryServices>['complete'] =>
  async (asker, option, typed, soFar, services) =>
    option === 'name' ? libraryOffers(asker, kinds, typed, soFar, services, deleted) : [];
