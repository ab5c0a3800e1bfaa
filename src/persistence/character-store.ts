import { z } from 'zod';
import { byName } from '../campaign/by-name.ts';
import type { Character, CharacterStore } from '../campaign/characters.ts';
import { nameKey } from '../core/text.ts';
import type { PrismaClient } from './generated/client.ts';
import { reaching } from './reaching.ts';
import { savedGuild, savedJson, savedText } from './saved-text.ts';

const characterRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    guild: z.string(),
    system: z.string(),
    name: z.string(),
    sheet: z.unknown(),
    updatedAt: z.bigint(),
  })
  .transform(
    ({ guild, updatedAt, ...character }): Character => ({
      ...character,
      guild: guild === '' ? undefined : guild,
      updatedAt: Number(updatedAt),
    }),
  );

/** Characters on Postgres. */
export const characterStore = (prisma: PrismaClient): CharacterStore => ({
  save: ({ id, owner, guild, system, name, sheet, updatedAt }) =>
    reaching(async () => {
      const [kept, key] = [savedText(id), savedText(nameKey(name))];
      const whose = { owner: savedText(owner), guild: savedGuild(guild), system: savedText(system), nameKey: key };
      await prisma.$transaction([
        // A character that was renamed leaves its old name.
        prisma.character.deleteMany({ where: { id: kept, NOT: whose } }),
        prisma.$executeRaw`
          INSERT INTO characters (id, owner, guild, system, name, name_key, sheet, updated_at)
          VALUES (${kept}, ${whose.owner}, ${whose.guild}, ${whose.system}, ${savedText(name)}, ${key},
                  ${savedJson(sheet)}::json, ${BigInt(updatedAt)}::bigint)
          ON CONFLICT (owner, guild, system, name_key) DO UPDATE
          SET id = excluded.id, name = excluded.name, sheet = excluded.sheet, updated_at = excluded.updated_at`,
      ]);
    }),
  find: (owner, guild, name, system) =>
    reaching(async () => {
      const row = await prisma.character.findFirst({
        where: {
          owner: savedText(owner),
          guild: savedGuild(guild),
          nameKey: savedText(nameKey(name)),
          ...(system !== undefined && { system: savedText(system) }),
        },
        orderBy: { updatedAt: 'desc' },
      });
      return row === null ? undefined : characterRow.parse(row);
    }),
  list: (owner, guild) =>
    reaching(async () => {
      const rows = await prisma.character.findMany({
        where: { owner: savedText(owner), guild: savedGuild(guild) },
      });
      return rows.map((row) => characterRow.parse(row)).toSorted(byName);
    }),
  everywhere: (owner) =>
    reaching(async () => {
      const rows = await prisma.character.findMany({ where: { owner: savedText(owner) } });
      return rows.map((row) => characterRow.parse(row)).toSorted(byName);
    }),
  byId: (id) =>
    reaching(async () => {
      const row = await prisma.character.findUnique({ where: { id: savedText(id) } });
      return row === null ? undefined : characterRow.parse(row);
    }),
  remove: (id) =>
    reaching(async () => {
      await prisma.character.deleteMany({ where: { id: savedText(id) } });
    }),
});
