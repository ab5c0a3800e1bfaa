import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import {
  dedupeWindow,
  maxDueDelay,
  type OutboxItem,
  type OutboxKey,
  type OutboxStore,
  readOutboxContent,
} from '../battle/saved/outbox.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { databaseNow, insertMessagesStandaloneSql } from './outbox-sql.ts';

const itemRow = z
  .object({
    server: z.string(),
    id: z.string(),
    n: z.bigint(),
    newest: z.int(),
    lane: z.string(),
    item: z.unknown(),
    edition: z.int(),
    token: z.string().nullable(),
    attempts: z.int(),
  })
  .transform(({ n, item, edition, token, attempts, ...row }) => ({
    n,
    item: {
      ...row,
      content: readOutboxContent(edition, item),
      token: token ?? undefined,
      attempts: Math.max(0, attempts - 1),
    } satisfies OutboxItem,
  }));
const itemRows = z.array(itemRow);
const serverRows = z.array(z.object({ server: z.string() }));
const parkedRows = z.array(z.object({ server: z.string(), user: z.string() }));
const backlogRows = z.tuple([z.object({ items: z.int(), oldest: z.bigint() })]);

/** Due time of parked messages, which wait for a user's next interaction. */
const never = Prisma.sql`9000000000000000`;

/** SQL condition for messages that are due. Also true for times far in the future, after the clock was put back. */
const isDue = (due: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`(${due} <= ${databaseNow} OR (${due} > ${databaseNow} + ${maxDueDelay}::int AND ${due} < ${never}))`;

const waits = Prisma.sql`item IS NOT NULL`;

const taken = Prisma.sql`
  RETURNING o.guild AS server, o.id, o.n, o.newest, o.lane, o.item, o.edition, o.attempts,
            CASE WHEN o.token_until > ${databaseNow} THEN o.token END AS token`;

/** SQL that joins the given messages, except messages that newer ones have replaced. */
const given = (items: readonly OutboxKey[]): Prisma.Sql => Prisma.sql`
  unnest(${items.map(({ server }) => server)}::text[], ${items.map(({ id }) => id)}::text[],
         ${items.map(({ newest }) => newest)}::int[]) AS given (guild, id, newest)
  WHERE o.guild = given.guild AND o.id = given.id AND o.newest <= given.newest`;

export const createOutboxStore = (prisma: PrismaClient): OutboxStore => {
  const items = async (statement: Prisma.Sql): Promise<readonly OutboxItem[]> =>
    itemRows
      .parse(await prisma.$queryRaw(statement))
      .toSorted((a, b) => (a.n < b.n ? -1 : 1))
      .map(({ item }) => item);
  const run = async (statement: Prisma.Sql): Promise<void> => {
    await prisma.$executeRaw(statement);
  };
  return withTranslatedErrors({
    write: async (place, messages) => {
      if (messages.messages.length > 0) await run(insertMessagesStandaloneSql({ ...place, messages }));
    },
    listDueServers: async () => {
      const due = Prisma.sql`SELECT DISTINCT guild AS server FROM outbox WHERE ${waits} AND ${isDue(Prisma.sql`due_at`)}`;
      return serverRows.parse(await prisma.$queryRaw(due)).map(({ server }) => server);
    },
    claim: async (servers, { owner, milliseconds: held }) =>
      items(Prisma.sql`
          WITH heads AS (
            SELECT DISTINCT ON (guild, lane) guild, id, due_at FROM outbox
            WHERE ${waits} AND guild = ANY (${[...servers]}::text[]) ORDER BY guild, lane, n
          )
          UPDATE outbox AS o SET held_by = ${owner}, due_at = ${databaseNow} + ${held}::int, attempts = attempts + 1
          FROM heads
          WHERE o.guild = heads.guild AND o.id = heads.id AND ${isDue(Prisma.sql`heads.due_at`)} AND ${isDue(Prisma.sql`o.due_at`)}
          ${taken}`),
    renewLease: (held, { owner: by, milliseconds: time }) =>
      run(Prisma.sql`
        UPDATE outbox AS o
        SET due_at = CASE WHEN due_at > ${databaseNow} + ${maxDueDelay}::int THEN ${databaseNow} + ${time}::int
                          ELSE greatest(due_at, ${databaseNow} + ${time}::int) END
        FROM ${given(held)} AND held_by = ${by}`),
    ack: (said) =>
      run(Prisma.sql`
        WITH gone AS (DELETE FROM outbox AS o USING ${given(said)} AND NOT remembered)
        UPDATE outbox AS o
        SET item = NULL, token = NULL, held_by = '', expires_at = ${databaseNow} + ${dedupeWindow}::bigint
        FROM ${given(said)} AND remembered`),
    retryLater: (item, by, after, what) =>
      run(Prisma.sql`
        UPDATE outbox AS o SET due_at = ${databaseNow} + ${Math.round(after)}::bigint
          ${what === undefined ? Prisma.empty : Prisma.sql`, item = ${toPgText(toPgJson(what))}::json, edition = ${appEdition}::int`}
        FROM ${given([item])} AND ${waits} AND held_by = ${by}`),
    park: (item, user, what) =>
      run(Prisma.sql`
        UPDATE outbox AS o
        SET item = ${toPgText(toPgJson(what))}::json, edition = ${appEdition}::int, lane = ${toPgText(`to ${user} ${item.id}`)},
            parked_for = ${toPgText(user)}, held_by = '', due_at = ${never}, token = NULL, token_until = NULL
        FROM ${given([item])} AND ${waits}`),
    listParked: async () =>
      parkedRows.parse(
        await prisma.$queryRaw`
            SELECT DISTINCT guild AS server, parked_for AS "user" FROM outbox WHERE ${waits} AND parked_for IS NOT NULL`,
      ),
    claimParked: async (server, user, { owner: by, milliseconds: held }) =>
      items(Prisma.sql`
          UPDATE outbox AS o SET held_by = ${by}, due_at = ${databaseNow} + ${held}::int
          WHERE guild = ${server} AND parked_for = ${toPgText(user)} AND due_at = ${never} AND ${waits}
          ${taken}`),
    release: (by, alone, except = []) =>
      run(Prisma.sql`
        UPDATE outbox AS o SET held_by = '', due_at = least(due_at, ${databaseNow})
        WHERE ${waits} AND ${alone ? Prisma.sql`held_by <> ''` : Prisma.sql`held_by = ${by}`}
          AND NOT EXISTS (
            SELECT FROM unnest(${except.map(({ server }) => server)}::text[], ${except.map(({ id }) => id)}::text[]) AS kept (guild, id)
            WHERE kept.guild = o.guild AND kept.id = o.id
          )`),
    sweep: async () => {
      await run(Prisma.sql`UPDATE outbox SET token = NULL, token_until = NULL WHERE token_until <= ${databaseNow}`);
      await run(Prisma.sql`DELETE FROM outbox WHERE expires_at <= ${databaseNow}`);
    },
    forgetUser: (user) => run(Prisma.sql`DELETE FROM outbox WHERE strpos(item::text, ${toPgJson(user)}) > 0`),
    backlog: async () => {
      const [{ items: count, oldest }] = backlogRows.parse(
        await prisma.$queryRaw`
            SELECT count(*)::int AS items, coalesce(${databaseNow} - min(created_at), 0)::bigint AS oldest
            FROM outbox WHERE ${waits} AND parked_for IS NULL`,
      );
      return { items: count, oldest: Math.max(0, Number(oldest)) };
    },
  });
};
