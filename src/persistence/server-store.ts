import { z } from 'zod';
import { rollModes } from '../battle/table.ts';
import type { Panel, ServerSettings, ServerStore } from '../campaign/servers.ts';
import type { PrismaClient } from './generated/client.ts';
import { reaching } from './reaching.ts';
import { savedGuild, savedJson, savedText } from './saved-text.ts';

const serverRow = z.object({
  guild: z.string(),
  systems: z.array(z.string()),
  rolls: z.enum(rollModes),
  houseRules: z.record(z.string(), z.unknown()),
});

/** What servers chose and where panels stand, on Postgres. */
export const serverStore = (prisma: PrismaClient): ServerStore => ({
  settings: (guild) =>
    reaching(async (): Promise<ServerSettings | undefined> => {
      const row = await prisma.server.findUnique({ where: { guild: savedGuild(guild) } });
      return row === null ? undefined : serverRow.parse(row);
    }),
  saveSettings: ({ guild, systems, rolls, houseRules }) =>
    reaching(async () => {
      await prisma.$executeRaw`
        INSERT INTO servers (guild, systems, rolls, house_rules)
        VALUES (${savedGuild(guild)}, ${systems.map(savedText)}::text[], ${rolls}, ${savedJson(houseRules)}::json)
        ON CONFLICT (guild) DO UPDATE
        SET systems = excluded.systems, rolls = excluded.rolls, house_rules = excluded.house_rules`;
    }),
  panel: (battle) =>
    reaching(async (): Promise<Panel | undefined> => {
      const row = await prisma.panel.findUnique({ where: { battleId: savedText(battle) } });
      return row === null
        ? undefined
        : { battle: row.battleId, channel: row.channel, message: row.message, postedAt: Number(row.postedAt) };
    }),
  placePanel: ({ battle, channel, message, postedAt }, instead) =>
    reaching(async () => {
      const place = { channel: savedText(channel), message: savedText(message), postedAt: BigInt(postedAt) };
      const battleId = savedText(battle);
      const { count } =
        instead === undefined
          ? await prisma.panel.createMany({ data: { battleId, ...place }, skipDuplicates: true })
          : await prisma.panel.updateMany({ where: { battleId, message: savedText(instead) }, data: place });
      return count === 1;
    }),
});
