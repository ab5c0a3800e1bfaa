import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { type PeopleStore, personSchema, unknownPerson } from '../campaign/people.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { insertMessagesFromRow } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';

const rows = z.array(z.object({ user: z.string(), person: personSchema }));

/** What people chose, on Postgres. */
export const peopleStore = (prisma: PrismaClient): PeopleStore => ({
  of: (users) =>
    withDbErrors(async () => {
      const found = await prisma.person.findMany({ where: { user: { in: users.map(savedText) } } });
      const chosen = new Map(rows.parse(found).map(({ user, person }) => [user, person] as const));
      return new Map(users.map((user) => [user, chosen.get(savedText(user)) ?? unknownPerson(user)] as const));
    }),
  save: (person, said) =>
    withDbErrors(async () => {
      const user = savedText(person.user);
      await prisma.$queryRaw(Prisma.sql`
        WITH saved AS (
          INSERT INTO people (user_id, person, edition)
          VALUES (${user}, ${savedJson({ ...person, user })}::json, ${appEdition}::int)
          ON CONFLICT (user_id) DO UPDATE SET person = excluded.person, edition = excluded.edition
          RETURNING user_id
        )${insertMessagesFromRow(said)} SELECT user_id FROM saved`);
    }),
  deputising: (user) =>
    withDbErrors(async () => {
      const found = await prisma.$queryRaw`
        SELECT user_id AS user FROM people WHERE person -> 'deputy' ->> 'user' = ${savedText(user)} ORDER BY user_id`;
      return z
        .array(z.object({ user: z.string() }))
        .parse(found)
        .map((row) => row.user);
    }),
  deputiesUntil: (until) =>
    withDbErrors(async () => {
      const found = await prisma.$queryRaw`
        SELECT user_id AS user, person FROM people WHERE person -> 'deputy' ->> 'until' = ${String(until)} ORDER BY user_id`;
      return rows.parse(found).map(({ person }) => person);
    }),
  remove: (user) =>
    withDbErrors(async () => {
      await prisma.person.deleteMany({ where: { user: savedText(user) } });
      await prisma.$executeRaw`
        UPDATE people SET person = (person::jsonb - 'deputy')::json
        WHERE person -> 'deputy' ->> 'user' = ${savedText(user)}`;
    }),
});
