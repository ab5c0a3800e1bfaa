import { z } from 'zod';
import { rollModes } from '../battle/saved/session.ts';
import type { Panel, ServerSettings, ServerStore } from '../campaign/servers.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { alsoSaid } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';

const serverRow = z.object({
  guild: z.string(),
  systems: z.array(z.string()),
  rolls: z.enum(rollModes),
  houseRules: z.record(z.string(), z.unknown()),
  editions: z.record(z.string(), z.int()),
  desk: z.string().nullable(),
});

/** What servers chose and where panels stand, on Postgres. */
export const serverStore = (prisma: PrismaClient): ServerStore => ({
  settings: (guild) =>
    withDbErrors(async (): Promise<ServerSettings | undefined> => {
      const row = await prisma.server.findUnique({ where: { guild: savedText(guild) } });
      if (row === null) return undefined;
      const { desk, ...settings } = serverRow.parse(row);
      return { ...settings, ...(desk !== null && { desk }) };
    }),
  saveSettings: ({ guild, systems, rolls, houseRules, editions, desk }, said) =>
    withDbErrors(async () => {
      await prisma.$queryRaw(Prisma.sql`
        WITH saved AS (
          INSERT INTO servers (guild, systems, rolls, house_rules, editions, desk)
          VALUES (${savedText(guild)}, ${systems.map(savedText)}::text[], ${rolls}, ${savedJson(houseRules)}::json,
                  ${savedJson(editions)}::json, ${desk === undefined ? null : savedText(desk)})
          ON CONFLICT (guild) DO UPDATE
          SET systems = excluded.systems, rolls = excluded.rolls, house_rules = excluded.house_rules,
              editions = excluded.editions, desk = excluded.desk
          RETURNING guild
        )${alsoSaid(said)} SELECT guild FROM saved`);
    }),
  panel: (battle) =>
    withDbErrors(async (): Promise<Panel | undefined> => {
      const row = await prisma.panel.findFirst({ where: { battle: { id: savedText(battle) } } });
      return row === null
        ? undefined
        : { battle: row.battleId, channel: row.channel, message: row.message, postedAt: Number(row.postedAt) };
    }),
  placePanel: ({ battle, channel, message, postedAt }, instead) =>
    withDbErrors(async () => {
      const place = { channel: savedText(channel), message: savedText(message), postedAt: BigInt(postedAt) };
      const id = savedText(battle);
      if (instead !== undefined) {
        const where = { battle: { id }, message: savedText(instead) };
        return (await prisma.panel.updateMany({ where, data: place })).count === 1;
      }
      const written = await prisma.$executeRaw`
        INSERT INTO panels (guild, battle_id, channel, message, posted_at)
        SELECT guild, id, ${place.channel}, ${place.message}, ${place.postedAt}::bigint FROM battles WHERE id = ${id}
        ON CONFLICT DO NOTHING`;
      return written === 1;
    }),
});
