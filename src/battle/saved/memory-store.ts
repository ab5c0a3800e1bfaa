import { ownValue } from '../../core/plain-object.ts';
import { isSameEdition } from '../editions/app-edition.ts';
import type { MemoryWaits } from './memory-waits.ts';
import type { OutboxStore } from './outbox.ts';
import type {
  BattleFilter,
  BattleKey,
  BattleStore,
  BattleSummary,
  LogEntry,
  LogRewrite,
  SavedBattle,
  StoredState,
} from './store.ts';

/** The key of a battle, since ids are unique only within a server. */
const keyOf = ({ guild, id }: Pick<BattleKey, 'guild' | 'id'>): string => JSON.stringify([guild ?? '', id]);

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
};

/** A frozen copy, as a database would return. Handing out the same object lets caches recognize it. */
const copyForStore = <T>(value: T): T => frozen(structuredClone(value));

const isEnded = ({ status }: SavedBattle): boolean => status === 'ended';

const isListed = (battle: SavedBattle, which: BattleFilter = 'all'): boolean => which === 'all' || !isEnded(battle);

/** A battle with its log. */
interface StoredBattle {
  readonly battle: SavedBattle;
  readonly log: readonly LogEntry[];
  readonly states: readonly (StoredState & Pick<SavedBattle, 'edition'>)[];
  /** How often the log was rewritten to erase a user. Undefined if never. Battles read before a rewrite are stale. */
  readonly rewrites: number | undefined;
}

/** Wait changes and messages that are saved with a battle. */
type Written = Partial<Pick<LogRewrite, 'waitChanges' | 'messages'>>;

/** Creates a table of battles in memory with its queries. */
const createMemoryTable = (
  waits: Pick<MemoryWaits, 'applyChanges'> | undefined,
  outbox: Pick<OutboxStore, 'write'> | undefined,
) => {
  const all = new Map<string, StoredBattle>();
  const find = (battle: BattleKey): StoredBattle | undefined => all.get(keyOf(battle));
  const battlesThat = (which: (battle: SavedBattle) => boolean): readonly SavedBattle[] =>
    [...all.values()].flatMap(({ battle }) => (which(battle) ? [battle] : []));
  /** The unfinished battle among the matching battles, else the newest ended battle. */
  const newest = (which: (battle: SavedBattle) => boolean): SavedBattle | undefined =>
    battlesThat(which)
      .toReversed()
      .toSorted((a, b) => Number(isEnded(a)) - Number(isEnded(b)) || b.createdAt - a.createdAt)[0];
  return {
    all,
    find,
    log: (battle: BattleKey): readonly LogEntry[] => find(battle)?.log ?? [],
    /** The battle in the same channel and server. */
    placedWith: ({ channel, guild }: SavedBattle): SavedBattle | undefined =>
      newest((each) => each.channel === channel && each.guild === guild),
    read: (which: (battle: SavedBattle) => boolean): SavedBattle | undefined => {
      const found = newest(which);
      if (found === undefined) return undefined;
      const { storeState: _, ...saved } = found;
      const rewrites = find(found)?.rewrites;
      return rewrites === undefined ? saved : { ...saved, storeState: rewrites };
    },
    listed: (which: (battle: SavedBattle) => boolean): readonly BattleSummary[] =>
      battlesThat(which)
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
        .map(({ id, guild, channel, system, table, status, version, updatedAt }) => ({
          ...{ id, guild, channel, system, name: table.name },
          ...{ status, version, gm: table.gm, campaign: table.campaign, updatedAt },
        })),
    put: (
      changed: Partial<StoredBattle> & Pick<StoredBattle, 'battle'>,
      { waitChanges, messages }: Written,
    ): 'kept' => {
      const { battle } = changed;
      const before = find(battle) ?? { log: [], states: [], rewrites: undefined };
      all.set(keyOf(battle), { ...before, ...changed, battle: copyForStore(battle) });
      waits?.applyChanges(battle, waitChanges);
      if (messages !== undefined) outbox?.write(battle, messages);
      return 'kept';
    },
  };
};

