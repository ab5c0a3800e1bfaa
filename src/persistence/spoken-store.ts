import { z } from 'zod';
import { type SpokenMessage, type SpokenMessageStore, spokenMessageSchema } from '../campaign/spoken.ts';
import { toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';

const rows = z.array(
  z
    .object({
      ...spokenMessageSchema.omit({ message: true, at: true }).shape,
      message: z.string().nullable(),
      at: z.bigint().transform(Number),
    })
    .transform(({ message, ...row }): SpokenMessage => ({ ...row, ...(message !== null && { message }) })),
);
const select = { guild: true, id: true, channel: true, user: true, character: true, message: true, at: true } as const;

/** Maximum number of attempts to insert a record under the next number. */
const attempts = 20;

/** Creates the store of speakers' records on Postgres. */
export const createSpokenMessageStore = (prisma: PrismaClient): SpokenMessageStore => {
  const those = async (where: Prisma.SpokenMessageWhereInput): Promise<readonly SpokenMessage[]> =>
    rows.parse(await prisma.spokenMessage.findMany({ where, orderBy: { at: 'asc' }, select }));

  /** Inserts a record. False if its number was taken, or the user has spoken since `since`. */
  const written = async ({ guild, id, channel, user, character, at }: SpokenMessage, since: number | undefined) => {
    const [where, by] = [toPgText(guild), toPgText(user)];
    const inserted = await prisma.$executeRaw`
      INSERT INTO spoken_messages (guild, id, channel, user_id, n, character, at)
      SELECT ${where}, ${toPgText(id)}, ${toPgText(channel)}, ${by}, coalesce(max(n), 0) + 1, ${toPgText(character)},
             ${BigInt(at)}::bigint
      FROM spoken_messages
      WHERE guild = ${where} AND channel = ${toPgText(channel)} AND user_id = ${by}
      HAVING ${since === undefined ? Prisma.sql`true` : Prisma.sql`coalesce(max(at), 0) <= ${BigInt(since)}::bigint`}
      ON CONFLICT DO NOTHING`;
    return inserted === 1;
  };

  return withTranslatedErrors({
    begin: async (spoken, since) => {
      const guild = toPgText(spoken.guild);
      const whose = { guild, channel: toPgText(spoken.channel), user: toPgText(spoken.user) };
      for (let n = 1; n <= attempts; n += 1) {
        if (await written(spoken, since)) return 'begun';
        if ((await prisma.spokenMessage.count({ where: { guild, id: toPgText(spoken.id) } })) > 0) return 'again';
        const latest = await prisma.spokenMessage.findFirst({
          where: whose,
          orderBy: { n: 'desc' },
          select: { at: true },
        });
        const last = Number(latest?.at ?? 0);
        if (since !== undefined && last > since) return last;
      }
      throw new Error('Too many messages are spoken there at once.');
    },
    posted: async ({ guild, id }, message) => {
      await prisma.spokenMessage.updateMany({
        where: { guild: toPgText(guild), id: toPgText(id) },
        data: { message: toPgText(message) },
      });
    },
    find: ({ guild, channel, message, order, from, to }) =>
      those({
        guild: toPgText(guild),
        OR: [
          { message: toPgText(message) },
          ...(order === undefined ? [] : [{ id: toPgText(order) }]),
          { channel: toPgText(channel), at: { gte: BigInt(from), lte: BigInt(to) } },
        ],
      }),
    by: (user) => those({ user: toPgText(user) }),
    sweep: async (before) => {
      await prisma.spokenMessage.deleteMany({ where: { at: { lt: BigInt(before) } } });
    },
  });
};
