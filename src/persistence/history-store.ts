import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import {
  type HistoryEvent,
  type HistoryStore,
  historyEventJson,
  historyEventSchema,
  type SheetAfter,
} from '../campaign/character-history.ts';
import type { NoticeStore } from '../campaign/notices.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { insertMessagesFromRow } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import type { Client } from './prisma-transaction.ts';

const happeningRow = z
  .object({ happening: historyEventSchema, rulesEdition: z.int() })
  .transform(({ happening, rulesEdition }): HistoryEvent => ({ ...happening, edition: rulesEdition }));
const happeningRows = z.array(happeningRow);

/** The sheet goes into the character in the statement that writes what happened: both or neither. */
const withSheet = ({ edition }: HistoryEvent, after: SheetAfter | undefined): Prisma.Sql =>
  after === undefined
    ? Prisma.empty
    : Prisma.sql`, changed AS (
        UPDATE characters
        SET sheet = ${savedJson(after.sheet)}::json, edition = ${edition}::int, updated_at = ${BigInt(after.updatedAt)}::bigint
        FROM saved WHERE characters.guild = saved.guild AND characters.id = saved.character
      )`;

/** Who else writes the character meanwhile is waited for, and then it is another than was read. */
const unchanged = (after: SheetAfter | undefined): Prisma.Sql =>
  after?.from === undefined ? Prisma.empty : Prisma.sql` AND updated_at = ${BigInt(after.from)}::bigint FOR UPDATE`;

/** What happened to characters, on Postgres. */
export const historyStore = (prisma: Client): HistoryStore => ({
  add: (happening, after, said) =>
    withDbErrors(async () => {
      const rows = await prisma.$queryRaw<readonly unknown[]>`
        WITH saved AS (
          INSERT INTO happenings (guild, id, character, happening, edition, rules_edition)
          SELECT guild, ${savedText(happening.id)}, id, ${savedJson(historyEventJson(happening))}::json, ${appEdition}::int,
                 ${happening.edition}::int
          FROM characters WHERE id = ${savedText(happening.character)}${unchanged(after)}
          ON CONFLICT DO NOTHING
          RETURNING guild, character
        )${withSheet(happening, after)}${insertMessagesFromRow(said)} SELECT character FROM saved`;
      return rows.length === 1;
    }),
  of: (character) =>
    withDbErrors(async () => {
      const rows = await prisma.happening.findMany({
        where: { character: savedText(character) },
        orderBy: { n: 'asc' },
        select: { happening: true, rulesEdition: true },
      });
      return happeningRows.parse(rows);
    }),
  last: (characters) =>
    withDbErrors(async () => {
      const rows = await prisma.$queryRaw`
        SELECT DISTINCT ON (character) happening, rules_edition AS "rulesEdition" FROM happenings
        WHERE character = ANY (${characters.map(savedText)}::text[]) ORDER BY character, n DESC`;
      return new Map(happeningRows.parse(rows).map((happening) => [happening.character, happening]));
    }),
  // As text: what was cut through a character of two halves is no JSON to Postgres, and would hide all the others.
  inCampaign: (characters, campaign) =>
    withDbErrors(async () => {
      const rows = await prisma.$queryRaw<readonly { readonly character: string }[]>`
        SELECT DISTINCT character FROM happenings
        WHERE character = ANY (${characters.map(savedText)}::text[])
          AND strpos(happening::text, ${`"campaign":${savedJson(campaign)}`}) > 0`;
      return new Set(rows.map(({ character }) => character));
    }),
  forget: (character) =>
    withDbErrors(async () => {
      await prisma.happening.deleteMany({ where: { character: savedText(character) } });
    }),
});

/** Where a battle or a campaign lies, by its id. */
const noticed = (id: string): Prisma.Sql => Prisma.sql`
  SELECT guild, id FROM battles WHERE id = ${savedText(id)} UNION ALL SELECT guild, id FROM campaigns WHERE id = ${savedText(id)}`;

/** What was noticed, on Postgres. */
export const noticeStore = (prisma: PrismaClient): NoticeStore => ({
  note: (battle, what, at, said) =>
    withDbErrors(async () => {
      const written = await prisma.$queryRaw<readonly unknown[]>(Prisma.sql`
        WITH saved AS (
          INSERT INTO notices (guild, battle_id, what, at)
          SELECT guild, id, ${savedText(what)}, ${BigInt(at)}::bigint FROM (${noticed(battle)}) AS noticed
          ON CONFLICT DO NOTHING
          RETURNING guild
        )${insertMessagesFromRow(said)}
        SELECT guild FROM saved`);
      return written.length === 1;
    }),
  well: (battle, what) =>
    withDbErrors(async () => {
      const only = what === undefined ? Prisma.empty : Prisma.sql`AND what = ${savedText(what)}`;
      await prisma.$executeRaw`DELETE FROM notices WHERE (guild, battle_id) IN (${noticed(battle)}) ${only}`;
    }),
});
