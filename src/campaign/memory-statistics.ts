import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { BattleTally, StatisticsStore } from './statistics.ts';

/** Counted battles and choices in memory. */
export const createMemoryStatistics = (outbox?: Pick<OutboxStore, 'write'>): StatisticsStore => {
  const also = createMessageWriter(outbox);
  const kept = new Map<string, BattleTally>();
  const hidden = new Set<string>();
  return {
    find: async (battles) => structuredClone(battles.flatMap((id) => kept.get(id) ?? [])),
    save: async (tallied) => {
      kept.set(tallied.battle, structuredClone(tallied));
    },
    forget: async (battles) => {
      for (const id of battles) kept.delete(id);
    },
    listPrivate: async (users) => new Set(users.filter((user) => hidden.has(user))),
    setPrivate: async (user, on, said) => {
      if (on) hidden.add(user);
      else hidden.delete(user);
      await also(said);
    },
  };
};
