import { z } from 'zod';
import { entrySchema, type LogEntry, pendingSchema } from '../battle/entry.ts';
import type { BattleStore, BattleSummary, Commit, Rewriting, SavedBattle } from '../battle/store.ts';
import { type Table, tableSchema } from '../battle/table.ts';
import type { Aftermath, Alarm } from '../battle/waits.ts';
import { Prisma } from './generated/client.ts';
import { isConflict, isTaken, reaching } from './reaching.ts';
import { savedGuild, savedJson, savedText } from './saved-text.ts';
import { withWaits } from './waits-sql.ts';

const guildSchema = z.string().transform((guild) => (guild === '' ? undefined : guild));
const timeSchema = z.bigint().transform(Number);
const statusSchema = z.enum(['setup', 'active', 'ended']);

const battleRow = z.strictObject({
  id: z.string(),
  guild: guildSchema,
  channel: z.string(),
  system: z.string(),
  rulesVersion: z.int(),
  version: z.int(),
  status: statusSchema,
  seed: z.string(),
  table: tableSchema,
  game: z.unknown(),
  pending: pendingSchema.nullable().transform((pending) => pending ?? undefined),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});

const summaryRow = z.strictObject({
  id: z.string(),
  guild: guildSchema,
  channel: z.string(),
  system: z.string(),
  table: tableSchema,
  status: statusSchema,
  updatedAt: timeSchema,
});

const wholeBattle = Prisma.sql`
  SELECT id, guild, channel, system, rules_version AS "rulesVersion", version, status, seed, "table", game, pending,
         created_at AS "createdAt", updated_at AS "updatedAt"
  FROM battles`;

/** Everybody with a seat and as what, the GM among them. */
const seatsOf = ({ gm, seats }: Table): { readonly users: readonly string[]; readonly roles: readonly string[] } => {
  const roles = new Map(Object.entries(seats).map(([user, { role }]) => [savedText(user), String(role)]));
  if (gm !== '') roles.set(savedText(gm), 'gm');
  return { users: [...roles.keys()], roles: [...roles.values()] };
};

/** What follows `WITH saved AS (…)`, which gives the battle's id if it was written: then its entry is too. */
const withEntry = (entry: LogEntry): Prisma.Sql => Prisma.sql`, logged AS (
    INSERT INTO log_entries (battle_id, n, order_id, entry)
    SELECT id, ${entry.n}::int, ${savedText(entry.orderId)}, ${savedJson(entry)}::json FROM saved
  )`;

const withSeats = (table: Table): Prisma.Sql => {
  const { users, roles } = seatsOf(table);
  return Prisma.sql`, risen AS (
    DELETE FROM seats USING saved WHERE battle_id = saved.id AND user_id <> ALL (${users}::text[])
  ), seated AS (
    INSERT INTO seats (battle_id, user_id, role)
    SELECT saved.id, seat.user_id, seat.role FROM saved, unnest(${users}::text[], ${roles}::text[]) AS seat (user_id, role)
    ON CONFLICT (battle_id, user_id) DO UPDATE SET role = excluded.role WHERE seats.role <> excluded.role
  )`;
};

/** Only these move anybody's seat. An ordinary order is spared the planning, a third of its time. */
const mayMoveSeats = ({ table, request }: LogEntry): boolean =>
  table.length > 0 || request.kind === 'undo' || request.kind === 'redo';

const kept = Prisma.sql` SELECT count(*)::int AS kept FROM saved`;

const pendingJson = ({ pending }: SavedBattle) => (pending === undefined ? null : savedJson(pending));

/** Nothing is written where a battle of this channel began with the same order, or an unfinished one is there. */
const creating = (battle: SavedBattle, entry: LogEntry, aftermath: Aftermath | undefined): Prisma.Sql => Prisma.sql`
  WITH saved AS (
    INSERT INTO battles (id, guild, channel, system, rules_version, version, status, seed, "table", game, pending, created_at, updated_at)
    SELECT ${savedText(battle.id)}, ${savedGuild(battle.guild)}, ${savedText(battle.channel)}, ${savedText(battle.system)},
           ${battle.rulesVersion}::int, ${battle.version}::int, ${battle.status}, ${battle.seed}, ${savedJson(battle.table)}::json,
           ${savedJson(battle.game)}::json, ${pendingJson(battle)}::json, ${BigInt(battle.createdAt)}::bigint,
           ${BigInt(battle.updatedAt)}::bigint
    WHERE NOT EXISTS (
      SELECT FROM battles JOIN log_entries ON battle_id = id
      WHERE channel = ${savedText(battle.channel)} AND n = 1 AND order_id = ${savedText(entry.orderId)}
    )
    ON CONFLICT DO NOTHING
    RETURNING id
  )${withEntry(entry)}${withSeats(battle.table)}${withWaits(aftermath)}${kept}`;

