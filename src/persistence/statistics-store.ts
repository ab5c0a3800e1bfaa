import { z } from 'zod';
import { type StatisticsStore, talliedSchema } from '../campaign/statistics.ts';
import type { PrismaClient } from './generated/client.ts';
import { reaching } from './reaching.ts';
import { savedJson, savedText } from './saved-text.ts';

const rows = z.array(z.object({ tallied: talliedSchema }));

/** Counted battles and who keeps theirs private, on Postgres. */
export const statisticsStore = (prisma: PrismaClient): StatisticsStore => ({
  counted: (battles) =>
    reaching(async () => {
      const found = await prisma.talliedBattle.findMany({ where: { battleId: { in: battles.map(savedText) } } });
      return rows.parse(found).map(({ tallied }) => tallied);
    }),
  keep: (tallied) =>
    reaching(async () => {
      // A battle that is gone by now is not kept.
      await prisma.$executeRaw`
        INSERT INTO tallied_battles (battle_id, tallied)
        SELECT id, ${savedJson(tallied)}::json FROM battles WHERE id = ${savedText(tallied.battle)}
        ON CONFLICT (battle_id) DO UPDATE SET tallied = excluded.tallied`;
    }),
  forget: (battles) =>
    reaching(async () => {
      await prisma.talliedBattle.deleteMany({ where: { battleId: { in: battles.map(savedText) } } });
    }),
  private: (users) =>
    reaching(async () => {
      const found = await prisma.privateStatistics.findMany({ where: { user: { in: users.map(savedText) } } });
      return new Set(found.map(({ user }) => user));
    }),
  setPrivate: (user, on) =>
    reaching(async () => {
      const where = { user: savedText(user) };
      if (on) await prisma.privateStatistics.upsert({ where, create: where, update: {} });
      else await prisma.privateStatistics.deleteMany({ where });
    }),
});
