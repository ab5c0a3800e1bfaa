import { z } from 'zod';
import { appEdition } from '../battle/editions/app-edition.ts';
import {
  byShelfName,
  type Shelf,
  type ShelfHead,
  type ShelfItem,
  type ShelfStore,
  shelfKinds,
  shelfScopes,
} from '../campaign/shelf.ts';
import { nameKey } from '../core/text.ts';
import { withDbErrors } from './db-errors.ts';
import { Prisma } from './generated/client.ts';
import { savedWith } from './outbox-sql.ts';
import { savedJson, savedText } from './pg-text.ts';
import { allInTransaction, type Client } from './prisma-transaction.ts';
import { guildOf, ownerKey } from './server-key.ts';

const headShape = {
  guild: z.string(),
  id: z.string(),
  scope: z.enum(shelfScopes),
  owner: z.string(),
  keeper: z.string(),
  kind: z.enum(shelfKinds),
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
}: z.output<z.ZodObject<typeof headShape>>): ShelfHead => ({
  ...head,
  shelf: { scope, owner, guild: guildOf(guild) },
  system: system === '' ? undefined : system,
  edition: rulesEdition,
  updatedAt: Number(updatedAt),
  ...(deletedAt !== null && { deletedAt: Number(deletedAt) }),
});

const headRow = z.object(headShape).transform(headOf);
const itemRow = z
  .object({ ...headShape, thing: z.unknown() })
  .transform(({ thing, ...row }): ShelfItem => ({ ...headOf(row), thing }));

const headColumns = {
  ...{ guild: true, id: true, scope: true, owner: true, keeper: true, kind: true, system: true, name: true },
  ...{ rulesEdition: true, version: true, updatedAt: true, deletedAt: true },
} as const;

const on = ({ scope, owner, guild }: Shelf) => ({
  guild: ownerKey(guild, owner),
  scope,
  owner: savedText(owner),
});

/** The columns of something with the values it is written with. */
const written = ({ id, shelf, keeper, kind, system, name, thing, edition, version, updatedAt, deletedAt }: ShelfItem) =>
  [
    ['guild', Prisma.sql`${ownerKey(shelf.guild, shelf.owner)}`],
    ['id', Prisma.sql`${savedText(id)}`],
    ['scope', Prisma.sql`${shelf.scope}`],
    ['owner', Prisma.sql`${savedText(shelf.owner)}`],
    ['keeper', Prisma.sql`${savedText(keeper)}`],
    ['kind', Prisma.sql`${kind}`],
    ['system', Prisma.sql`${savedText(system ?? '')}`],
    ['name', Prisma.sql`${savedText(name)}`],
    ['name_key', Prisma.sql`${savedText(nameKey(name))}`],
    ['thing', Prisma.sql`${savedJson(thing)}::json`],
    ['edition', Prisma.sql`${appEdition}::int`],
    ['rules_edition', Prisma.sql`${edition}::int`],
    ['version', Prisma.sql`${version}::int`],
    ['updated_at', Prisma.sql`${BigInt(updatedAt)}::bigint`],
    ['deleted_at', Prisma.sql`${deletedAt === undefined ? null : BigInt(deletedAt)}::bigint`],
  ] as const;

/** Something else of that name, kind and rulebook on the shelf of `item`. */
const inTheWay = ({ id, shelf, kind, system, name }: ShelfItem): Prisma.Sql => Prisma.sql`
  SELECT 1 AS there FROM shelf_items AS other
  WHERE other.guild = ${ownerKey(shelf.guild, shelf.owner)} AND other.scope = ${shelf.scope}
    AND other.owner = ${savedText(shelf.owner)} AND other.kind = ${kind} AND other.system = ${savedText(system ?? '')}
    AND other.name_key = ${savedText(nameKey(name))} AND other.deleted_at IS NULL AND other.id <> ${savedText(id)}`;

