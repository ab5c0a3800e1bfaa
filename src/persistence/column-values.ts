import { serverKey } from '../battle/saved/outbox.ts';
import { parseDeletedOwner } from '../campaign/characters.ts';

/** Replaces what a Postgres text cannot contain: NUL and lone surrogates. */
export const toPgText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A value as JSON text. */
export const toPgJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Server keys of what is outside servers: a battle or campaign by its channel, a character by its owner. */
const own = /^(dm|user):/;

/** The server key of a battle or campaign. */
export const serverKeyOfPlace = (guild: string | undefined, channel: string): string =>
  toPgText(serverKey(guild, channel));

/** The server key of a character. */
export const serverKeyOfOwner = (guild: string | undefined, owner: string): string =>
  toPgText(guild ?? `user:${parseDeletedOwner(owner) ?? owner}`);

/** Filter for one server, or for all rows outside servers. */
export const guildFilter = (guild: string | undefined) =>
  guild === undefined ? { guild: { startsWith: 'dm:' } } : { guild: toPgText(guild) };

/** The server of a key. Undefined if it is outside servers. */
export const parseServerKey = (key: string): string | undefined => (own.test(key) ? undefined : key);
