import { leads } from '../../campaign/campaigns.ts';
import {
  mayOnShelf,
  type Shelf,
  type ShelfHead,
  type ShelfItem,
  type ShelfKind,
  type ShelfRole,
  type ShelfScope,
} from '../../campaign/shelf.ts';
import { mapOf, rollOf, type SavedMap, type SavedRoll, type SavedTable, tableOf } from '../../campaign/shelf-things.ts';
import { phrase } from '../../core/language.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { MapPlan } from '../../rules/grid/map-plan.ts';
import { findRunningCampaign } from '../campaigns/channel-campaign.ts';
import type { Asker } from '../commands/asker.ts';
import { didYouMean, matchName } from '../input/match-name.ts';
import type { Services } from '../services.ts';

type Looking = Pick<Services, 'shelf' | 'campaigns' | 'battles' | 'channels'>;

/** A shelf that somebody may read where they are, with what it is called. */
export interface ReadableLibrary extends Shelf {
  /** `your own shelf`, `the shelf of The Long Road`. */
  readonly called: string;
  /** What the asker is to it, but for what they put there themselves. */
  readonly roles: readonly ShelfRole[];
}

/** One’s own shelf, which goes along into every server. */
export const ownLibrary = ({ user }: Pick<Asker, 'user'>): Shelf => ({
  scope: 'person',
  owner: user,
  guild: undefined,
});

/** The shelves that somebody may read here, those nearest first: of the campaign they lead, their own, the server’s. */
export const readableLibraries = async (asker: Asker, services: Looking): Promise<readonly ReadableLibrary[]> => {
  const { user, guild, manages } = asker;
  const campaign = await findRunningCampaign(asker, services);
  const shelves: ReadableLibrary[] = [
    ...(campaign === undefined
      ? []
      : [
          {
            ...{ scope: 'campaign' as const, owner: campaign.id, guild: campaign.guild },
            called: phrase`the shelf of ${campaign.name}`,
            roles: leads(campaign, user) ? (['leader'] as const) : [],
          },
        ]),
    { ...ownLibrary(asker), called: 'your own shelf', roles: ['owner'] },
    ...(guild === undefined
      ? []
      : [
          {
            ...{ scope: 'server' as const, owner: guild, guild },
            called: 'the shelf of this server',
            roles: manages ? (['member', 'manager'] as const) : (['member'] as const),
          },
        ]),
  ];
  return shelves.filter(({ scope, roles }) => mayOnShelf(scope, 'read', roles));
};

/** Why a shelf is not to be had here. */
const noShelf = (scope: ShelfScope): Result<never, Refusal> =>
  refuse(scope === 'server' ? 'server-only' : 'no-shelf-of-campaign');

/** The shelf on which something is to be kept: the one that is named, else that of the campaign led here, else one’s own. */
export const libraryToSaveTo = async (
  asker: Asker,
  wanted: ShelfScope | undefined,
  services: Looking,
): Promise<Result<ReadableLibrary, Refusal>> => {
  const readable = await readableLibraries(asker, services);
  const scope = wanted ?? readable.find((each) => each.scope !== 'server')?.scope ?? 'person';
  const shelf = readable.find((each) => each.scope === scope);
  return shelf !== undefined && mayOnShelf(scope, 'keep', shelf.roles) ? ok(shelf) : noShelf(scope);
};

/** Something on a shelf with the shelf it stands on. */
export interface LibraryEntry {
  readonly head: ShelfHead;
  readonly shelf: ReadableLibrary;
}

/** What somebody means by a name and where: left out, all rulebooks and every shelf they may read. */
export interface LibraryLookup {
  readonly shelf?: ShelfScope | undefined;
  readonly system?: string | undefined;
  /** Deleted things, in the place of those that are there. */
  readonly deleted?: boolean;
}

