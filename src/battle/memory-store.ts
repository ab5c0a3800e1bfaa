import type { LogEntry } from './entry.ts';
import type { MemoryWaits } from './memory-waits.ts';
import type { BattleStore, BattleSummary, SavedBattle } from './store.ts';
import type { Aftermath } from './waits.ts';

/** Battles in memory: for tests, and for the headless referee. Holds copies, as a database would. */
export const memoryStore = (waits?: Pick<MemoryWaits, 'keep'>): BattleStore => {
  const battles = new Map<string, SavedBattle>();
  const logs = new Map<string, LogEntry[]>();
  const first = (battle: SavedBattle | undefined, other: SavedBattle): SavedBattle => {
    if (battle === undefined) return other;
    if ((battle.status === 'ended') !== (other.status === 'ended')) return battle.status === 'ended' ? other : battle;
    return other.createdAt >= battle.createdAt ? other : battle;
  };
  const at = (channel: string): SavedBattle | undefined => {
    let found: SavedBattle | undefined;
    for (const battle of battles.values()) if (battle.channel === channel) found = first(found, battle);
    return found;
  };
  const listed = (which: (battle: SavedBattle) => boolean): readonly BattleSummary[] =>
    [...battles.values()]
      .filter(which)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
      .map(({ id, guild, channel, system, table, status, updatedAt }) => ({
        ...{ id, guild, channel, system, name: table.name },
        ...{ status, gm: table.gm, campaign: table.campaign, updatedAt },
      }));
  const keep = (battle: SavedBattle, entry: LogEntry, aftermath: Aftermath | undefined): void => {
    battles.set(battle.id, structuredClone(battle));
    waits?.keep(battle, aftermath);
    const log = logs.get(battle.id) ?? [];
    log.push(structuredClone(entry));
    logs.set(battle.id, log);
  };
  return {
    create: async (battle, entry, aftermath) => {
      const there = at(battle.channel);
      if (there !== undefined && (logs.get(there.id)?.[0]?.orderId ?? '') === entry.orderId) return 'twice';
      if (there !== undefined && there.status !== 'ended') return 'taken';
      keep(battle, entry, aftermath);
      return 'kept';
    },
    at: async (channel) => structuredClone(at(channel)),
    byId: async (id) => structuredClone(battles.get(id)),
    list: async (guild) => listed((battle) => battle.guild === guild),
    seating: async (user) => listed(({ table }) => table.gm === user || table.seats[user] !== undefined),
    commit: async (battle, entry, aftermath) => {
      if (logs.get(battle.id)?.some(({ orderId }) => orderId === entry.orderId)) return 'twice';
      if (battles.get(battle.id)?.version !== battle.version - 1) return 'stale';
      const there = at(battle.channel);
      if (battle.status !== 'ended' && there !== undefined && there.status !== 'ended' && there.id !== battle.id)
        return 'taken';
      keep(battle, entry, aftermath);
      return 'kept';
    },
    naming: async (user) => {
      const quoted = JSON.stringify(user);
      return [...battles.values()]
        .filter(({ id, table, pending }) => JSON.stringify([table, pending, logs.get(id)]).includes(quoted))
        .map(({ id }) => id);
    },
    rewrite: async (battle, was, { changed, entry, aftermath }) => {
      if (battles.get(battle.id)?.version !== was) return 'stale';
      const log = logs.get(battle.id) ?? [];
      const anew = new Map(changed.map((each) => [each.n, structuredClone(each)]));
      logs.set(battle.id, [...log.map((each) => anew.get(each.n) ?? each), ...(entry ? [structuredClone(entry)] : [])]);
      battles.set(battle.id, structuredClone(battle));
      waits?.keep(battle, aftermath);
      return 'kept';
    },
    log: async (id, from = 1, to = Number.POSITIVE_INFINITY) =>
      structuredClone(logs.get(id) ?? []).filter(({ n }) => n >= from && n <= to),
    entryOf: async (id, orderId) => structuredClone(logs.get(id)?.find((entry) => entry.orderId === orderId)),
  };
};
