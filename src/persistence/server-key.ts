import { serverKey } from '../battle/saved/outbox.ts';
import { parseDeletedOwner } from '../campaign/characters.ts';
import { toPgText } from './pg-text.ts';

/**
 * What the tables have under `guild`, with which every key begins. What lies outside servers has a server of its own: a battle
 * or campaign by its channel, a character by its owner.
 */
const own = /^(dm|user):/;

/** Release 1.0.0 wrote this for all that lies outside servers. It stands until that release is gone from a database. */
const formerly = '';

/** The server that a battle or campaign is written to. */
export const serverKeyOfPlace = (guild: string | undefined, channel: string): string =>
  toPgText(serverKey(guild, channel));

/** The servers that a battle or campaign may be found in. */
export const serverKeysOfPlace = (guild: string | undefined, channel: string): readonly [string, ...string[]] =>
  guild === undefined ? [serverKeyOfPlace(guild, channel), formerly] : [serverKeyOfPlace(guild, channel)];

/** The server that a character is written to. */
export const serverKeyOfOwner = (guild: string | undefined, owner: string): string =>
  toPgText(guild ?? `user:${parseDeletedOwner(owner) ?? owner}`);

/** The servers that a character may be found in. */
export const serverKeysOfOwner = (guild: string | undefined, owner: string): readonly [string, ...string[]] =>
  guild === undefined ? [serverKeyOfOwner(guild, owner), formerly] : [serverKeyOfOwner(guild, owner)];

/** Those of one server, or all that lie outside servers. */
export const guildFilter = (guild: string | undefined) =>
  guild === undefined ? { OR: [{ guild: formerly }, { guild: { startsWith: 'dm:' } }] } : { guild: toPgText(guild) };

/** The server, read back. */
export const parseServerKey = (key: string): string | undefined =>
  key === formerly || own.test(key) ? undefined : key;
