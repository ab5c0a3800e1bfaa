import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import { normalizeName } from '../core/text.ts';
import {
  compareLibraryItems,
  type Library,
  type LibraryItem,
  type LibraryItemHead,
  type LibraryStore,
  libraryKinds,
  libraryScopes,
} from '../library/library.ts';
import { translateDbErrors } from './db-errors.ts';
import { Prisma } from './generated/client.ts';
import { writeWithMessages } from './outbox-sql.ts';
import { toPgJson, toPgText } from './pg-text.ts';
import { type DatabaseClient, runAllInTransaction } from './prisma-transaction.ts';
import { parseServerKey, serverKeyOfOwner } from './server-key.ts';

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

const headOf = ({
  guild,
  scope,
  owner,
  system,
  rulesEdition,
  updatedAt,
  deletedAt,
  ...head
}: z.output<z.ZodObject<typeof headShape>>): LibraryItemHead => ({
  ...head,
  shelf: { scope, owner, guild: parseServerKey(guild) },
  system: system === '' ? undefined : system,
  edition: rulesEdition,
  updatedAt: Number(updatedAt),
  ...(deletedAt !== null && { deletedAt: Number(deletedAt) }),
});

const headRow = z.object(headShape).transform(headOf);
const itemRow = z
  .object({ ...headShape, thing: z.unknown() })
  .transform(({ thing, ...row }): LibraryItem => ({ ...headOf(row), thing }));

const headColumns = {
  ...{ guild: true, id: true, scope: true, owner: true, keeper: true, kind: true, system: true, name: true },
  ...{ rulesEdition: true, version: true, updatedAt: true, deletedAt: true },
} as const;

const whereLibrary = ({ scope, owner, guild }: Library) => ({
  guild: serverKeyOfOwner(guild, owner),
  scope,
  owner: toPgText(owner),
});

/** The columns of something with the values it is written with. */
const toColumns = ({
  id,
  shelf,
  keeper,
  kind,
  system,
  name,
  thing,
  edition,
  version,
  updatedAt,
  deletedAt,
}: LibraryItem) =>
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
    ['rules_edition', Prisma.sql`${edition}::int`],
    ['version', Prisma.sql`${version}::int`],
    ['updated_at', Prisma.sql`${BigInt(updatedAt)}::bigint`],
    ['deleted_at', Prisma.sql`${deletedAt === undefined ? null : BigInt(deletedAt)}::bigint`],
  ] as const;

/** Something else of that name, kind and rulebook on the shelf of `item`. */
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

/** Shelves on Postgres. */
export const createLibraryStore = (prisma: DatabaseClient): LibraryStore => ({
  save: (item, said) =>
    translateDbErrors(async () => {
      if (await writeWithMessages(prisma, item.version === 1 ? insertion(item) : change(item), said)) return 'kept';
      const others = item.deletedAt === undefined ? await prisma.$queryRaw<readonly unknown[]>(sameNameSql(item)) : [];
      return others.length > 0 ? 'taken' : 'stale';
    }),
  list: (shelf, kind) =>
    translateDbErrors(async () => {
      const where = { ...whereLibrary(shelf), deletedAt: null, ...(kind !== undefined && { kind }) };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns });
      return rows.map((row) => headRow.parse(row)).toSorted(compareLibraryItems);
    }),
  listDeleted: (shelf, kind) =>
    translateDbErrors(async () => {
      const where = { ...whereLibrary(shelf), kind, deletedAt: { not: null } };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns, orderBy: { deletedAt: 'desc' } });
      return rows.map((row) => headRow.parse(row));
    }),
  findMany: (ids) =>
    translateDbErrors(async () => {
      const rows = await prisma.shelfItem.findMany({
        where: { id: { in: ids.map(toPgText) } },
        select: { ...headColumns, thing: true },
      });
      const items = rows.map((row) => itemRow.parse(row));
      return ids.flatMap((id) => items.find((item) => item.id === toPgText(id)) ?? []);
    }),
  sweep: (shelf, before, most) =>
    translateDbErrors(async () => {
      const { guild, scope, owner } = whereLibrary(shelf);
      await prisma.$executeRaw`
        DELETE FROM shelf_items WHERE guild = ${guild} AND id IN (
          SELECT id FROM (
            SELECT id, deleted_at, row_number() OVER (ORDER BY deleted_at DESC) AS nth FROM shelf_items
            WHERE guild = ${guild} AND scope = ${scope} AND owner = ${owner} AND deleted_at IS NOT NULL
          ) AS deleted WHERE nth > ${most}::int OR deleted_at < ${BigInt(before)}::bigint
        )`;
    }),
  listByUser: (user) =>
    translateDbErrors(async () => {
      const id = toPgText(user);
      const rows = await prisma.shelfItem.findMany({
        where: { OR: [{ keeper: id }, { guild: serverKeyOfOwner(undefined, user), scope: 'person', owner: id }] },
        select: { ...headColumns, thing: true },
      });
      return rows.map((row) => itemRow.parse(row)).toSorted(compareLibraryItems);
    }),
  eraseUser: (user, gone) =>
    translateDbErrors(async () => {
      const id = toPgText(user);
      await runAllInTransaction(prisma, [
        prisma.shelfItem.deleteMany({
          where: { guild: serverKeyOfOwner(undefined, user), scope: 'person', owner: id },
        }),
        prisma.shelfItem.updateMany({ where: { keeper: id }, data: { keeper: toPgText(gone) } }),
      ]);
    }),
});