const insertion = (item: ShelfItem): Prisma.Sql => {
  const columns = written(item);
  const names = Prisma.raw(columns.map(([name]) => name).join(', '));
  return Prisma.sql`INSERT INTO shelf_items (${names}) VALUES (${Prisma.join(columns.map(([, value]) => value))})
    ON CONFLICT DO NOTHING RETURNING id`;
};

const change = (item: ShelfItem): Prisma.Sql => {
  const { id, shelf, version, deletedAt } = item;
  const set = written(item).map(([name, value]) => Prisma.sql`${Prisma.raw(name)} = ${value}`);
  const free = deletedAt === undefined ? Prisma.sql`AND NOT EXISTS (${inTheWay(item)})` : Prisma.empty;
  return Prisma.sql`UPDATE shelf_items SET ${Prisma.join(set)}
    WHERE guild = ${ownerKey(shelf.guild, shelf.owner)} AND id = ${savedText(id)} AND version = ${version - 1}::int ${free}
    RETURNING id`;
};

/** Shelves on Postgres. */
export const shelfStore = (prisma: Client): ShelfStore => ({
  save: (item, said) =>
    withDbErrors(async () => {
      if (await savedWith(prisma, item.version === 1 ? insertion(item) : change(item), said)) return 'kept';
      const others = item.deletedAt === undefined ? await prisma.$queryRaw<readonly unknown[]>(inTheWay(item)) : [];
      return others.length > 0 ? 'taken' : 'stale';
    }),
  list: (shelf, kind) =>
    withDbErrors(async () => {
      const where = { ...on(shelf), deletedAt: null, ...(kind !== undefined && { kind }) };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns });
      return rows.map((row) => headRow.parse(row)).toSorted(byShelfName);
    }),
  deleted: (shelf, kind) =>
    withDbErrors(async () => {
      const where = { ...on(shelf), kind, deletedAt: { not: null } };
      const rows = await prisma.shelfItem.findMany({ where, select: headColumns, orderBy: { deletedAt: 'desc' } });
      return rows.map((row) => headRow.parse(row));
    }),
  of: (ids) =>
    withDbErrors(async () => {
      const rows = await prisma.shelfItem.findMany({
        where: { id: { in: ids.map(savedText) } },
        select: { ...headColumns, thing: true },
      });
      const items = rows.map((row) => itemRow.parse(row));
      return ids.flatMap((id) => items.find((item) => item.id === savedText(id)) ?? []);
    }),
  sweep: (shelf, before, most) =>
    withDbErrors(async () => {
      const { guild, scope, owner } = on(shelf);
      await prisma.$executeRaw`
        DELETE FROM shelf_items WHERE guild = ${guild} AND id IN (
          SELECT id FROM (
            SELECT id, deleted_at, row_number() OVER (ORDER BY deleted_at DESC) AS nth FROM shelf_items
            WHERE guild = ${guild} AND scope = ${scope} AND owner = ${owner} AND deleted_at IS NOT NULL
          ) AS deleted WHERE nth > ${most}::int OR deleted_at < ${BigInt(before)}::bigint
        )`;
    }),
  keptBy: (user) =>
    withDbErrors(async () => {
      const id = savedText(user);
      const rows = await prisma.shelfItem.findMany({
        where: { OR: [{ keeper: id }, { guild: ownerKey(undefined, user), scope: 'person', owner: id }] },
        select: { ...headColumns, thing: true },
      });
      return rows.map((row) => itemRow.parse(row)).toSorted(byShelfName);
    }),
  depart: (user, gone) =>
    withDbErrors(async () => {
      const id = savedText(user);
      await allInTransaction(prisma, [
        prisma.shelfItem.deleteMany({ where: { guild: ownerKey(undefined, user), scope: 'person', owner: id } }),
        prisma.shelfItem.updateMany({ where: { keeper: id }, data: { keeper: savedText(gone) } }),
      ]);
    }),
});
