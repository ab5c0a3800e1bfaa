import { appEdition } from '../battle/editions/app-edition.ts';
import {
  itemLifetime,
  type OutboxMessage,
  type OutboxMessages,
  type OutboxPlace,
  outboxItemId,
  type PlacedMessage,
  tokenLifetime,
} from '../battle/saved/outbox.ts';
import { serverKeyOfPlace, toPgJson, toPgText } from './column-values.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

/** SQL for the database's time, which all processes share (milliseconds since 1970). */
export const databaseNow = Prisma.sql`(extract(epoch FROM clock_timestamp()) * 1000)::bigint`;

const rowOf = (
  { key, lane, content, newest = 0, token, rememberKey = false, interaction }: OutboxMessage,
  held: number,
) => ({
  ...{
    id: outboxItemId(key),
    lane: toPgText(lane),
    item: toPgText(toPgJson(content)),
    newest,
    remembered: rememberKey,
  },
  ...{ held: interaction === undefined ? null : held, token: token ?? null, life: itemLifetime({ content }) },
});

const columns = Prisma.raw(
  'guild, id, lane, item, edition, newest, token, token_until, remembered, held_by, due_at, created_at, expires_at',
);

/** SQL that inserts messages for each server of `from`. Only a newer message replaces an existing one. */
const insertMessagesSql = ({ messages, lease }: OutboxMessages, from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO outbox (${columns})
  SELECT server.guild, said.id, said.lane, said.item::json, ${appEdition}::int, said.newest, said.token,
         CASE WHEN said.token IS NOT NULL THEN moment.now + ${tokenLifetime}::int END, said.remembered,
         CASE WHEN said.held IS NULL THEN '' ELSE ${lease.owner} END, moment.now + coalesce(said.held, 0), moment.now,
         moment.now + said.life
  FROM ${from} AS server, (SELECT ${databaseNow} AS now) AS moment,
       json_to_recordset(${toPgJson(messages.map((each) => rowOf(each, lease.milliseconds)))}::json) AS said (
         id text, lane text, item text, newest int, remembered boolean, held int, token text, life bigint
       )
  ON CONFLICT (guild, id) DO UPDATE
  SET item = excluded.item, edition = excluded.edition, newest = excluded.newest, token = excluded.token,
      token_until = excluded.token_until, attempts = 0, held_by = excluded.held_by, due_at = excluded.due_at,
      expires_at = excluded.expires_at
  WHERE outbox.newest < excluded.newest`;

/** SQL after `WITH saved AS (…)` that inserts messages if `saved` has a row. */
export const insertMessagesForSavedRowSql = (placed: PlacedMessage | undefined): Prisma.Sql =>
  placed === undefined ? Prisma.empty : withMessagesSql(placed, placed.messages);

/** Writes a row with its messages. False if `change` returns no row; then nothing is written. */
export const writeWithMessages = async (
  prisma: Pick<PrismaClient | Prisma.TransactionClient, '$queryRaw'>,
  change: Prisma.Sql,
  said: PlacedMessage | undefined,
): Promise<boolean> => {
  const written = await prisma.$queryRaw<readonly unknown[]>(
    Prisma.sql`WITH saved AS (${change})${insertMessagesForSavedRowSql(said)} SELECT 1 AS written FROM saved`,
  );
  return written.length === 1;
};

/** SQL that inserts messages in a statement of their own. */
export const insertMessagesStandaloneSql = ({ messages, guild, channel }: PlacedMessage): Prisma.Sql =>
  insertMessagesSql(messages, Prisma.sql`(SELECT ${serverKeyOfPlace(guild, channel)} AS guild)`);

/** SQL after `WITH saved AS (…)` that inserts the messages of a battle if `saved` has a row. */
export const withMessagesSql = ({ guild, channel }: OutboxPlace, said: OutboxMessages | undefined): Prisma.Sql =>
  said === undefined || said.messages.length === 0
    ? Prisma.empty
    : Prisma.sql`, said AS (${insertMessagesSql(said, Prisma.sql`(SELECT ${serverKeyOfPlace(guild, channel)} AS guild FROM saved)`)})`;
