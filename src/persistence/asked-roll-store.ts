import { z } from 'zod';
import { type AskedRollStore, askedRollSchema } from '../campaign/asked-rolls.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { savedWith } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import { placeKey } from './server-key.ts';

const rolls = z.array(z.object({ roll: askedRollSchema }).transform(({ roll }) => roll));

/** Rolls that were asked for, on Postgres. */
export const askedRollStore = (prisma: PrismaClient): AskedRollStore => ({
  save: (asked, said) =>
    withDbErrors(async () => {
      const { guild, channel, id, version, at } = asked;
      const [where, roll] = [placeKey(guild, channel), savedJson(asked)];
      const change =
        version === 1
          ? Prisma.sql`INSERT INTO asked_rolls (guild, id, version, roll, at)
              VALUES (${where}, ${savedText(id)}, ${version}::int, ${roll}::json, ${BigInt(at)}::bigint)
              ON CONFLICT DO NOTHING RETURNING id`
          : Prisma.sql`UPDATE asked_rolls SET version = ${version}::int, roll = ${roll}::json
              WHERE guild = ${where} AND id = ${savedText(id)} AND version = ${version - 1}::int RETURNING id`;
      return (await savedWith(prisma, change, said)) ? 'kept' : 'stale';
    }),
  byId: (id) =>
    withDbErrors(async () => {
      const rows = await prisma.askedRoll.findMany({ where: { id: savedText(id) }, select: { roll: true }, take: 1 });
      return rolls.parse(rows)[0];
    }),
  naming: (user) =>
    withDbErrors(async () => {
      const id = savedText(user);
      const rows = await prisma.$queryRaw`
        SELECT roll FROM asked_rolls
        WHERE roll->>'by' = ${id} OR EXISTS (
          SELECT FROM json_array_elements(roll->'of') AS part WHERE part->>'user' = ${id}
        )
        ORDER BY at`;
      return rolls.parse(rows);
    }),
  drop: ({ guild, channel, id }) =>
    withDbErrors(async () => {
      await prisma.askedRoll.deleteMany({ where: { guild: placeKey(guild, channel), id: savedText(id) } });
    }),
  sweep: ({ guild, channel }, before) =>
    withDbErrors(async () => {
      await prisma.askedRoll.deleteMany({ where: { guild: placeKey(guild, channel), at: { lt: BigInt(before) } } });
    }),
});
