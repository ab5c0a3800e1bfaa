import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import {
  type HistoryEvent,
  type HistoryStore,
  historyEventSchema,
  type SheetAfterEvent,
  toHistoryEventJson,
} from '../campaign/characters.ts';
import type { NoticeStore } from '../campaign/notices.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { insertMessagesForSavedRowSql, writeWithMessages } from './outbox-sql.ts';
import type { DatabaseClient } from './prisma-transaction.ts';

const happeningRow = z
  .object({ happening: historyEventSchema, rulesEdition: z.int() })
  .transform(({ happening, rulesEdition }): HistoryEvent => ({ ...happening, edition: rulesEdition }));
const happeningRows = z.array(happeningRow);

/** SQL that saves the sheet after an event, in the same statement as the event. */
const withSheet = ({ edition }: HistoryEvent, after: SheetAfterEvent | undefined): Prisma.Sql =>
  after === undefined
    ? Prisma.empty
    : Prisma.sql`, changed AS (
        UPDATE characters
        SET sheet = ${toPgJson(after.sheet)}::json, edition = ${edition}::int, updated_at = ${BigInt(after.updatedAt)}::bigint
        FROM saved WHERE characters.guild = saved.guild AND characters.id = saved.character
      )`;

/** Creates the store of character histories on Postgres. */
export const createHistoryStore = (prisma: DatabaseClient): HistoryStore =>
  withTranslatedErrors({
    add: async (happening, after, said) => {
      const rows = await prisma.$queryRaw<readonly unknown[]>`
        WITH saved AS (
          INSERT INTO happenings (guild, id, character, happening, edition, rules_edition)
          SELECT guild, ${toPgText(happening.id)}, id, ${toPgJson(toHistoryEventJson(happening))}::json, ${appEdition}::int,
                 ${happening.edition}::int
          FROM characters WHERE id = ${toPgText(happening.character)}
          ON CONFLICT DO NOTHING
          RETURNING guild, character
        )${withSheet(happening, after)}${insertMessagesForSavedRowSql(said)} SELECT character FROM saved`;
      return rows.length === 1;
    },
    list: async (character) => {
      const rows = await prisma.happening.findMany({
        where: { character: toPgText(character) },
        orderBy: { n: 'asc' },
        select: { happening: true, rulesEdition: true },
      });
      return happeningRows.parse(rows);
    },
    last: async (characters) => {
      const rows = await prisma.$queryRaw`
        SELECT DISTINCT ON (character) happening, rules_edition AS "rulesEdition" FROM happenings
        WHERE character = ANY (${characters.map(toPgText)}::text[]) ORDER BY character, n DESC`;
      return new Map(happeningRows.parse(rows).map((happening) => [happening.character, happening]));
    },
    // Compared as text, because Postgres rejects JSON with lone surrogates, which would hide all other rows.
    inCampaign: async (characters, campaign) => {
      const rows = await prisma.$queryRaw<readonly { readonly character: string }[]>`
        SELECT DISTINCT character FROM happenings
        WHERE character = ANY (${characters.map(toPgText)}::text[])
          AND strpos(happening::text, ${`"campaign":${toPgJson(campaign)}`}) > 0`;
      return new Set(rows.map(({ character }) => character));
    },
    forget: async (character) => {
      await prisma.happening.deleteMany({ where: { character: toPgText(character) } });
    },
  });

/** SQL that selects the server and id of a battle or campaign. */
const noticed = (id: string): Prisma.Sql => Prisma.sql`
  SELECT guild, id FROM battles WHERE id = ${toPgText(id)} UNION ALL SELECT guild, id FROM campaigns WHERE id = ${toPgText(id)}`;

export const createNoticeStore = (prisma: PrismaClient): NoticeStore =>
  withTranslatedErrors({
    note: async (battle, what, at, said) => {
      const change = Prisma.sql`
        INSERT INTO notices (guild, battle_id, what, at)
        SELECT guild, id, ${toPgText(what)}, ${BigInt(at)}::bigint FROM (${noticed(battle)}) AS noticed
        ON CONFLICT DO NOTHING
        RETURNING guild`;
      return writeWithMessages(prisma, change, said);
    },
    clear: async (battle, what) => {
      const only = what === undefined ? Prisma.empty : Prisma.sql`AND what = ${toPgText(what)}`;
      await prisma.$executeRaw`DELETE FROM notices WHERE (guild, battle_id) IN (${noticed(battle)}) ${only}`;
    },
  });
