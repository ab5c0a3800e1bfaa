import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { defaultPersonalSettings, type PeopleStore, personalSettingsSchema } from '../campaign/people.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';

const rows = z.array(z.object({ user: z.string(), person: personalSettingsSchema }));

/** Creates the store of users' settings on Postgres. */
export const createPeopleStore = (prisma: PrismaClient): PeopleStore =>
  withTranslatedErrors({
    findMany: async (users) => {
      const found = await prisma.person.findMany({ where: { user: { in: users.map(toPgText) } } });
      const chosen = new Map(rows.parse(found).map(({ user, person }) => [user, person] as const));
      return new Map(users.map((user) => [user, chosen.get(toPgText(user)) ?? defaultPersonalSettings(user)] as const));
    },
    save: async (person, said) => {
      const user = toPgText(person.user);
      const change = Prisma.sql`
          INSERT INTO people (user_id, person, edition)
          VALUES (${user}, ${toPgJson({ ...person, user })}::json, ${appEdition}::int)
          ON CONFLICT (user_id) DO UPDATE SET person = excluded.person, edition = excluded.edition
          RETURNING user_id`;
      await writeWithMessages(prisma, change, said);
    },
    saveLocale: async (id, locale) => {
      const user = toPgText(id);
      await prisma.$executeRaw`
        INSERT INTO people (user_id, person, edition)
        VALUES (${user}, ${toPgJson({ ...defaultPersonalSettings(user), locale })}::json, ${appEdition}::int)
        ON CONFLICT (user_id) DO UPDATE
        SET person = (people.person::jsonb || ${toPgJson({ locale })}::jsonb)::json`;
    },
    listRepresentedBy: async (user) => {
      const found = await prisma.$queryRaw`
        SELECT user_id AS user FROM people WHERE person -> 'deputy' ->> 'user' = ${toPgText(user)} ORDER BY user_id`;
      return z
        .array(z.object({ user: z.string() }))
        .parse(found)
        .map((row) => row.user);
    },
    remove: async (user) => {
      await prisma.person.deleteMany({ where: { user: toPgText(user) } });
      await prisma.$executeRaw`
        UPDATE people SET person = (person::jsonb - 'deputy')::json
        WHERE person -> 'deputy' ->> 'user' = ${toPgText(user)}`;
    },
  });
