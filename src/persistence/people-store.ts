import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { defaultPersonalSettings, type PeopleStore, personalSettingsSchema } from '../campaign/people.ts';
import { translateDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { insertMessagesForSavedRowSql } from './outbox-sql.ts';
import { toPgJson, toPgText } from './pg-text.ts';

const rows = z.array(z.object({ user: z.string(), person: personalSettingsSchema }));

/** What people chose, on Postgres. */
export const createPeopleStore = (prisma: PrismaClient): PeopleStore => ({
  findMany: (users) =>
    translateDbErrors(async () => {
      const found = await prisma.person.findMany({ where: { user: { in: users.map(toPgText) } } });
      const chosen = new Map(rows.parse(found).map(({ user, person }) => [user, person] as const));
      return new Map(users.map((user) => [user, chosen.get(toPgText(user)) ?? defaultPersonalSettings(user)] as const));
    }),
  save: (person, said) =>
    translateDbErrors(async () => {
      const user = toPgText(person.user);
      await prisma.$queryRaw(Prisma.sql`
        WITH saved AS (
          INSERT INTO people (user_id, person, edition)
          VALUES (${user}, ${toPgJson({ ...person, user })}::json, ${appEdition}::int)
          ON CONFLICT (user_id) DO UPDATE SET person = excluded.person, edition = excluded.edition
          RETURNING user_id
        )${insertMessagesForSavedRowSql(said)} SELECT user_id FROM saved`);
    }),
  listRepresentedBy: (user) =>
    translateDbErrors(async () => {
      const found = await prisma.$queryRaw`
        SELECT user_id AS user FROM people WHERE person -> 'deputy' ->> 'user' = ${toPgText(user)} ORDER BY user_id`;
      return z
        .array(z.object({ user: z.string() }))
        .parse(found)
        .map((row) => row.user);
    }),
  listDeputiesEndingAt: (until) =>
    translateDbErrors(async () => {
      const found = await prisma.$queryRaw`
        SELECT user_id AS user, person FROM people WHERE person -> 'deputy' ->> 'until' = ${String(until)} ORDER BY user_id`;
      return rows.parse(found).map(({ person }) => person);
    }),
  remove: (user) =>
    translateDbErrors(async () => {
      await prisma.person.deleteMany({ where: { user: toPgText(user) } });
      await prisma.$executeRaw`
        UPDATE people SET person = (person::jsonb - 'deputy')::json
        WHERE person -> 'deputy' ->> 'user' = ${toPgText(user)}`;
    }),
});
