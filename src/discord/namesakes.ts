import { type Client, Routes } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Transport } from '../app/outbox/transport.ts';
import { likelyBeginnings, looksLike } from '../core/look-alike.ts';

const foundSchema = z.array(
  z.object({
    nick: z.string().nullish(),
    user: z.object({ id: z.string(), username: z.string(), global_name: z.string().nullish() }),
  }),
);
type Found = z.output<typeof foundSchema>;

/** Discord finds this many at once at most. */
const mostFound = 1000;
/** No member has a longer name. */
const longestName = 32;
/** Whoever speaks does not wait longer for it, in milliseconds. */
const patience = 2000;
/** How many names are remembered, with who is called so, and for how many milliseconds. */
const remembered = { max: 1000, ttl: 10 * 60_000 };

/**
 * Finds the members of a server whose names look like a name. The search asks for no privileged intent. It goes by how a user name or
 * nickname begins: first by a single letter, which finds every disguise unless 1,000 names begin with it; then by the name itself.
 */
export const namesakes = (theClient: () => Client<true>): NonNullable<Transport['namesakes']> => {
  const known = new LRUCache<string, Promise<readonly string[]>>(remembered);

  const search = async (guild: string, beginning: string, signal: AbortSignal): Promise<Found> => {
    const query = new URLSearchParams({
      query: [...beginning].slice(0, longestName).join(''),
      limit: String(mostFound),
    });
    return foundSchema.parse(await theClient().rest.get(Routes.guildMembersSearch(guild), { query, signal }));
  };

  const searchAll = async (guild: string, name: string): Promise<Found> => {
    const signal = AbortSignal.timeout(patience);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const found = (beginnings: readonly string[]): Promise<readonly Found[]> =>
      Promise.race([late, Promise.all(beginnings.map((each) => search(guild, each, signal)))]);
    const { letters, wholes } = likelyBeginnings(name);
    const byLetter = await found(letters);
    const isWhole = byLetter.every(({ length }) => length < mostFound);
    return [...byLetter, ...(isWhole ? [] : await found(wholes))].flat();
  };

  const bearers = async (guild: string, name: string): Promise<readonly string[]> => {
    const { user, guilds } = theClient();
    const isLike = looksLike(name);
    const own = [user.username, user.globalName, guilds.cache.get(guild)?.members.me?.nickname];
    const called = (names: readonly (string | null | undefined)[]): boolean =>
      names.some((each) => typeof each === 'string' && isLike(each));
    const members = await searchAll(guild, name);
    const ids = members
      .filter((each) => called([each.nick, each.user.username, each.user.global_name]))
      .map((each) => each.user.id);
    return [...new Set([...(called(own) ? [user.id] : []), ...ids])];
  };

  return (guild, name) => {
    const key = JSON.stringify([guild, name]);
    const there = known.get(key) ?? bearers(guild, name);
    known.set(key, there);
    there.catch(() => known.delete(key));
    return there;
  };
};
