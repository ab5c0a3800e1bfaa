import { writeMessages } from '../battle/saved/memory-outbox.ts';
import type { OutboxStore } from '../battle/saved/outbox.ts';
import type { StatisticsStore, Tallied } from './statistics.ts';

/** Counted battles and choices in memory. */
export const memoryStatistics = (outbox?: Pick<OutboxStore, 'write'>): StatisticsStore => {
  const also = writeMessages(outbox);
  const kept = new Map<string, Tallied>();
  const hidden = new Set<string>();
  return {
    counted: async (battles) => structuredClone(battles.flatMap((id) => kept.get(id) ?? [])),
    keep: async (tallied) => {
      kept.set(tallied.battle, structuredClone(tallied));
    },
    forget: async (battles) => {
      for (const id of battles) kept.delete(id);
    },
    private: async (users) => new Set(users.filter((user) => hidden.has(user))),
    setPrivate: async (user, on, said) => {
      if (on) hidden.add(user);
      else hidden.delete(user);
      await also(said);
    },
  };
};
