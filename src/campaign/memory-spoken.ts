import type { SpokenMessage, SpokenMessageStore } from './spoken.ts';

const keyOf = ({ guild, id }: Pick<SpokenMessage, 'guild' | 'id'>): string => JSON.stringify([guild, id]);

/** Who spoke, in memory. */
export const createMemorySpokenMessages = (): SpokenMessageStore => {
  const all = new Map<string, SpokenMessage>();
  return {
    begin: async (spoken, since) => {
      if (all.has(keyOf(spoken))) return 'again';
      const { guild, channel, user } = spoken;
      const last = [...all.values()]
        .filter((each) => each.guild === guild && each.channel === channel && each.user === user)
        .reduce((latest, { at }) => Math.max(latest, at), Number.NEGATIVE_INFINITY);
      if (since !== undefined && last > since) return last;
      all.set(keyOf(spoken), { ...spoken });
      return 'begun';
    },
    posted: async (spoken, message) => {
      const there = all.get(keyOf(spoken));
      if (there !== undefined) all.set(keyOf(spoken), { ...there, message });
    },
    find: async ({ guild, channel, message, order, from, to }) =>
      [...all.values()]
        .filter((each) => each.guild === guild)
        .filter(
          (each) =>
            each.message === message ||
            each.id === order ||
            (each.channel === channel && each.at >= from && each.at <= to),
        )
        .toSorted((a, b) => a.at - b.at),
    by: async (user) => [...all.values()].filter((each) => each.user === user).toSorted((a, b) => a.at - b.at),
    sweep: async (before) => {
      for (const [key, { at }] of all) if (at < before) all.delete(key);
    },
  };
};
