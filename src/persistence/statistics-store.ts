import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { type BattleTally, battleTallySchema, type StatisticsStore } from '../campaign/statistics.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import type { PrismaClient } from './generated/client.ts';
import { insertMessagesStandaloneSql } from './outbox-sql.ts';

const rows = z.array(z.object({ tallied: battleTallySchema }));

/** Number of battles to read before the process does other work. */
const battlesPerRead = 500;

export const createStatisticsStore = (prisma: PrismaClient): StatisticsStore =>
  withTranslatedErrors({
    find: async (battles) => {
      // A tally of another edition does not count, so the battle is counted again.
      const counted: BattleTally[] = [];
      for (let from = 0; from < battles.length; from += battlesPerRead) {
        const found = await prisma.talliedBattle.findMany({
          where: {
            battle: { id: { in: battles.slice(from, from + battlesPerRead).map(toPgText) } },
            edition: appEdition,
          },
          select: { tallied: true },
        });
        counted.push(...rows.parse(found).map(({ tallied }) => tallied));
      }
      return counted;
    },
    save: async (tallied) => {
      // If the battle was deleted in the meantime, its tally is not saved.
      await prisma.$executeRaw`
        INSERT INTO tallied_battles (guild, battle_id, tallied, edition)
        SELECT guild, id, ${toPgJson(tallied)}::json, ${appEdition}::int FROM battles WHERE id = ${toPgText(tallied.battle)}
        ON CONFLICT (guild, battle_id) DO UPDATE SET tallied = excluded.tallied, edition = excluded.edition`;
    },
    forget: async (battles) => {
      await prisma.talliedBattle.deleteMany({ where: { battle: { id: { in: battles.map(toPgText) } } } });
    },
    listPrivate: async (users) => {
      const found = await prisma.privateStatistics.findMany({ where: { user: { in: users.map(toPgText) } } });
      return new Set(found.map(({ user }) => user));
    },
    setPrivate: async (user, on, said) => {
      const where = { user: toPgText(user) };
      await prisma.$transaction([
        on
          ? prisma.privateStatistics.upsert({ where, create: where, update: {} })
          : prisma.privateStatistics.deleteMany({ where }),
        ...(said === undefined ? [] : [prisma.$executeRaw(insertMessagesStandaloneSql(said))]),
      ]);
    },
  });
