import { serverKey } from '../battle/saved/outbox.ts';
import { parseDeletedOwner } from '../campaign/characters.ts';

/** Replaces what a Postgres text cannot contain: NUL and lone surrogates. */
export const toPgText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');

/** A value as JSON text. */
export const toPgJson = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Matches the server keys of rows that belong to no server. */
const own = /^(dm|user):/;

/** The server key of a battle or campaign: its server, or outside servers its channel. */
export const serverKeyOfPlace = (guild: string | undefined, channel: string): string =>
  toPgText(serverKey(guild, channel));

/** The server key of a character: its server, or outside servers its owner. */
export const serverKeyOfOwner = (guild: string | undefined, owner: string): string =>
  toPgText(guild ?? `user:${parseDeletedOwner(owner) ?? owner}`);

/** Filter for the rows of a server, or for all rows outside servers. */
export const guildFilter = (guild: string | undefined) =>
  guild === undefined ? { guild: { startsWith: 'dm:' } } : { guild: toPgText(guild) };

/** The server of a server key. Undefined outside servers. */
export const parseServerKey = (key: string): string | undefined => (own.test(key) ? undefined : key);
