import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { editionSchema } from '../battle/editions/app-edition.ts';
import { patchJson } from '../battle/saved/json-diff.ts';
import { readSession } from '../battle/saved/session.ts';
import {
  type BattleFilter,
  type BattleKey,
  type BattleStore,
  type BattleSummary,
  type CommitOutcome,
  readEntry,
  readPendingOrder,
  type SavedBattle,
  StoreUnavailable,
} from '../battle/saved/store.ts';
import { type BattleCache, type BattleRow, type CachedBattle, createBattleCache } from './battle-cache.ts';
import {
  changeKeys,
  commitSql,
  insertBattleSql,
  insertStatesSql,
  lockBattleSql,
  mayTakeChannel,
  orderById,
  otherBattleInChannel,
  rewriteSql,
  rowAfterCommit,
  sameChannelOrServer,
  selectStateSql,
} from './battle-sql.ts';
import { guildFilter, parseServerKey, serverKeyOfPlace, toPgJson, toPgText } from './column-values.ts';
import { isConflict, isInDoubt, isUniqueViolation, withTranslatedErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { runInTransaction } from './prisma-transaction.ts';

const guildSchema = z.string().transform(parseServerKey);
const timeSchema = z.bigint().transform(Number);
const statusSchema = z.enum(['setup', 'active', 'ended']);

const battleRow = z.strictObject({
  id: z.string(),
  guild: guildSchema,
  channel: z.string(),
  system: z.string(),
  edition: editionSchema,
  version: z.int(),
  status: statusSchema,
  seed: z.string(),
  table: z.unknown(),
  game: z.string().nullable(),
  changes: z.string().nullable(),
  pending: z.unknown(),
  rewritten: z.int(),
  createdAt: timeSchema,
  updatedAt: timeSchema,
});

/** Matches characters in JSON that Postgres stores but cannot extract: NUL and lone surrogates. */
const unreadable = String.raw`\\u(0000|d[89a-f])`;
const shownSchema = z.object({ name: z.string(), gm: z.string(), campaign: z.string().nullish() });

const summaryRow = z.strictObject({
  id: z.string(),
  guild: guildSchema,
  channel: z.string(),
  system: z.string(),
  /** The battle's name, GM and campaign as JSON. */
  shown: z.string(),
  status: statusSchema,
  version: z.int(),
  updatedAt: timeSchema,
});

/** SQL that selects a battle, without its JSON if this version is cached. */
const wholeBattle = (known: CachedBattle | undefined): Prisma.Sql => {
  const unlessKnown = (column: Prisma.Sql): Prisma.Sql =>
    known === undefined
      ? column
      : Prisma.sql`CASE WHEN id = ${toPgText(known.saved.id)} AND version = ${known.row.version}::int AND rewritten = ${known.row.rewriteCount}::int THEN NULL ELSE ${column} END`;
  return Prisma.sql`
  SELECT id, guild, channel, system, version, status, seed, ${unlessKnown(Prisma.sql`"table"`)} AS "table",
         ${unlessKnown(Prisma.sql`game::text`)} AS game, ${unlessKnown(Prisma.sql`changes::text`)} AS changes, pending, rewritten,
         json_build_object('house', house_edition, 'rules', rules_version, 'dice', dice_edition) AS edition,
         created_at AS "createdAt", updated_at AS "updatedAt"
  FROM battles`;
};

const inServer = (guild: string | undefined): Prisma.Sql =>
  guild === undefined ? Prisma.sql`starts_with(guild, 'dm:')` : Prisma.sql`guild = ${toPgText(guild)}`;
const falseOnConflict = (error: unknown): false => {
  if (isConflict(error) || isUniqueViolation(error)) return false;
  throw error;
};

const stateRows = z.array(z.object({ n: z.int(), state: z.string() }));
const textRows = z.array(z.object({ entry: z.string() }));
const keptRows = z.tuple([z.strictObject({ kept: z.int() })]);
const maxInteger = 2 ** 31 - 1;

/** Number of log entries to read before the process does other work. */
const entriesPerRead = 500;

/** Finds the log entry of an order in the given servers. Undefined if there is none. */
const orderIn = async (
  prisma: PrismaClient,
  keys: readonly string[],
  id: string,
  orderId: string,
): Promise<unknown> => {
  const asked = keys.map((key) => Prisma.sql`SELECT entry FROM log_entries WHERE ${orderById(key, id, orderId)}`);
  const found = await prisma.$queryRaw(Prisma.join(asked, ' UNION ALL '));
  return z.array(z.object({ entry: z.unknown() })).parse(found)[0]?.entry;
};

/** Time to find out what became of a write whose connection broke, and the time between two attempts (milliseconds). */
const doubt = { patience: 12_000, interval: 500 };

/**
 * Returns a handler for the error of a write. It resolves to true if the connection broke but the write was carried
 * out. Otherwise it rejects: with StoreUnavailable if nothing was written, with the error if that is unknown.
 */
const resolveDoubt =
  (isWritten: () => Promise<boolean>) =>
  async (error: unknown): Promise<true> => {
    const end = performance.now() + doubt.patience;
    while (isInDoubt(error) && performance.now() < end) {
      await sleep(doubt.interval);
      const found = await isWritten().catch(() => undefined);
      if (found) return true;
      if (found === false) throw new StoreUnavailable(undefined, { cause: error });
    }
    throw error;
  };

/** Creates functions that remember each battle's database row, so that a commit can write changes only. */
const createKnownRows = (cache: BattleCache) => {
  /** Database rows by the token that each returned battle carries. */
  const rows = new WeakMap<object, BattleRow>();
  const rowOf = ({ storeState: token }: Pick<SavedBattle, 'storeState'>): BattleRow | undefined =>
    typeof token === 'object' && token !== null ? rows.get(token) : undefined;
  /** The database row that a commit replaces. Undefined if another version of the battle was read. */
  const rowBefore = (battle: SavedBattle): BattleRow | undefined => {
    const row = rowOf(battle);
    return row?.version === battle.version - 1 ? row : undefined;
  };

  /** Caches a battle with its database row. Returns the battle with a token that finds the row again. */
  const cacheWithToken = (saved: SavedBattle, row: BattleRow): SavedBattle => {
    const token = {};
    rows.set(token, row);
    const handed = { ...saved, storeState: token };
    cache.put({ saved: handed, row });
    return handed;
  };

  const battleOf = (found: unknown, known: CachedBattle | undefined): SavedBattle => {
    const { game, changes, table, pending, rewritten: rewriteCount, ...rest } = battleRow.parse(found);
    if (game === null) {
      if (known === undefined) throw new Error(`The battle ${rest.id} was not read whole.`);
      return known.saved;
    }
    // If the same version is in the cache by now, use that object, because calculations are cached by object.
    const latest = cache.byId(rest.id);
    if (latest?.row.version === rest.version && latest.row.rewriteCount === rewriteCount) return latest.saved;
    const baseGame: unknown = JSON.parse(game);
    const saved: SavedBattle = {
      ...rest,
      table: readSession(rest.edition.house, table),
      game: changes === null ? baseGame : patchJson(baseGame, JSON.parse(changes)),
      pending: pending === null ? undefined : readPendingOrder(rest.edition.house, pending),
    };
    const { version, channel, edition } = rest;
    return cacheWithToken(saved, {
      ...{ version, channel, edition, table: saved.table },
      ...{ baseGame, gameLength: game.length, rewriteCount },
      ...{ mentionedUsers: new Set(), logTail: [] },
    });
  };

  return { rowOf, rowBefore, cacheWithToken, battleOf };
};
type KnownRows = ReturnType<typeof createKnownRows>;

/** Creates the functions that find and list battles. */
const readBattles = (prisma: PrismaClient, cache: BattleCache, { battleOf }: KnownRows) => {
  const only = async (which: Prisma.Sql, known: CachedBattle | undefined): Promise<SavedBattle | undefined> => {
    const [found] = await prisma.$queryRaw<readonly unknown[]>(Prisma.sql`${wholeBattle(known)} ${which} LIMIT 1`);
    return found === undefined ? undefined : battleOf(found, known);
  };
  /** Lists battles with the few fields that lists show, without sessions and games. */
  const listed = async (
    where: Prisma.Sql,
    which: BattleFilter = 'all',
    most: number = maxInteger,
  ): Promise<readonly BattleSummary[]> => {
    const open = which === 'all' ? Prisma.empty : Prisma.sql`AND status <> 'ended'`;
    const found = await prisma.$queryRaw(Prisma.sql`
        SELECT id, guild, channel, system, status, version, updated_at AS "updatedAt",
               CASE WHEN whole THEN "table"::text
                    ELSE concat('{"name":', "table" -> 'name', ',"gm":', "table" -> 'gm',
                                ',"campaign":', coalesce(("table" -> 'campaign')::text, 'null'), '}') END AS shown
        FROM (
          SELECT *, "table"::text ~ ${unreadable} AS whole FROM battles WHERE ${where} ${open}
          ORDER BY updated_at DESC LIMIT ${most}::int
        ) AS b
        ORDER BY updated_at DESC`);
    return z
      .array(summaryRow)
      .parse(found)
      .map(({ shown, ...battle }): BattleSummary => {
        const { name, gm, campaign } = shownSchema.parse(JSON.parse(shown));
        return { ...battle, name, gm, campaign: campaign ?? undefined };
      });
  };
  return {
    byChannel: async (channel) =>
      only(
        Prisma.sql`WHERE channel = ${toPgText(channel)} ORDER BY status = 'ended', created_at DESC`,
        cache.byChannel(channel),
      ),
    byId: async (id) => only(Prisma.sql`WHERE id = ${toPgText(id)}`, cache.byId(id)),
    cached: (where) => {
      const saved = ('id' in where ? cache.byId(where.id) : cache.byChannel(where.channel))?.saved;
      // The cached battle may have moved to another channel.
      return 'id' in where || saved?.channel === where.channel ? saved : undefined;
    },
    list: (guild, which, most) => listed(inServer(guild), which, most),
    listByCampaign: (guild, campaign, which) =>
      listed(
        Prisma.sql`${inServer(guild)} AND strpos("table"::text, ${`"campaign":${toPgJson(campaign)}`}) > 0`,
        which,
      ).then((found) => found.filter((each) => each.campaign === campaign)),
    listSystems: async (guild) => {
      const found = await prisma.battle.findMany({
        where: guildFilter(guild),
        distinct: ['system'],
        orderBy: { system: 'asc' },
        select: { system: true },
      });
      return found.map(({ system }) => system);
    },
    listBySeat: (user, which) =>
      listed(Prisma.sql`(guild, id) IN (SELECT guild, battle_id FROM seats WHERE user_id = ${toPgText(user)})`, which),
  } satisfies Partial<BattleStore>;
};

/** Creates the functions that read logs and stored states. */
const readLogs = (prisma: PrismaClient, { rowOf }: KnownRows) => {
  /** The cached log entries of a range. Undefined if some are missing. */
  const keptTexts = (battle: BattleKey, from: number, to: number): readonly string[] | undefined => {
    const { version, logTail } = rowOf(battle) ?? { version: 0, logTail: [] };
    const first = version - logTail.length + 1;
    return from >= first && to <= version ? logTail.slice(from - first, to - first + 1) : undefined;
  };
  /** Reads log entries as text, which is ten times as fast as JSON through Prisma. */
  const logJson: BattleStore['logJson'] = async (battle, from = 1, to = maxInteger) => {
    const last = Math.min(to, maxInteger);
    const entries: string[] = [];
    for (let first = Math.max(from, 1); first <= last; first += entriesPerRead) {
      const remembered = keptTexts(battle, first, last);
      if (remembered !== undefined) return [...entries, ...remembered];
      const found = textRows.parse(
        await prisma.$queryRaw(Prisma.sql`
      SELECT entry::text AS entry FROM log_entries
      WHERE ${sameChannelOrServer(battle)} AND battle_id = ${toPgText(battle.id)} AND n BETWEEN ${first}::int AND ${last}::int
      ORDER BY n LIMIT ${entriesPerRead}::int`),
      );
      entries.push(...found.map(({ entry }) => entry));
      if (found.length < entriesPerRead) break;
      // Let other work run, because an embedded database answers without waiting.
      await nextTurn();
    }
    return entries;
  };

  return {
    logJson,
    log: async (...range) => (await logJson(...range)).map((text) => readEntry(JSON.parse(text))),
    findState: async (battle, before) =>
      stateRows.parse(await prisma.$queryRaw(selectStateSql(battle, Math.min(before, maxInteger))))[0],
    addStates: async (battle, states) => {
      const { rewriteCount: rewritten } = rowOf(battle) ?? {};
      if (rewritten !== undefined) await prisma.$executeRaw(insertStatesSql(battle, rewritten, states));
    },
    findEntry: async (battle, orderId) => {
      const found = await orderIn(prisma, [serverKeyOfPlace(battle.guild, battle.channel)], battle.id, orderId);
      return found === undefined ? undefined : readEntry(found);
    },
  } satisfies Partial<BattleStore>;
};

/** Creates the functions that write battles. A commit is one statement. */
const writeBattles = (prisma: PrismaClient, cache: BattleCache, { rowOf, rowBefore, cacheWithToken }: KnownRows) => {
  const writeIn = async (tx: Prisma.TransactionClient, statement: Prisma.Sql): Promise<boolean> => {
    const [{ kept: count }] = keptRows.parse(await tx.$queryRaw(statement));
    return count === 1;
  };
  /** Runs a statement. If `first` is given, runs both in a transaction. */
  const write = async (statement: Prisma.Sql, first: Prisma.Sql | undefined = undefined): Promise<boolean> =>
    first === undefined
      ? writeIn(prisma, statement)
      : runInTransaction(prisma, async (tx) => {
          await tx.$executeRaw(first);
          return writeIn(tx, statement);
        });

  return {
    create: async (battle, entry, aftermath, said) => {
      const where = {
        guild: serverKeyOfPlace(battle.guild, battle.channel),
        orderId: toPgText(entry.orderId),
        n: 1,
        battle: { channel: toPgText(battle.channel) },
      };
      const isWritten = async (): Promise<boolean> =>
        (await prisma.logEntry.findFirst({ where, select: { n: true } })) !== null;
      if (await write(insertBattleSql(battle, entry, aftermath, said)).catch(resolveDoubt(isWritten))) return 'kept';
      return (await isWritten()) ? 'twice' : 'taken';
    },
    commit: async (battle, entry, aftermath, said): Promise<CommitOutcome> => {
      const row = rowBefore(battle);
      const { statement, game, entryJson } = commitSql(battle, row, entry, aftermath, said);
      const keys = [
        serverKeyOfPlace(battle.guild, battle.channel),
        serverKeyOfPlace(battle.guild, row?.channel ?? battle.channel),
      ];
      const isWritten = async (): Promise<boolean> =>
        (await orderIn(prisma, keys, battle.id, entry.orderId)) !== undefined;
      const written = write(statement, changeKeys(battle, row, entry)).catch(falseOnConflict);
      if (await written.catch(resolveDoubt(isWritten))) {
        if (row === undefined) cache.delete(battle.id);
        else cacheWithToken(battle, rowAfterCommit(battle, row, game, entry, entryJson));
        return 'kept';
      }
      cache.delete(battle.id);
      if (await isWritten()) return 'twice';
      if (!mayTakeChannel(battle, entry)) return 'stale';
      const there = await prisma.battle.findFirst({
        where: { guild: { in: keys }, id: toPgText(battle.id) },
        select: { version: true },
      });
      if (there?.version !== battle.version - 1) return 'stale';
      const others = await prisma.$queryRaw<readonly unknown[]>(otherBattleInChannel(battle));
      return others.length > 0 ? 'taken' : 'stale';
    },
    rewrite: async (battle, was, what) => {
      cache.delete(battle.id);
      const { rewriteCount: rewritten } = rowOf(battle) ?? {};
      const statement = rewriteSql(battle, was, what, rewritten);
      return (await write(statement, lockBattleSql(battle)).catch(falseOnConflict)) ? 'kept' : 'stale';
    },
    rewriteCount: (battle) => rowOf(battle)?.rewriteCount,
  } satisfies Partial<BattleStore>;
};

/** Creates the functions that find and erase users mentioned in battles. */
const namedPeople = (prisma: PrismaClient, cache: BattleCache) =>
  ({
    listMentioning: async (user) => {
      const found = await prisma.namedPerson.findMany({ where: { user: toPgText(user) }, select: { battleId: true } });
      return found.map(({ battleId }) => battleId);
    },
    removeMentions: async (user, battles) => {
      for (const id of battles) cache.delete(id);
      await prisma.$executeRaw`
          DELETE FROM named_people WHERE user_id = ${toPgText(user)} AND battle_id = ANY (${[...battles]}::text[])`;
    },
  }) satisfies Partial<BattleStore>;

/** Creates the battle store on Postgres, embedded or remote. */
export const createBattleStore = (prisma: PrismaClient, cache = createBattleCache()): BattleStore => {
  const rows = createKnownRows(cache);
  return withTranslatedErrors({
    ...readBattles(prisma, cache, rows),
    ...readLogs(prisma, rows),
    ...writeBattles(prisma, cache, rows),
    ...namedPeople(prisma, cache),
  });
};
