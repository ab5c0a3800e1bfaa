import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { normalizeName } from '../core/message.ts';
import {
  compareByName,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryStore,
  libraryKinds,
  libraryScopes,
} from '../library/library.ts';
import { parseServerKey, serverKeyOfOwner, toPgJson, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';
import { type DatabaseClient, runAllInTransaction } from './prisma-transaction.ts';

const headShape = {
  guild: z.string(),
  id: z.string(),
  scope: z.enum(libraryScopes),
  owner: z.string(),
  keeper: z.string(),
  kind: z.enum(libraryKinds),
  system: z.string(),
  name: z.string(),
  rulesEdition: z.int(),
  version: z.int(),
  updatedAt: z.bigint(),
  deletedAt: z.bigint().nullable(),
};

const headOf = (row: z.output<z.ZodObject<typeof headShape>>): LibraryItemHead => {
  const { guild, scope, owner, system, rulesEdition: edition, updatedAt, deletedAt, ...head } = row;
  return {
    ...head,
    edition,
    shelf: { scope, owner, guild: parseServerKey(guild) },
    system: system === '' ? undefined : system,
    updatedAt: Number(updatedAt),
    ...(deletedAt !== null && { deletedAt: Number(deletedAt) }),
  };
};

const headRows = z.array(z.object(headShape).transform(headOf));
const itemRows = z.array(
  z
    .object({ ...headShape, thing: z.unknown() })
    .transform(({ thing, ...row }): LibraryItem => ({ ...headOf(row), thing })),
);

const headColumns = {
  ...{ guild: true, id: true, scope: true, owner: true, keeper: true, kind: true, system: true, name: true },
  ...{ rulesEdition: true, version: true, updatedAt: true, deletedAt: true },
} as const;

const whereLibrary = ({ scope, owner, guild }: Library) => ({
  guild: serverKeyOfOwner(guild, owner),
  scope,
  owner: toPgText(owner),
});
const whereOwned = (user: string) => whereLibrary({ scope: 'person', owner: user, guild: undefined });

const toColumns = ({ id, shelf, keeper, kind, system, name, thing, deletedAt, ...item }: LibraryItem) =>
  [
    ['guild', Prisma.sql`${serverKeyOfOwner(shelf.guild, shelf.owner)}`],
    ['id', Prisma.sql`${toPgText(id)}`],
    ['scope', Prisma.sql`${shelf.scope}`],
    ['owner', Prisma.sql`${toPgText(shelf.owner)}`],
    ['keeper', Prisma.sql`${toPgText(keeper)}`],
    ['kind', Prisma.sql`${kind}`],
    ['system', Prisma.sql`${toPgText(system ?? '')}`],
    ['name', Prisma.sql`${toPgText(name)}`],
    ['name_key', Prisma.sql`${toPgText(normalizeName(name))}`],
    ['thing', Prisma.sql`${toPgJson(thing)}::json`],
    ['edition', Prisma.sql`${appEdition}::int`],
    ['rules_edition', Prisma.sql`${item.edition}::int`],
    ['version', Prisma.sql`${item.version}::int`],
    ['updated_at', Prisma.sql`${BigInt(item.updatedAt)}::bigint`],
    ['deleted_at', Prisma.sql`${deletedAt === undefined ? null : BigInt(deletedAt)}::bigint`],
  ] as const;

/** SQL condition for another item of the same name, kind and rulebook in the library. */
const sameNameSql = ({ id, shelf, kind, system, name }: LibraryItem): Prisma.Sql => Prisma.sql`
  SELECT 1 AS there FROM shelf_items AS other
  WHERE other.guild = ${serverKeyOfOwner(shelf.guild, shelf.owner)} AND other.scope = ${shelf.scope}
    AND other.owner = ${toPgText(shelf.owner)} AND other.kind = ${kind} AND other.system = ${toPgText(system ?? '')}
    AND other.name_key = ${toPgText(normalizeName(name))} AND other.deleted_at IS NULL AND other.id <> ${toPgText(id)}`;

const insertion = (item: LibraryItem): Prisma.Sql => {
  const columns = toColumns(item);
  const names = Prisma.raw(columns.map(([name]) => name).join(', '));
  return Prisma.sql`INSERT INTO shelf_items (${names}) VALUES (${Prisma.join(columns.map(([, value]) => value))})
    ON CONFLICT DO NOTHING RETURNING id`;
};

const change = (item: LibraryItem): Prisma.Sql => {
  const { id, shelf, version, deletedAt } = item;
  const set = toColumns(item).map(([name, value]) => Prisma.sql`${Prisma.raw(name)} = ${value}`);
  const free = deletedAt === undefined ? Prisma.sql`AND NOT EXISTS (${sameNameSql(item)})` : Prisma.empty;
  return Prisma.sql`UPDATE shelf_items SET ${Prisma.join(set)}
    WHERE guild = ${serverKeyOfOwner(shelf.guild, shelf.owner)} AND id = ${toPgText(id)} AND version = ${version - 1}::int ${free}
    RETURNING id`;
};

export const createLibraryStore = (prisma: DatabaseClient): LibraryStore => {
  const items = async (where: Prisma.ShelfItemWhereInput): Promise<readonly LibraryItem[]> =>
    itemRows.parse(await prisma.shelfItem.findMany({ where, select: { ...headColumns, thing: true } }));
  return withTranslatedErrors({
    save: async (item, said) => {
      if (await writeWithMessages(prisma, item.version === 1 ? insertion(item) : change(item), said)) return 'kept';
      const others = item.deletedAt === undefined ? await prisma.$queryRaw<readonly unknown[]>(sameNameSql(item)) : [];
      return others.length > 0 ? 'taken' : 'stale';
    },
    list: async (shelf, kind) => {
      const where = { ...whereLibrary(shelf), deletedAt: null, ...(kind !== undefined && { kind }) };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns });
      return headRows.parse(rows).toSorted(compareByName);
    },
    listDeleted: async (shelf, kind) => {
      const where = { ...whereLibrary(shelf), kind, deletedAt: { not: null } };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns, orderBy: { deletedAt: 'desc' } });
      return headRows.parse(rows);
    },
    findMany: async (ids) => {
      const found = await items({ id: { in: ids.map(toPgText) } });
      return ids.flatMap((id) => found.find((item) => item.id === toPgText(id)) ?? []);
    },
    sweep: async (shelf, before, most) => {
      const { guild, scope, owner } = whereLibrary(shelf);
      await prisma.$executeRaw`
        DELETE FROM shelf_items WHERE guild = ${guild} AND id IN (
          SELECT id FROM (
            SELECT id, deleted_at, row_number() OVER (ORDER BY deleted_at DESC) AS nth FROM shelf_items
            WHERE guild = ${guild} AND scope = ${scope} AND owner = ${owner} AND deleted_at IS NOT NULL
          ) AS deleted WHERE nth > ${most}::int OR deleted_at < ${BigInt(before)}::bigint
        )`;
    },
    listByUser: async (user) => {
      const found = await items({ OR: [{ keeper: toPgText(user) }, whereOwned(user)] });
      return found.toSorted(compareByName);
    },
    eraseUser: async (user, gone) => {
      const [where, data] = [{ keeper: toPgText(user) }, { keeper: toPgText(gone) }];
      await runAllInTransaction(prisma, [
        prisma.shelfItem.deleteMany({ where: whereOwned(user) }),
        prisma.shelfItem.updateMany({ where, data }),
      ]);
    },
  });
};