/** Creates a store of battles in memory, for tests and the headless referee. It copies battles, like a database. */
export const createMemoryStore = (
  waits?: Pick<MemoryWaits, 'applyChanges'>,
  outbox?: Pick<OutboxStore, 'write'>,
): BattleStore => {
  const { all, find, log, placedWith, read, listed, put } = createMemoryTable(waits, outbox);
  const withEntry = (battle: SavedBattle, entry: LogEntry) => ({
    battle,
    log: [...log(battle), copyForStore(entry)],
  });
  return {
    create: async (battle, entry, waitChanges, messages) => {
      const there = placedWith(battle);
      if (there !== undefined && (log(there)[0]?.orderId ?? '') === entry.orderId) return 'twice';
      if (there !== undefined && !isEnded(there)) return 'taken';
      return put(withEntry(battle, entry), { waitChanges, messages });
    },
    byChannel: async (channel) => read((battle) => battle.channel === channel),
    byId: async (id) => read((battle) => battle.id === id),
    cached: (where) => read((battle) => ('id' in where ? battle.id === where.id : battle.channel === where.channel)),
    list: async (guild, which, most) =>
      listed((battle) => battle.guild === guild && isListed(battle, which)).slice(0, most),
    listByCampaign: async (guild, campaign, which) =>
      listed((battle) => battle.guild === guild && battle.table.campaign === campaign && isListed(battle, which)),
    listSystems: async (guild) =>
      [...new Set(listed((battle) => battle.guild === guild).map(({ system }) => system))].toSorted(),
    listBySeat: async (user, which) =>
      listed((battle) => {
        const { gm, seats } = battle.table;
        return (gm === user || ownValue(seats, user) !== undefined) && isListed(battle, which);
      }),
    commit: async (battle, entry, waitChanges, messages) => {
      if (log(battle).some(({ orderId }) => orderId === entry.orderId)) return 'twice';
      const before = find(battle);
      if (before?.battle.version !== battle.version - 1 || before.rewrites !== battle.storeState) return 'stale';
      const there = placedWith(battle);
      if (!isEnded(battle) && there !== undefined && !isEnded(there) && there.id !== battle.id) return 'taken';
      return put(withEntry(battle, entry), { waitChanges, messages });
    },
    listMentioning: async (user) => {
      const quoted = JSON.stringify(user);
      return [...all.values()]
        .filter(({ battle: { table, pending }, log: entries }) =>
          JSON.stringify([table, pending, entries]).includes(quoted),
        )
        .map(({ battle }) => battle.id);
    },
    removeMentions: async () => {},
    rewrite: async (battle, was, { changed, entry, waitChanges, messages }) => {
      const before = find(battle);
      if (before?.battle.version !== was) return 'stale';
      const replaced = new Map(changed.map((each) => [each.n, copyForStore(each)]));
      const entries = before.log.map((each) => replaced.get(each.n) ?? each);
      return put(
        {
          battle,
          log: [...entries, ...(entry ? [copyForStore(entry)] : [])],
          states: [],
          rewrites: (before.rewrites ?? 0) + 1,
        },
        { waitChanges, messages },
      );
    },
    rewriteCount: ({ storeState: times }) => (typeof times === 'number' ? times : 0),
    log: async (battle, from = 1, to = Number.POSITIVE_INFINITY) => log(battle).filter(({ n }) => n >= from && n <= to),
    logJson: async (battle, from = 1, to = Number.POSITIVE_INFINITY) =>
      log(battle)
        .slice(Math.max(0, from - 1), to)
        .map((entry) => JSON.stringify(entry)),
    findState: async (battle, before) =>
      find(battle)?.states.findLast(({ n, edition }) => n < before && isSameEdition(edition, battle.edition)),
    addStates: async (battle, added) => {
      const stored = find(battle);
      if (stored === undefined || stored.rewrites !== battle.storeState) return;
      const others = stored.states.filter(({ n }) => !added.some((each) => each.n === n));
      const states = [...others, ...added.map((each) => ({ ...each, edition: battle.edition }))];
      all.set(keyOf(battle), { ...stored, states: states.toSorted((a, b) => a.n - b.n) });
    },
    findEntry: async (battle, orderId) => log(battle).find((entry) => entry.orderId === orderId),
  };
};