/** Only these bring an unfinished battle into a channel that may have another one. */
const mayTakeChannel = ({ status }: SavedBattle, { table, request }: LogEntry): boolean =>
  status !== 'ended' &&
  (request.kind === 'undo' || request.kind === 'redo' || table.some(({ type }) => type === 'moved'));

const another = ({ id, channel }: SavedBattle): Prisma.Sql =>
  Prisma.sql`SELECT 1 FROM battles WHERE channel = ${savedText(channel)} AND status <> 'ended' AND id <> ${savedText(id)}`;

const committing = (battle: SavedBattle, entry: LogEntry, aftermath: Aftermath | undefined): Prisma.Sql => Prisma.sql`
  WITH saved AS (
    UPDATE battles
    SET guild = ${savedGuild(battle.guild)}, channel = ${savedText(battle.channel)}, rules_version = ${battle.rulesVersion}::int,
        version = ${battle.version}::int, status = ${battle.status}, "table" = ${savedJson(battle.table)}::json,
        game = ${savedJson(battle.game)}::json, pending = ${pendingJson(battle)}::json, updated_at = ${BigInt(battle.updatedAt)}::bigint
    WHERE id = ${savedText(battle.id)} AND version = ${battle.version - 1}::int
      AND NOT EXISTS (SELECT FROM log_entries WHERE battle_id = ${savedText(battle.id)} AND order_id = ${savedText(entry.orderId)})
      ${mayTakeChannel(battle, entry) ? Prisma.sql`AND NOT EXISTS (${another(battle)})` : Prisma.empty}
    RETURNING id
  )${withEntry(entry)}${mayMoveSeats(entry) ? withSeats(battle.table) : Prisma.empty}${withWaits(aftermath)}${kept}`;

const entriesWritten = (changed: readonly LogEntry[]): Prisma.Sql =>
  changed.length === 0
    ? Prisma.empty
    : Prisma.sql`, rewritten AS (
    UPDATE log_entries SET entry = given.entry::json
    FROM saved, unnest(${changed.map(({ n }) => n)}::int[], ${changed.map(savedJson)}::text[]) AS given (n, entry)
    WHERE log_entries.battle_id = saved.id AND log_entries.n = given.n
  )`;

const rewriting = (
  battle: SavedBattle,
  was: number,
  { changed, entry, aftermath }: Rewriting,
): Prisma.Sql => Prisma.sql`
  WITH saved AS (
    UPDATE battles
    SET version = ${battle.version}::int, status = ${battle.status}, "table" = ${savedJson(battle.table)}::json,
        game = ${savedJson(battle.game)}::json, pending = ${pendingJson(battle)}::json, updated_at = ${BigInt(battle.updatedAt)}::bigint
    WHERE id = ${savedText(battle.id)} AND version = ${was}::int
    RETURNING id
  )${entriesWritten(changed)}${entry === undefined ? Prisma.empty : withEntry(entry)}${withSeats(battle.table)}${withWaits(aftermath)}${kept}`;

const unlessConflict = (error: unknown): false => {
  if (isConflict(error) || isTaken(error)) return false;
  throw error;
};

const keptRows = z.tuple([z.strictObject({ kept: z.int() })]);
const largest = 2 ** 31 - 1;

/** How a commit sets alarms in its own transaction. */
export interface Alarming {
  readonly inTransaction: <T>(work: (tx: Prisma.TransactionClient) => Promise<T>) => Promise<T>;
  readonly set: (tx: Prisma.TransactionClient, alarms: readonly Alarm[]) => Promise<void>;
}

