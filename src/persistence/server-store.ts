import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { rollModes } from '../battle/saved/session.ts';
import {
  type PostedPanel,
  panelStorySchema,
  type ServerPresentation,
  type ServerSettings,
  type ServerStore,
} from '../campaign/servers.ts';
import { themes } from '../core/theme.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';

const serverRow = z.object({
  guild: z.string(),
  systems: z.array(z.string()),
  rolls: z.enum(rollModes),
  houseRules: z.record(z.string(), z.unknown()),
  editions: z.record(z.string(), z.int()),
  readings: z.array(z.object({ name: z.string(), system: z.string(), edition: z.int(), settings: z.unknown() })),
  desk: z.string().nullable(),
  pictures: z.enum(themes).nullable(),
  authors: z.boolean().nullable(),
  language: z.string().nullable(),
});

const mannerRows = z.array(serverRow.pick({ pictures: true, authors: true, language: true }));

/** Maximum number of cached server settings, and their lifetime (milliseconds). */
const presentationCache = { max: 1000, ttl: 5000 };

/** Creates the store of server settings and panel positions on Postgres. */
export const createServerStore = (prisma: PrismaClient): ServerStore => {
  /** Cached promises of server settings. A save replaces the promise, so that an older read cannot overwrite it. */
  const manners = new LRUCache<string, Promise<ServerPresentation>>(presentationCache);
  const readManner = async (guild: string): Promise<ServerPresentation> => {
    const [row] = mannerRows.parse(
      await prisma.$queryRaw`SELECT pictures, authors, language FROM servers WHERE guild = ${toPgText(guild)}`,
    );
    return {
      ...(row?.pictures && { pictures: row.pictures }),
      ...(row?.authors && { authors: true }),
      ...(row?.language && { language: row.language }),
    };
  };
  return withTranslatedErrors({
    settings: async (guild): Promise<ServerSettings | undefined> => {
      const row = await prisma.server.findUnique({ where: { guild: toPgText(guild) } });
      if (row === null) return undefined;
      const { desk, pictures, authors, language, ...settings } = serverRow.parse(row);
      return {
        ...settings,
        ...(desk !== null && { desk }),
        ...(pictures !== null && { pictures }),
        ...(authors !== null && { authors }),
        ...(language !== null && { language }),
      };
    },
    presentation: (guild) => {
      const there = manners.get(guild);
      if (there !== undefined) return there;
      const read = readManner(guild);
      manners.set(guild, read);
      read.catch(() => manners.delete(guild));
      return read;
    },
    saveSettings: async (settings, said) => {
      const { guild, systems, rolls, houseRules, editions, readings, desk, pictures, authors, language } = settings;
      try {
        const change = Prisma.sql`
          INSERT INTO servers (guild, systems, rolls, house_rules, editions, readings, desk, pictures, authors,
                               language)
          VALUES (${toPgText(guild)}, ${systems.map(toPgText)}::text[], ${rolls}, ${toPgJson(houseRules)}::json,
                  ${toPgJson(editions)}::json, ${toPgJson(readings)}::json, ${desk === undefined ? null : toPgText(desk)},
                  ${pictures ?? null}, ${authors ?? null}::boolean,
                  ${language ?? null})
          ON CONFLICT (guild) DO UPDATE
          SET systems = excluded.systems, rolls = excluded.rolls, house_rules = excluded.house_rules,
              editions = excluded.editions, readings = excluded.readings, desk = excluded.desk,
              pictures = excluded.pictures, authors = excluded.authors, language = excluded.language
          RETURNING guild`;
        await writeWithMessages(prisma, change, said);
      } finally {
        manners.delete(guild);
      }
    },
    panel: async (battle): Promise<PostedPanel | undefined> => {
      const row = await prisma.panel.findFirst({ where: { battle: { id: toPgText(battle) } } });
      if (row === null) return undefined;
      const { battleId, channel, message, postedAt } = row;
      const story = row.story === null ? undefined : panelStorySchema.parse(row.story);
      return {
        ...{ battle: battleId, channel, message, postedAt: Number(postedAt) },
        ...(story?.message === message && { story }),
      };
    },
    placePanel: async ({ battle, channel, message, postedAt, story }, instead) => {
      const place = {
        ...{ channel: toPgText(channel), message: toPgText(message), postedAt: BigInt(postedAt) },
        story: story ?? Prisma.DbNull,
      };
      const id = toPgText(battle);
      if (instead !== undefined) {
        const where = { battle: { id }, message: toPgText(instead) };
        return (await prisma.panel.updateMany({ where, data: place })).count === 1;
      }
      const written = await prisma.$executeRaw`
        INSERT INTO panels (guild, battle_id, channel, message, posted_at, story)
        SELECT guild, id, ${place.channel}, ${place.message}, ${place.postedAt}::bigint,
               ${story === undefined ? null : toPgJson(story)}::json FROM battles WHERE id = ${id}
        ON CONFLICT DO NOTHING`;
      return written === 1;
    },
  });
};
