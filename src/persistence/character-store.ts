import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { byName } from '../campaign/character-order.ts';
import { type Character, type CharacterStore, deletedOwner } from '../campaign/characters.ts';
import { nameKey } from '../core/text.ts';
import { withDbErrors } from './db-errors.ts';
import { insertMessagesAlone } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import { allInTransaction, type Client } from './prisma-transaction.ts';
import { guildOf, ownerKey, ownerKeys } from './server-key.ts';

const characterRow = z
  .object({
    id: z.string(),
    owner: z.string(),
    guild: z.string(),
    system: z.string(),
    name: z.string(),
    sheet: z.unknown(),
    edition: z.int(),
    updatedAt: z.bigint(),
    sharedBy: z.string().nullable(),
  })
  .transform(
    ({ guild, updatedAt, sharedBy, ...character }): Character => ({
      ...character,
      ...(sharedBy !== null && { sharedBy }),
      guild: guildOf(guild),
      updatedAt: Number(updatedAt),
    }),
  );

/** Characters on Postgres. */
export const characterStore = (prisma: Client): CharacterStore => {
  const beside = (said: PlacedMessage | undefined) =>
    said === undefined ? [] : [prisma.$executeRaw(insertMessagesAlone(said))];
  return {
    save: ({ id, owner, guild, system, name, sheet, edition, updatedAt }, said) =>
      withDbErrors(async () => {
        const [kept, key] = [savedText(id), savedText(nameKey(name))];
        const server = ownerKey(guild, owner);
        const whose = { owner: savedText(owner), system: savedText(system), nameKey: key };
        await allInTransaction(prisma, [
          // Those of one owner lie together, whichever release wrote them: or this one would not be found in the way.
          prisma.character.updateMany({
            where: { owner: whose.owner, guild: { in: ownerKeys(guild, owner).filter((key) => key !== server) } },
            data: { guild: server },
          }),
          // A character that was renamed leaves its old name.
          prisma.character.deleteMany({ where: { guild: server, id: kept, NOT: whose } }),
          prisma.$executeRaw`
          INSERT INTO characters (guild, id, owner, system, name, name_key, sheet, edition, updated_at)
          VALUES (${server}, ${kept}, ${whose.owner}, ${whose.system}, ${savedText(name)}, ${key}, ${savedJson(sheet)}::json,
                  ${edition}::int, ${BigInt(updatedAt)}::bigint)
          ON CONFLICT (guild, owner, system, name_key) DO UPDATE
          SET id = excluded.id, name = excluded.name, sheet = excluded.sheet, edition = excluded.edition,
              updated_at = excluded.updated_at`,
          ...beside(said),
        ]);
      }),
    find: (owner, guild, name, system) =>
      withDbErrors(async () => {
        const row = await prisma.character.findFirst({
          where: {
            owner: savedText(owner),
            guild: { in: [...ownerKeys(guild, owner)] },
            nameKey: savedText(nameKey(name)),
            ...(system !== undefined && { system: savedText(system) }),
          },
          orderBy: { updatedAt: 'desc' },
        });
        return row === null ? undefined : characterRow.parse(row);
      }),
    list: (owner, guild) =>
      withDbErrors(async () => {
        const rows = await prisma.character.findMany({
          where: { owner: savedText(owner), guild: { in: [...ownerKeys(guild, owner)] } },
        });
        return rows.map((row) => characterRow.parse(row)).toSorted(byName);
      }),
    everywhere: (owner) =>
      withDbErrors(async () => {
        const rows = await prisma.character.findMany({ where: { owner: savedText(owner) } });
        return rows.map((row) => characterRow.parse(row)).toSorted(byName);
      }),
    byId: (id) =>
      withDbErrors(async () => {
        const row = await prisma.character.findFirst({
          where: { id: savedText(id), NOT: { owner: { startsWith: deletedOwner('') } } },
        });
        return row === null ? undefined : characterRow.parse(row);
      }),
    share: ({ id, owner }, by, said) =>
      withDbErrors(async () => {
        await allInTransaction(prisma, [
          prisma.character.updateMany({
            where: { id: savedText(id), owner: savedText(owner) },
            data: { sharedBy: by === undefined ? null : savedText(by) },
          }),
          ...beside(said),
        ]);
      }),
    shared: (guild) =>
      withDbErrors(async () => {
        const rows = await prisma.character.findMany({ where: { guild: savedText(guild), sharedBy: { not: null } } });
        return rows.map((row) => characterRow.parse(row)).toSorted(byName);
      }),
    remove: (id, said) =>
      withDbErrors(async () => {
        await allInTransaction(prisma, [
          prisma.character.deleteMany({ where: { id: savedText(id) } }),
          ...beside(said),
        ]);
      }),
  };
};
