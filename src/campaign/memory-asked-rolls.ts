import { createMessageWriter } from '../battle/saved/memory-outbox.ts';
import { type OutboxStore, serverKey } from '../battle/saved/outbox.ts';
import type { AskedRoll, AskedRollStore } from './asked-rolls.ts';

type Where = Pick<AskedRoll, 'guild' | 'channel'>;
const serverOf = ({ guild, channel }: Where): string => serverKey(guild, channel);
const keyOf = (asked: AskedRoll): string => JSON.stringify([serverOf(asked), asked.id]);

/** Rolls that were asked for, in memory. Holds copies, as a database would. */
export const createMemoryAskedRolls = (outbox?: Pick<OutboxStore, 'write'>): AskedRollStore => {
  const also = createMessageWriter(outbox);
  const all = new Map<string, AskedRoll>();
  return {
    save: async (asked, said) => {
      if ((all.get(keyOf(asked))?.version ?? 0) !== asked.version - 1) return 'stale';
      all.set(keyOf(asked), structuredClone(asked));
      await also(said);
      return 'kept';
    },
    byId: async (id) => structuredClone([...all.values()].find((each) => each.id === id)),
    listMentioning: async (user) =>
      structuredClone(
        [...all.values()]
          .filter(({ by, of }) => by === user || of.some((part) => part.user === user))
          .toSorted((a, b) => a.at - b.at),
      ),
    delete: async (asked) => {
      all.delete(keyOf(asked));
    },
    sweep: async (where, before) => {
      for (const [key, asked] of all) if (serverOf(asked) === serverOf(where) && asked.at < before) all.delete(key);
    },
  };
};
