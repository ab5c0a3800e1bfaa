import { type Happening, type HistoryStore, happeningSchema } from '../campaign/history.ts';
import type { NoticeStore } from '../campaign/notices.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { reaching } from './reaching.ts';
import { savedJson, savedText } from './saved-text.ts';

const happeningOf = ({ happening }: { readonly happening: unknown }): Happening => happeningSchema.parse(happening);

/** The sheet goes into the character in the statement that writes what happened: both or neither. */
const withSheet = (after: Parameters<HistoryStore['add']>[1]): Prisma.Sql =>
  after === undefined
    ? Prisma.empty
    : Prisma.sql`, changed AS (
        UPDATE characters SET sheet = ${savedJson(after.sheet)}::json, updated_at = ${BigInt(after.updatedAt)}::bigint
        FROM written WHERE characters.id = written.character
      )`;

/** What happened to characters, on Postgres. */
export const historyStore = (prisma: PrismaClient): HistoryStore => ({
  add: (happening, after) =>
    reaching(async () => {
      const rows = await prisma.$queryRaw<readonly unknown[]>`
        WITH written AS (
          INSERT INTO happenings (id, character, happening)
          VALUES (${savedText(happening.id)}, ${savedText(happening.character)}, ${savedJson(happening)}::json)
          ON CONFLICT DO NOTHING
          RETURNING character
        )${withSheet(after)} SELECT character FROM written`;
      return rows.length === 1;
    }),
  of: (character) =>
    reaching(async () => {
      const rows = await prisma.happening.findMany({
        where: { character: savedText(character) },
        orderBy: { n: 'asc' },
        select: { happening: true },
      });
      return rows.map(happeningOf);
    }),
  last: (characters) =>
    reaching(async () => {
      const rows = await prisma.$queryRaw<readonly { readonly happening: unknown }[]>`
        SELECT DISTINCT ON (character) happening FROM happenings
        WHERE character = ANY (${characters.map(savedText)}::text[]) ORDER BY character, n DESC`;
      return new Map(rows.map(happeningOf).map((happening) => [happening.character, happening]));
    }),
  forget: (character) =>
    reaching(async () => {
      await prisma.happening.deleteMany({ where: { character: savedText(character) } });
    }),
});

/** What was noticed, on Postgres. */
export const noticeStore = (prisma: PrismaClient): NoticeStore => ({
  note: (battle, what, at) =>
    reaching(async () => {
      const written = await prisma.$executeRaw`
        INSERT INTO notices (battle_id, what, at) VALUES (${savedText(battle)}, ${savedText(what)}, ${BigInt(at)}::bigint)
        ON CONFLICT DO NOTHING`;
      return written === 1;
    }),
  well: (battle, what) =>
    reaching(async () => {
      await prisma.notice.deleteMany({
        where: { battleId: savedText(battle), ...(what !== undefined && { what: savedText(what) }) },
      });
    }),
});
