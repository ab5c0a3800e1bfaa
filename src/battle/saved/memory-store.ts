import { ownValue } from '../../core/plain-object.ts';
import { isSameEdition } from '../editions/app-edition.ts';
import type { MemoryOutbox } from './memory-outbox.ts';
import type { MemoryWaits } from './memory-waits.ts';
import type { OutboxMessages } from './outbox.ts';
import type {
  BattleFilter,
  BattleKey,
  BattleStore,
  BattleSummary,
  LogEntry,
  SavedBattle,
  StoredState,
} from './store.ts';
import type { WaitChanges } from './waits.ts';

/** Ids are unique within a server. */
const keyOf = ({ guild, id }: Pick<BattleKey, 'guild' | 'id'>): string => JSON.stringify([guild ?? '', id]);

const frozen = <T>(value: T): T => {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
};

/** What is kept can no more be changed from outside than in a database. It is given out as it is, so that a game opens once. */
const copyForStore = <T>(value: T): T => frozen(structuredClone(value));

const isListed = ({ status }: SavedBattle, which: BattleFilter = 'all'): boolean =>
  which === 'all' || status !== 'ended';

/** Battles in memory: for tests, and for the headless referee. Holds copies, as a database would. */
export const createMemoryStore = (
  waits?: Pick<MemoryWaits, 'applyChanges'>,
  outbox?: Pick<MemoryOutbox, 'write'>,
): BattleStore => {
  const battles = new Map<string, SavedBattle>();
  const logs = new Map<string, LogEntry[]>();
  const states = new Map<string, readonly (StoredState & Pick<SavedBattle, 'edition'>)[]>();
  /** How often somebody was taken out of a battle: what was read before that is not written over it. */
  const rewritten = new Map<string, number>();
  const first = (battle: SavedBattle | undefined, other: SavedBattle): SavedBattle => {
    if (battle === undefined) return other;
    if ((battle.status === 'ended') !== (other.status === 'ended')) return battle.status === 'ended' ? other : battle;
    return other.createdAt >= battle.createdAt ? other : battle;
  };
  const newest = (which: (battle: SavedBattle) => boolean): SavedBattle | undefined => {
    let found: SavedBattle | undefined;
    for (const battle of battles.values()) if (which(battle)) found = first(found, battle);
    return found;
  };
  /** The battle that has the channel of this one, in the same server. */
  const placedWith = ({ channel, guild }: SavedBattle): SavedBattle | undefined =>
    newest((each) => each.channel === channel && each.guild === guild);
  const read = (battle: SavedBattle | undefined): SavedBattle | undefined => {
    if (battle === undefined) return undefined;
    const { storeState: _, ...saved } = battle;
    const times = rewritten.get(keyOf(battle));
    return times === undefined ? saved : { ...saved, storeState: times };
  };
  const listed = (which: (battle: SavedBattle) => boolean): readonly BattleSummary[] =>
    [...battles.values()]
      .filter(which)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map(({ id, guild, channel, system, table, status, version, updatedAt }) => ({
        ...{ id, guild, channel, system, name: table.name },
        ...{ status, version, gm: table.gm, campaign: table.campaign, updatedAt },
      }));
  const keep = (
    battle: SavedBattle,
    entry: LogEntry,
    aftermath: WaitChanges | undefined,
    said: OutboxMessages | undefined,
  ): void => {
    const key = keyOf(battle);
    battles.set(key, copyForStore(battle));
    waits?.applyChanges(battle, aftermath);
    const log = logs.get(key) ?? [];
    log.push(copyForStore(entry));
    logs.set(key, log);
    if (said !== undefined) outbox?.write(battle, said);
  };
  return {
    create: async (battle, entry, aftermath, said) => {
      const there = placedWith(battle);
      if (there !== undefined && (logs.get(keyOf(there))?.[0]?.orderId ?? '') === entry.orderId) return 'twice';
      if (there !== undefined && there.status !== 'ended') return 'taken';
      keep(battle, entry, aftermath, said);
      return 'kept';
    },
    byChannel: async (channel) => read(newest((battle) => battle.channel === channel)),
    byId: async (id) => read(newest((battle) => battle.id === id)),
    cached: (where) =>
      read(newest((battle) => ('id' in where ? battle.id === where.id : battle.channel === where.channel))),
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
    commit: async (battle, entry, aftermath, said) => {
      if (logs.get(keyOf(battle))?.some(({ orderId }) => orderId === entry.orderId)) return 'twice';
      if (battles.get(keyOf(battle))?.version !== battle.version - 1) return 'stale';
      if (rewritten.get(keyOf(battle)) !== battle.storeState) return 'stale';
      const there = placedWith(battle);
      if (battle.status !== 'ended' && there !== undefined && there.status !== 'ended' && there.id !== battle.id)
        return 'taken';
      keep(battle, entry, aftermath, said);
      return 'kept';
    },
    listMentioning: async (user) => {
      const quoted = JSON.stringify(user);
      return [...battles.values()]
        .filter((each) => JSON.stringify([each.table, each.pending, logs.get(keyOf(each))]).includes(quoted))
        .map(({ id }) => id);
    },
    removeMentions: async () => {},
    rewrite: async (battle, was, { changed, entry, waitChanges, messages }) => {
      const key = keyOf(battle);
      if (battles.get(key)?.version !== was) return 'stale';
      const log = logs.get(key) ?? [];
      const anew = new Map(changed.map((each) => [each.n, copyForStore(each)]));
      logs.set(key, [...log.map((each) => anew.get(each.n) ?? each), ...(entry ? [copyForStore(entry)] : [])]);
      battles.set(key, copyForStore(battle));
      rewritten.set(key, (rewritten.get(key) ?? 0) + 1);
      states.delete(key);
      waits?.applyChanges(battle, waitChanges);
      if (messages !== undefined) outbox?.write(battle, messages);
      return 'kept';
    },
    rewriteCount: ({ storeState: times }) => (typeof times === 'number' ? times : 0),
    log: async (battle, from = 1, to = Number.POSITIVE_INFINITY) =>
      (logs.get(keyOf(battle)) ?? []).filter(({ n }) => n >= from && n <= to),
    logJson: async (battle, from = 1, to = Number.POSITIVE_INFINITY) =>
      (logs.get(keyOf(battle)) ?? []).slice(Math.max(0, from - 1), to).map((entry) => JSON.stringify(entry)),
    findState: async (battle, before) =>
      states.get(keyOf(battle))?.findLast(({ n, edition }) => n < before && isSameEdition(edition, battle.edition)),
    addStates: async (battle, added) => {
      const key = keyOf(battle);
      if (rewritten.get(key) !== battle.storeState) return;
      const others = (states.get(key) ?? []).filter(({ n }) => !added.some((each) => each.n === n));
      const all = [...others, ...added.map((each) => ({ ...each, edition: battle.edition }))];
      states.set(
        key,
        all.toSorted((a, b) => a.n - b.n),
      );
    },
    findEntry: async (battle, orderId) => logs.get(keyOf(battle))?.find((entry) => entry.orderId === orderId),
  };
};
