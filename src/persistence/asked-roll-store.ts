import { z } from 'zod';
import { type AskedRollStore, askedRollSchema } from '../campaign/asked-rolls.ts';
import { serverKeyOfPlace, toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';

const rolls = z.array(z.object({ roll: askedRollSchema }).transform(({ roll }) => roll));

/** Creates the store of roll requests on Postgres. */
export const createAskedRollStore = (prisma: PrismaClient): AskedRollStore =>
  withTranslatedErrors({
    save: async (asked, said) => {
      const { guild, channel, id, version, at } = asked;
      const [where, roll] = [serverKeyOfPlace(guild, channel), toPgJson(asked)];
      const change =
        version === 1
          ? Prisma.sql`INSERT INTO asked_rolls (guild, id, version, roll, at)
              VALUES (${where}, ${toPgText(id)}, ${version}::int, ${roll}::json, ${BigInt(at)}::bigint)
              ON CONFLICT DO NOTHING RETURNING id`
          : Prisma.sql`UPDATE asked_rolls SET version = ${version}::int, roll = ${roll}::json
              WHERE guild = ${where} AND id = ${toPgText(id)} AND version = ${version - 1}::int RETURNING id`;
      return (await writeWithMessages(prisma, change, said)) ? 'kept' : 'stale';
    },
    byId: async (id) => {
      const rows = await prisma.askedRoll.findMany({ where: { id: toPgText(id) }, select: { roll: true }, take: 1 });
      return rolls.parse(rows)[0];
    },
    listMentioning: async (user) => {
      const id = toPgText(user);
      const rows = await prisma.$queryRaw`
        SELECT roll FROM asked_rolls
        WHERE roll->>'by' = ${id} OR EXISTS (
          SELECT FROM json_array_elements(roll->'of') AS part WHERE part->>'user' = ${id}
        )
        ORDER BY at`;
      return rolls.parse(rows);
    },
    delete: async ({ guild, channel, id }) => {
      await prisma.askedRoll.deleteMany({ where: { guild: serverKeyOfPlace(guild, channel), id: toPgText(id) } });
    },
    sweep: async ({ guild, channel }, before) => {
      await prisma.askedRoll.deleteMany({
        where: { guild: serverKeyOfPlace(guild, channel), at: { lt: BigInt(before) } },
      });
    },
  });
