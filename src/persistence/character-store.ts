import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { type Character, type CharacterStore, formatDeletedOwner } from '../campaign/characters.ts';
import { normalizeName } from '../core/message.ts';
import { compareByName } from '../library/library.ts';
import { parseServerKey, serverKeyOfOwner, toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import type { Character as CharacterRow, Prisma } from './generated/client.ts';
import { insertMessagesStandaloneSql } from './outbox-sql.ts';
import { type DatabaseClient, runAllInTransaction } from './prisma-transaction.ts';

const omit = { nameKey: true, sharedBy: true } as const;

const characterOf = ({ guild, updatedAt, ...row }: Omit<CharacterRow, keyof typeof omit>): Character => ({
  ...row,
  guild: parseServerKey(guild),
  updatedAt: Number(updatedAt),
});

export const createCharacterStore = (prisma: DatabaseClient): CharacterStore => {
  const beside = (said: PlacedMessage | undefined) =>
    said === undefined ? [] : [prisma.$executeRaw(insertMessagesStandaloneSql(said))];
  const newest = async (where: Prisma.CharacterWhereInput): Promise<Character | undefined> => {
    const row = await prisma.character.findFirst({ where, omit, orderBy: { updatedAt: 'desc' } });
    return row === null ? undefined : characterOf(row);
  };
  const sorted = async (where: Prisma.CharacterWhereInput): Promise<readonly Character[]> =>
    (await prisma.character.findMany({ where, omit })).map(characterOf).toSorted(compareByName);
  return withTranslatedErrors({
    save: async ({ id, owner, guild, system, name, sheet, edition, updatedAt }, said) => {
      const [kept, key] = [toPgText(id), toPgText(normalizeName(name))];
      const server = serverKeyOfOwner(guild, owner);
      const whose = { owner: toPgText(owner), system: toPgText(system), nameKey: key };
      await runAllInTransaction(prisma, [
        // A renamed character must not keep its row under the old name.
        prisma.character.deleteMany({ where: { guild: server, id: kept, NOT: whose } }),
        prisma.$executeRaw`
          INSERT INTO characters (guild, id, owner, system, name, name_key, sheet, edition, updated_at)
          VALUES (${server}, ${kept}, ${whose.owner}, ${whose.system}, ${toPgText(name)}, ${key}, ${toPgJson(sheet)}::json,
                  ${edition}::int, ${BigInt(updatedAt)}::bigint)
          ON CONFLICT (guild, owner, system, name_key) DO UPDATE
          SET id = excluded.id, name = excluded.name, sheet = excluded.sheet, edition = excluded.edition,
              updated_at = excluded.updated_at`,
        ...beside(said),
      ]);
    },
    find: (owner, guild, name, system) =>
      newest({
        owner: toPgText(owner),
        guild: serverKeyOfOwner(guild, owner),
        nameKey: toPgText(normalizeName(name)),
        ...(system !== undefined && { system: toPgText(system) }),
      }),
    list: (owner, guild) => sorted({ owner: toPgText(owner), guild: serverKeyOfOwner(guild, owner) }),
    listInAllServers: (owner) => sorted({ owner: toPgText(owner) }),
    byId: (id) => newest({ id: toPgText(id), NOT: { owner: { startsWith: formatDeletedOwner('') } } }),
    remove: async (id, said) => {
      await runAllInTransaction(prisma, [
        prisma.character.deleteMany({ where: { id: toPgText(id) } }),
        ...beside(said),
      ]);
    },
  });
};
