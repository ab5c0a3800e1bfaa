import { isLeader } from '../../campaign/campaigns.ts';
import {
  hasLibraryRight,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryKind,
  type LibraryRole,
  type LibraryScope,
} from '../../campaign/library.ts';
import {
  parseSavedMap,
  parseSavedRoll,
  parseSavedTable,
  type SavedMap,
  type SavedRoll,
  type SavedTable,
} from '../../campaign/library-content.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { MapPlan } from '../../rules/grid/map-plan.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../commands/asker.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { Services } from '../services.ts';

type LibraryServices = Pick<Services, 'library' | 'campaigns' | 'battles' | 'channels'>;

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

const listCommands: Readonly<Record<LibraryKind, string>> = {
  foe: '/foe list',
  group: '/foe list',
  encounter: '/encounter list',
  table: '/my tables',
  roll: '/my rolls',
  map: '/encounter maps',
};

const copyCommands: Readonly<Record<LibraryKind, string>> = {
  foe: '/foe copy',
  group: '/foe copy',
  encounter: '/encounter copy',
  table: '/my table-copy',
  roll: '/my roll-copy',
  map: '/encounter map-copy',
};

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
  return refuse('nothing-on-shelf', {
    kind,
    name,
    hint: didYouMean(meant.suggestions, phrase`${listCommands[kind]} lists them.`),
  });
};

/** Something whole; refuses what was swept away meanwhile. */
export const loadItem = async (
  { head: { id, kind, name } }: LibraryEntry,
  { library }: Pick<Services, 'library'>,
): Promise<Result<LibraryItem, Refusal>> => {
  const [item] = await library.findMany([id]);
  return item === undefined
    ? refuse('nothing-on-shelf', { kind, name, hint: phrase`${listCommands[kind]} lists them.` })
    : ok(item);
};

/** May this person change or delete what stands there? */
export const requireMayChange = (
  { user }: Pick<Asker, 'user'>,
  { head, library }: LibraryEntry,
): Result<undefined, Refusal> => {
  const roles: readonly LibraryRole[] = head.keeper === user ? [...library.roles, 'keeper'] : library.roles;
  return hasLibraryRight(library.scope, 'change', roles)
    ? ok(undefined)
    : refuse('not-yours-on-shelf', { name: head.name, copy: copyCommands[head.kind] });
};

/** A table somebody may roll on here, by what its name can mean. */
export const findTable = async (
  asker: Asker,
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices & Pick<Services, 'rulesets'>,
): Promise<Result<{ readonly name: string; readonly table: SavedTable; readonly shelf: ReadableLibrary }, Refusal>> => {
  const there = await findLibraryItem(asker, ['table'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const table = item.ok ? parseSavedTable(item.value, services.rulesets) : item;
  return table.ok ? ok({ name: there.value.head.name, table: table.value, shelf: there.value.library }) : table;
};

/** A roll that is kept under a name, by what that can mean. */
export const findSavedRoll = async (
  asker: Asker,
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices & Pick<Services, 'rulesets'>,
): Promise<Result<{ readonly name: string; readonly roll: SavedRoll }, Refusal>> => {
  const there = await findLibraryItem(asker, ['roll'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const roll = item.ok ? parseSavedRoll(item.value, services.rulesets) : item;
  return roll.ok ? ok({ name: there.value.head.name, roll: roll.value }) : roll;
};

/** A map that is kept, by what its name can mean. */
export const findSavedMap = async (
  asker: Asker,
  name: string,
  wanted: LibraryQuery,
  services: LibraryServices & Pick<Services, 'rulesets'>,
): Promise<
  Result<LibraryEntry & { readonly name: string; readonly map: SavedMap & { readonly plan: MapPlan } }, Refusal>
> => {
  const there = await findLibraryItem(asker, ['map'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const map = item.ok ? parseSavedMap(item.value, services.rulesets) : item;
  return map.ok ? ok({ ...there.value, name: there.value.head.name, map: map.value }) : map;
};
