import { z } from 'zod';
import { type Spoken, type SpokenStore, spokenSchema } from '../campaign/spoken.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { savedText } from './pg-text.ts';

const rows = z.array(
  z
    .object({
      ...spokenSchema.omit({ message: true, at: true }).shape,
      message: z.string().nullable(),
      at: z.bigint().transform(Number),
    })
    .transform(({ message, ...row }): Spoken => ({ ...row, ...(message !== null && { message }) })),
);
const select = { guild: true, id: true, channel: true, user: true, character: true, message: true, at: true } as const;

/** How often a lost race for the next number is run again. */
const attempts = 20;

/** Who spoke, on Postgres. */
export const spokenStore = (prisma: PrismaClient): SpokenStore => {
  const those = (where: Prisma.SpokenMessageWhereInput): Promise<readonly Spoken[]> =>
    withDbErrors(async () =>
      rows.parse(await prisma.spokenMessage.findMany({ where, orderBy: { at: 'asc' }, select })),
    );

  /** True if it was written: nobody else took its number, and the person did not speak after `since`. */
  const written = async ({ guild, id, channel, user, character, at }: Spoken, since: number | undefined) => {
    const [where, by] = [savedText(guild), savedText(user)];
    const inserted = await prisma.$executeRaw`
      INSERT INTO spoken_messages (guild, id, channel, user_id, n, character, at)
      SELECT ${where}, ${savedText(id)}, ${savedText(channel)}, ${by}, coalesce(max(n), 0) + 1, ${savedText(character)},
             ${BigInt(at)}::bigint
      FROM spoken_messages
      WHERE guild = ${where} AND channel = ${savedText(channel)} AND user_id = ${by}
      HAVING ${since === undefined ? Prisma.sql`true` : Prisma.sql`coalesce(max(at), 0) <= ${BigInt(since)}::bigint`}
      ON CONFLICT DO NOTHING`;
    return inserted === 1;
  };

  return {
    begin: (spoken, since) =>
      withDbErrors(async () => {
        const guild = savedText(spoken.guild);
        const whose = { guild, channel: savedText(spoken.channel), user: savedText(spoken.user) };
        for (let n = 1; n <= attempts; n += 1) {
          if (await written(spoken, since)) return 'begun';
          if ((await prisma.spokenMessage.count({ where: { guild, id: savedText(spoken.id) } })) > 0) return 'again';
          const latest = await prisma.spokenMessage.findFirst({
            where: whose,
            orderBy: { n: 'desc' },
            select: { at: true },
          });
          const last = Number(latest?.at ?? 0);
          if (since !== undefined && last > since) return last;
        }
        throw new Error('Too many messages are spoken there at once.');
      }),
    posted: ({ guild, id }, message) =>
      withDbErrors(async () => {
        await prisma.spokenMessage.updateMany({
          where: { guild: savedText(guild), id: savedText(id) },
          data: { message: savedText(message) },
        });
      }),
    find: ({ guild, channel, message, order, from, to }) =>
      those({
        guild: savedText(guild),
        OR: [
          { message: savedText(message) },
          ...(order === undefined ? [] : [{ id: savedText(order) }]),
          { channel: savedText(channel), at: { gte: BigInt(from), lte: BigInt(to) } },
        ],
      }),
    by: (user) => those({ user: savedText(user) }),
    sweep: (before) =>
      withDbErrors(async () => {
        await prisma.spokenMessage.deleteMany({ where: { at: { lt: BigInt(before) } } });
      }),
  };
};
