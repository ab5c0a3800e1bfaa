import { serverKey } from '../battle/saved/outbox.ts';
import { parseDeletedOwner } from '../campaign/characters.ts';

/** What Postgres cannot keep in a text, NUL and lone surrogates, as the replacement character. */
export const toPgText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A value as JSON text, keys in their order. */
export const toPgJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/**
 * What the tables have under `guild`, with which every key begins. What lies outside servers has a server of its own: a battle
 * or campaign by its channel, a character by its owner.
 */
const own = /^(dm|user):/;

/** The server that a battle or campaign is written to. */
export const serverKeyOfPlace = (guild: string | undefined, channel: string): string =>
  toPgText(serverKey(guild, channel));

/** The server that a character is written to. */
export const serverKeyOfOwner = (guild: string | undefined, owner: string): string =>
  toPgText(guild ?? `user:${parseDeletedOwner(owner) ?? owner}`);

/** Those of one server, or all that lie outside servers. */
export const guildFilter = (guild: string | undefined) =>
  guild === undefined ? { guild: { startsWith: 'dm:' } } : { guild: toPgText(guild) };

/** The server, read back. */
export const parseServerKey = (key: string): string | undefined => (own.test(key) ? undefined : key);