/** Everything of these kinds that somebody may read here, the nearest shelf first. */
export const libraryEntries = async (
  asker: Asker,
  kinds: readonly ShelfKind[],
  { shelf: scope, system, deleted }: LibraryLookup,
  services: Looking,
): Promise<readonly LibraryEntry[]> => {
  const found: LibraryEntry[] = [];
  for (const shelf of await readableLibraries(asker, services)) {
    if (scope !== undefined && shelf.scope !== scope) continue;
    for (const kind of kinds) {
      const heads = deleted ? await services.shelf.deleted(shelf, kind) : await services.shelf.list(shelf, kind);
      found.push(...heads.map((head) => ({ head, shelf })));
    }
  }
  return found.filter(({ head }) => system === undefined || head.system === undefined || head.system === system);
};

const listedBy: Readonly<Record<ShelfKind, string>> = {
  foe: '/foe list',
  group: '/foe list',
  encounter: '/encounter list',
  table: '/my tables',
  roll: '/my rolls',
  map: '/encounter maps',
};

const copiedBy: Readonly<Record<ShelfKind, string>> = {
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
  kinds: readonly [ShelfKind, ...ShelfKind[]],
  name: string,
  wanted: LibraryLookup,
  services: Looking,
): Promise<Result<LibraryEntry, Refusal>> => {
  const all = await libraryEntries(asker, kinds, wanted, services);
  const meant = matchName(name, all, ({ head }) => [head.name]);
  if (meant.found !== undefined) return ok(meant.found);
  const [kind] = kinds;
  return refuse('nothing-on-shelf', {
    kind,
    name,
    hint: didYouMean(meant.near, phrase`${listedBy[kind]} shows what there is.`),
  });
};

/** Something whole; refuses what was swept away meanwhile. */
export const loadItem = async (
  { head: { id, kind, name } }: LibraryEntry,
  { shelf }: Pick<Services, 'shelf'>,
): Promise<Result<ShelfItem, Refusal>> => {
  const [item] = await shelf.of([id]);
  return item === undefined
    ? refuse('nothing-on-shelf', { kind, name, hint: phrase`${listedBy[kind]} shows what there is.` })
    : ok(item);
};

/** May this person change or delete what stands there? */
export const mayChange = ({ user }: Pick<Asker, 'user'>, { head, shelf }: LibraryEntry): Result<undefined, Refusal> => {
  const roles: readonly ShelfRole[] = head.keeper === user ? [...shelf.roles, 'keeper'] : shelf.roles;
  return mayOnShelf(shelf.scope, 'change', roles)
    ? ok(undefined)
    : refuse('not-yours-on-shelf', { name: head.name, copy: copiedBy[head.kind] });
};

/** A table somebody may roll on here, by what its name can mean. */
export const findTable = async (
  asker: Asker,
  name: string,
  wanted: LibraryLookup,
  services: Looking & Pick<Services, 'rulesets'>,
): Promise<Result<{ readonly name: string; readonly table: SavedTable; readonly shelf: ReadableLibrary }, Refusal>> => {
  const there = await findLibraryItem(asker, ['table'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const table = item.ok ? tableOf(item.value, services.rulesets) : item;
  return table.ok ? ok({ name: there.value.head.name, table: table.value, shelf: there.value.shelf }) : table;
};

/** A roll that is kept under a name, by what that can mean. */
export const findSavedRoll = async (
  asker: Asker,
  name: string,
  wanted: LibraryLookup,
  services: Looking & Pick<Services, 'rulesets'>,
): Promise<Result<{ readonly name: string; readonly roll: SavedRoll }, Refusal>> => {
  const there = await findLibraryItem(asker, ['roll'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const roll = item.ok ? rollOf(item.value, services.rulesets) : item;
  return roll.ok ? ok({ name: there.value.head.name, roll: roll.value }) : roll;
};

/** A map that is kept, by what its name can mean. */
export const findSavedMap = async (
  asker: Asker,
  name: string,
  wanted: LibraryLookup,
  services: Looking & Pick<Services, 'rulesets'>,
): Promise<
  Result<LibraryEntry & { readonly name: string; readonly map: SavedMap & { readonly plan: MapPlan } }, Refusal>
> => {
  const there = await findLibraryItem(asker, ['map'], name, wanted, services);
  if (!there.ok) return there;
  const item = await loadItem(there.value, services);
  const map = item.ok ? mapOf(item.value, services.rulesets) : item;
  return map.ok ? ok({ ...there.value, name: there.value.head.name, map: map.value }) : map;
};