/** Battles on Postgres, embedded or elsewhere, also inside a transaction. A commit is one statement: one journey, nothing half-written. */
export const battleStore = (prisma: Prisma.TransactionClient, alarming?: Alarming): BattleStore => {
  const writeIn = async (tx: Prisma.TransactionClient, statement: Prisma.Sql): Promise<boolean> => {
    const [rows] = keptRows.parse(await tx.$queryRaw(statement));
    return rows.kept === 1;
  };
  /** Alarms are another statement: only a commit that sets some needs a transaction around it. */
  const write = (statement: Prisma.Sql, alarms: readonly Alarm[] = []): Promise<boolean> =>
    alarming === undefined || alarms.length === 0
      ? writeIn(prisma, statement)
      : alarming.inTransaction(async (tx) => {
          const isKept = await writeIn(tx, statement);
          if (isKept) await alarming.set(tx, alarms);
          return isKept;
        });
  const only = async (which: Prisma.Sql): Promise<SavedBattle | undefined> =>
    z.array(battleRow).parse(await prisma.$queryRaw(Prisma.sql`${wholeBattle} ${which} LIMIT 1`))[0];
  const listed = (where: Prisma.BattleWhereInput): Promise<readonly BattleSummary[]> =>
    reaching(async () => {
      const rows = await prisma.battle.findMany({
        where,
        orderBy: { updatedAt: 'desc' },
        select: { id: true, guild: true, channel: true, system: true, table: true, status: true, updatedAt: true },
      });
      return z
        .array(summaryRow)
        .parse(rows)
        .map(({ table: { name, gm, campaign }, ...battle }): BattleSummary => ({ ...battle, name, gm, campaign }));
    });

  return {
    create: (battle, entry, aftermath) =>
      reaching(async () => {
        if (await write(creating(battle, entry, aftermath), aftermath?.alarms)) return 'kept';
        const first = await prisma.logEntry.findFirst({
          where: { orderId: savedText(entry.orderId), n: 1, battle: { channel: savedText(battle.channel) } },
          select: { n: true },
        });
        return first === null ? 'taken' : 'twice';
      }),
    at: (channel) =>
      reaching(() =>
        only(Prisma.sql`WHERE channel = ${savedText(channel)} ORDER BY status = 'ended', created_at DESC`),
      ),
    byId: (id) => reaching(() => only(Prisma.sql`WHERE id = ${savedText(id)}`)),
    list: (guild) => listed({ guild: savedGuild(guild) }),
    seating: (user) => listed({ seats: { some: { user: savedText(user) } } }),
    commit: (battle, entry, aftermath) =>
      reaching(async (): Promise<Commit> => {
        if (await write(committing(battle, entry, aftermath), aftermath?.alarms).catch(unlessConflict)) return 'kept';
        const first = await prisma.logEntry.findUnique({
          where: { battleId_orderId: { battleId: savedText(battle.id), orderId: savedText(entry.orderId) } },
          select: { n: true },
        });
        if (first !== null) return 'twice';
        if (!mayTakeChannel(battle, entry)) return 'stale';
        const row = await prisma.battle.findUnique({ where: { id: savedText(battle.id) }, select: { version: true } });
        if (row?.version !== battle.version - 1) return 'stale';
        const others = await prisma.$queryRaw<readonly unknown[]>(another(battle));
        return others.length > 0 ? 'taken' : 'stale';
      }),
    naming: (user) =>
      reaching(async () => {
        const quoted = savedJson(user);
        const rows = await prisma.$queryRaw`
          SELECT id FROM battles WHERE strpos("table"::text, ${quoted}) > 0 OR strpos(pending::text, ${quoted}) > 0
          UNION SELECT battle_id FROM log_entries WHERE strpos(entry::text, ${quoted}) > 0`;
        return z
          .array(z.object({ id: z.string() }))
          .parse(rows)
          .map(({ id }) => id);
      }),
    rewrite: (battle, was, what) =>
      reaching(async () =>
        (await write(rewriting(battle, was, what), what.aftermath?.alarms).catch(unlessConflict)) ? 'kept' : 'stale',
      ),
    log: (id, from = 1, to = largest) =>
      reaching(async () => {
        const rows = await prisma.logEntry.findMany({
          where: { battleId: savedText(id), n: { gte: Math.max(from, 1), lte: Math.min(to, largest) } },
          orderBy: { n: 'asc' },
          select: { entry: true },
        });
        return rows.map(({ entry }) => entrySchema.parse(entry));
      }),
    entryOf: (id, orderId) =>
      reaching(async () => {
        const row = await prisma.logEntry.findUnique({
          where: { battleId_orderId: { battleId: savedText(id), orderId: savedText(orderId) } },
          select: { entry: true },
        });
        return row === null ? undefined : entrySchema.parse(row.entry);
      }),
  };
};
