import { setImmediate as nextLoopTurn } from 'node:timers/promises';
import { type Client, Routes } from 'discord.js';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Transport } from '../app/outbox/transport.ts';
import { createLookAlikeCheck, likelySpellings } from '../core/look-alike.ts';
import type { Log } from '../log/log.ts';

const foundSchema = z.array(
  z.object({
    nick: z.string().nullish(),
    user: z.object({ id: z.string(), username: z.string(), global_name: z.string().nullish() }),
  }),
);
type Found = z.output<typeof foundSchema>;

/** Maximum number of members that Discord returns for one search. */
const maxMembersFound = 1000;
/** Maximum number of searches at Discord for one name. */
const maxSearches = 12;
/** Maximum length of a member's name. */
const maxNameLength = 32;
/** Maximum time that the search for members delays a character's speech (milliseconds). */
const patience = 2000;
/** Maximum number of cached names, and how long a name is cached (milliseconds). */
const remembered = { max: 1000, ttl: 10 * 60_000 };

/** Creates a search for members with similar names. While too many match, it searches for longer beginnings. */
export const createNamesakeSearch = (theClient: () => Client<true>, log: Log): NonNullable<Transport['namesakes']> => {
  const known = new LRUCache<string, Promise<readonly string[]>>(remembered);

  const search = async (guild: string, beginning: string, signal: AbortSignal): Promise<Found> => {
    const query = new URLSearchParams({
      query: [...beginning].slice(0, maxNameLength).join(''),
      limit: String(maxMembersFound),
    });
    return foundSchema.parse(await theClient().rest.get(Routes.guildMembersSearch(guild), { query, signal }));
  };

  const searchAll = async (guild: string, name: string): Promise<Found> => {
    const signal = AbortSignal.timeout(patience);
    const late = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
    const spellings = likelySpellings(name);
    const members: Found = [];
    let [beginnings, asked]: [readonly string[], number] = [spellings[0] ?? [name], 0];
    for (let length = 1; beginnings.length > 0 && asked + beginnings.length <= maxSearches; length += 1) {
      const found = Promise.all(beginnings.map(async (each) => [each, await search(guild, each, signal)] as const));
      const answers = await Promise.race([late, found]);
      asked += beginnings.length;
      members.push(...answers.flatMap(([, each]) => each));
      const full = answers.flatMap(([each, { length }]) => (length < maxMembersFound ? [] : [each]));
      if (length === 1 && full.length > 0) members.push(...(await Promise.race([late, search(guild, name, signal)])));
      beginnings = full.flatMap((each) => (spellings[length] ?? []).map((next) => each + next));
    }
    return members;
  };

  const bearers = async (guild: string, name: string): Promise<readonly string[]> => {
    const { user, guilds } = theClient();
    const isLike = createLookAlikeCheck(name);
    const own = [user.username, user.globalName, guilds.cache.get(guild)?.members.me?.nickname];
    const called = (names: readonly (string | null | undefined)[]): boolean =>
      names.some((each) => typeof each === 'string' && isLike(each));
    if (called(own)) return [user.id];
    const found: string[] = [];
    for (const [n, { nick, user: member }] of (await searchAll(guild, name)).entries()) {
      // Comparing thousands of names takes a while.
      if (n % 100 === 99) await nextLoopTurn();
      if (called([nick, member.username, member.global_name])) found.push(member.id);
    }
    return found;
  };

  return (guild, name) => {
    const key = JSON.stringify([guild, name]);
    const there = known.get(key);
    if (there !== undefined) return there;
    const found = bearers(guild, name);
    known.set(key, found);
    found.catch((error: unknown) => {
      known.delete(key);
      log.debug({ err: error, guild }, 'Members could not be searched.');
    });
    return found;
  };
};
