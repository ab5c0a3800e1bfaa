import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { appEdition, editionSchema, isSameEdition } from '../battle/editions/app-edition.ts';
import { diffJson, patchJson } from '../battle/saved/json-diff.ts';
import { type LogEntry, readEntry, readPendingOrder } from '../battle/saved/log-entry.ts';
import type { OutboxMessages } from '../battle/saved/outbox.ts';
import { readSession, type Session } from '../battle/saved/session.ts';
import type {
  BattleFilter,
  BattleKey,
  BattleStore,
  BattleSummary,
  CommitOutcome,
  LogRewrite,
  SavedBattle,
} from '../battle/saved/store.ts';
import { userIdsIn } from '../battle/saved/user-ids.ts';
import type { WaitChanges } from '../battle/saved/waits.ts';
import { type BattleCache, type BattleRow, type CachedBattle, noBattleCache } from './battle-cache.ts';
import { isConflict, isUniqueViolation, translateDbErrors } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { withMessagesSql } from './outbox-sql.ts';
import { toPgJson, toPgText } from './pg-text.ts';
import { runInTransaction } from './prisma-transaction.ts';
import { guildFilter, parseServerKey, serverKeyOfPlace } from './server-key.ts';
import { insertStatesSql, lockBattleSql, selectStateSql } from './stored-state-sql.ts';
import { withWaitsSql } from './waits-sql.ts';

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

/** What Postgres keeps in JSON and takes nothing out of: NUL, and lone surrogates. */
const unreadable = String.raw`\\u(0000|d[89a-f])`;
const shownSchema = z.object({ name: z.string(), gm: z.string(), campaign: z.string().nullish() });

const summaryRow = z.strictObject({
  id: z.string(),
  guild: guildSchema,
  channel: z.string(),
  system: z.string(),
  /** JSON. */
  shown: z.string(),
  status: statusSchema,
  version: z.int(),
  updatedAt: timeSchema,
});

/** Snapshots come as text: how long one is decides when it is written again. One that is known as it stands there is not sent. */
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
const sameChannelOrServer = ({ guild, channel }: Pick<BattleKey, 'guild' | 'channel'>): Prisma.Sql =>
  Prisma.sql`guild = ${serverKeyOfPlace(guild, channel)}`;

/** Everybody with a seat and as what, the GM among them. */
const seatsOf = ({ gm, seats }: Session): { readonly users: readonly string[]; readonly roles: readonly string[] } => {
  const roles = new Map(Object.entries(seats).map(([user, { role }]) => [toPgText(user), String(role)]));
  if (gm !== '') roles.set(toPgText(gm), 'gm');
  return { users: [...roles.keys()], roles: [...roles.values()] };
};

/** What follows `WITH saved AS (…)`, which gives the battle's server and id if it was written: then its entry is too. */
const withEntry = ({ n, orderId }: LogEntry, entryJson: string): Prisma.Sql => Prisma.sql`, logged AS (
    INSERT INTO log_entries (guild, battle_id, n, order_id, entry)
    SELECT guild, id, ${n}::int, ${toPgText(orderId)}, ${entryJson}::json FROM saved
  )`;

const withSeats = (table: Session): Prisma.Sql => {
  const { users, roles } = seatsOf(table);
  return Prisma.sql`, risen AS (
    DELETE FROM seats USING saved
    WHERE seats.guild = saved.guild AND battle_id = saved.id AND user_id <> ALL (${users}::text[])
  ), seated AS (
    INSERT INTO seats (guild, battle_id, user_id, role)
    SELECT saved.guild, saved.id, seat.user_id, seat.role
    FROM saved, unnest(${users}::text[], ${roles}::text[]) AS seat (user_id, role)
    ON CONFLICT (guild, battle_id, user_id) DO UPDATE SET role = excluded.role WHERE seats.role <> excluded.role
  )`;
};

/** Those who are named for the first time, as far as this process knows. */
const withMentions = (people: readonly string[]): Prisma.Sql =>
  people.length === 0
    ? Prisma.empty
    : Prisma.sql`, named AS (
    INSERT INTO named_people (guild, battle_id, user_id)
    SELECT saved.guild, saved.id, person FROM saved, unnest(${people.map(toPgText)}::text[]) AS person
    ON CONFLICT DO NOTHING
  )`;

/** Only these move anybody's seat. An ordinary order is spared the planning, a third of its time. */
const mayMoveSeats = ({ table, request }: LogEntry): boolean =>
  table.length > 0 || request.kind === 'undo' || request.kind === 'redo';

const kept = Prisma.sql` SELECT count(*)::int AS kept FROM saved`;

const pendingJson = ({ pending }: SavedBattle): string | null => (pending === undefined ? null : toPgJson(pending));

/** Nothing is written where a battle of this channel began with the same order, or an unfinished one is there. */
const createSql = (
  battle: SavedBattle,
  entry: LogEntry,
  aftermath: WaitChanges | undefined,
  said: OutboxMessages | undefined,
): Prisma.Sql => Prisma.sql`
  WITH saved AS (
    INSERT INTO battles (guild, id, channel, system, rules_version, house_edition, dice_edition, version, status, seed, "table",
                         game, pending, created_at, updated_at)
    SELECT ${serverKeyOfPlace(battle.guild, battle.channel)}, ${toPgText(battle.id)}, ${toPgText(battle.channel)},
           ${toPgText(battle.system)}, ${battle.edition.rules}::int, ${battle.edition.house}::int, ${battle.edition.dice}::int,
           ${battle.version}::int, ${battle.status}, ${battle.seed}, ${toPgJson(battle.table)}::json,
           ${toPgJson(battle.game)}::json, ${pendingJson(battle)}::json, ${BigInt(battle.createdAt)}::bigint,
           ${BigInt(battle.updatedAt)}::bigint
    WHERE NOT EXISTS (
      SELECT FROM battles AS b JOIN log_entries AS l ON l.guild = b.guild AND l.battle_id = b.id
      WHERE b.${sameChannelOrServer(battle)} AND b.channel = ${toPgText(battle.channel)} AND l.n = 1
        AND l.order_id = ${toPgText(entry.orderId)}
    )
    ON CONFLICT DO NOTHING
    RETURNING guild, id
  )${withEntry(entry, toPgJson(entry))}${withSeats(battle.table)}${withMentions(userIdsIn(entry, battle.table))}${withWaitsSql(aftermath)}${withMessagesSql(battle, said)}${kept}`;

/** Only these bring an unfinished battle into a channel that may have another one. */
const mayTakeChannel = ({ status }: SavedBattle, { table, request }: LogEntry): boolean =>
  status !== 'ended' &&
  (request.kind === 'undo' || request.kind === 'redo' || table.some(({ type }) => type === 'moved'));

const otherBattleInChannel = (battle: SavedBattle): Prisma.Sql => Prisma.sql`
  SELECT 1 FROM battles
  WHERE ${sameChannelOrServer(battle)} AND channel = ${toPgText(battle.channel)} AND status <> 'ended' AND id <> ${toPgText(battle.id)}`;

/**
 * An order in the log of a battle. The battle is only held against what the index of orders finds: were it asked for like the
 * others, Postgres might go by the key of the log, and look through all entries of the battle.
 */
const orderById = (key: string, id: string, orderId: string): Prisma.Sql =>
  Prisma.sql`guild = ${key} AND order_id = ${toPgText(orderId)} AND battle_id || '' = ${toPgText(id)}`;

const isNewOrder = (key: string, { id }: SavedBattle, { orderId }: LogEntry): Prisma.Sql =>
  Prisma.sql`AND NOT EXISTS (SELECT FROM log_entries WHERE ${orderById(key, id, orderId)})`;

/** How many bytes an ordinary order may write: 8 KB, with room for its ids. */
const maxOrderBytes = 7680;

/** So many entries of the end of a log are kept in memory: what an order is told by, and what waits at the desk, need no more. */
const tailLength = 6;

/** The row after a commit that was written over it. */
const rowAfter = (
  { version, channel, edition, table }: SavedBattle,
  before: BattleRow,
  { baseGame, gameLength }: Written,
  entry: LogEntry,
  entryJson: string,
): BattleRow => ({
  ...{ version, channel, edition, table, baseGame, gameLength },
  rewriteCount: before.rewriteCount,
  mentionedUsers: new Set([...before.mentionedUsers, ...userIdsIn(entry)]),
  logTail: [...before.logTail, entryJson].slice(-tailLength),
});

const bytes = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));

/** How the game is written, and what its row is the whole of then. */
interface Written extends Pick<BattleRow, 'baseGame' | 'gameLength'> {
  readonly columns: Prisma.Sql;
}

const wholeGame = ({ game }: SavedBattle): Written => {
  const text = toPgJson(game);
  return { columns: Prisma.sql`game = ${text}::json, changes = NULL`, baseGame: game, gameLength: text.length };
};

/**
 * What changed in the game since it was written whole; or the whole of it, where the row is not known, or where so much has
 * changed that the next orders are better off with less to carry on.
 */
const gameWritten = (battle: SavedBattle, row: BattleRow | undefined, beside: number): Written => {
  if (row === undefined || !isSameEdition(row.edition, battle.edition)) return wholeGame(battle);
  const changes = diffJson(row.baseGame, battle.game);
  if (changes === undefined) return { ...row, columns: Prisma.sql`changes = NULL` };
  const text = toPgJson(changes);
  const most = Math.min(Math.max(maxOrderBytes - beside, maxOrderBytes / 2), row.gameLength / 4);
  return bytes(text) > most ? wholeGame(battle) : { ...row, columns: Prisma.sql`changes = ${text}::json` };
};

/** It is still there, nobody got in first, this order is not in the log yet, and the channel is free. */
const isUnchanged = (
  key: string,
  battle: SavedBattle,
  row: BattleRow | undefined,
  entry: LogEntry,
): Prisma.Sql => Prisma.sql`guild = ${key} AND id = ${toPgText(battle.id)} AND version = ${battle.version - 1}::int
      ${row === undefined ? Prisma.empty : Prisma.sql`AND rewritten = ${row.rewriteCount}::int`}
      ${isNewOrder(key, battle, entry)}
      ${mayTakeChannel(battle, entry) ? Prisma.sql`AND NOT EXISTS (${otherBattleInChannel(battle)})` : Prisma.empty}`;

const commitSql = (
  battle: SavedBattle,
  row: BattleRow | undefined,
  entry: LogEntry,
  aftermath: WaitChanges | undefined,
  said: OutboxMessages | undefined,
): { readonly statement: Prisma.Sql; readonly game: Written; readonly entryJson: string } => {
  const [entryJson, pending] = [toPgJson(entry), pendingJson(battle)];
  const { edition, table } = battle;
  const key = serverKeyOfPlace(battle.guild, battle.channel);
  const named = userIdsIn(entry).filter((user) => row?.mentionedUsers.has(user) !== true);
  const game = gameWritten(battle, row, bytes(entryJson) + bytes(pending));
  const statement = Prisma.sql`
  WITH saved AS (
    UPDATE battles
    SET channel = ${toPgText(battle.channel)}, rules_version = ${edition.rules}::int, house_edition = ${edition.house}::int,
        dice_edition = ${edition.dice}::int, version = ${battle.version}::int, status = ${battle.status},
        ${row?.table === table && row.edition.house === edition.house ? Prisma.empty : Prisma.sql`"table" = ${toPgJson(table)}::json,`}
        ${game.columns}, pending = ${pending}::json,
        updated_at = ${BigInt(battle.updatedAt)}::bigint
    WHERE ${isUnchanged(key, battle, row, entry)}
    RETURNING guild, id
  )${withEntry(entry, entryJson)}${mayMoveSeats(entry) ? withSeats(table) : Prisma.empty}${withMentions(named)}${withWaitsSql(aftermath)}${withMessagesSql(battle, said)}${kept}`;
  return { statement, game, entryJson };
};

/**
 * Outside servers a battle lies with its channel: before it moves it gets its new keys, and what belongs to it follows. Nothing where
 * it does not move, or lies with a server.
 */
const changeKeys = (battle: SavedBattle, row: BattleRow | undefined, entry: LogEntry): Prisma.Sql | undefined => {
  const { guild, channel } = battle;
  if (guild !== undefined || row === undefined || row.channel === channel) return undefined;
  const [from, to] = [serverKeyOfPlace(guild, row.channel), serverKeyOfPlace(guild, channel)];
  return Prisma.sql`
  WITH moved AS (
    UPDATE battles SET guild = ${to} WHERE ${isUnchanged(from, battle, row, entry)} RETURNING id
  ) UPDATE notices SET guild = ${to} FROM moved WHERE notices.guild = ${from} AND battle_id = moved.id`;
};

const entriesWritten = (changed: readonly LogEntry[]): Prisma.Sql =>
  changed.length === 0
    ? Prisma.empty
    : Prisma.sql`, rewritten AS (
    UPDATE log_entries SET entry = given.entry::json
    FROM saved, unnest(${changed.map(({ n }) => n)}::int[], ${changed.map(toPgJson)}::text[]) AS given (n, entry)
    WHERE log_entries.guild = saved.guild AND log_entries.battle_id = saved.id AND log_entries.n = given.n
  )`;

/** Whether its rulebook's shapes could be lifted or not, those of the house are the present ones. */
const rewriteSql = (
  battle: SavedBattle,
  was: number,
  { changed, entry, waitChanges, messages }: LogRewrite,
  rewritten: number | undefined,
): Prisma.Sql => Prisma.sql`
  WITH saved AS (
    UPDATE battles
    SET rules_version = ${battle.edition.rules}::int, house_edition = ${appEdition}::int, version = ${battle.version}::int,
        status = ${battle.status}, "table" = ${toPgJson(battle.table)}::json, ${wholeGame(battle).columns}, rewritten = rewritten + 1,
        pending = ${pendingJson(battle)}::json, updated_at = ${BigInt(battle.updatedAt)}::bigint
    WHERE ${sameChannelOrServer(battle)} AND id = ${toPgText(battle.id)} AND version = ${was}::int
          ${rewritten === undefined ? Prisma.empty : Prisma.sql`AND rewritten = ${rewritten}::int`}
    RETURNING guild, id
  ), unmade AS (
    DELETE FROM stored_states USING saved WHERE stored_states.guild = saved.guild AND stored_states.battle_id = saved.id
  )${entriesWritten(changed)}${entry === undefined ? Prisma.empty : withEntry(entry, toPgJson(entry))}${withSeats(battle.table)}${entry === undefined ? Prisma.empty : withMentions(userIdsIn(entry))}${withWaitsSql(waitChanges)}${withMessagesSql(battle, messages)}${kept}`;

const falseOnConflict = (error: unknown): false => {
  if (isConflict(error) || isUniqueViolation(error)) return false;
  throw error;
};

const stateRows = z.array(z.object({ n: z.int(), state: z.string() }));
const textRows = z.array(z.object({ entry: z.string() }));
const keptRows = z.tuple([z.strictObject({ kept: z.int() })]);
const maxInteger = 2 ** 31 - 1;

/** How many entries are read before others have their turn. */
const entriesPerRead = 500;

/** Entries of a log by their numbers, both included. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Entries that were read at once, and whether there may be more behind them. */
interface Page {
  readonly texts: readonly string[];
  readonly more: boolean;
}

/** The entries of a log, as many at a time as may be read at once: each is there, from the first on. */
const readInPages = async (
  from: number,
  to: number,
  read: (range: Range) => Promise<Page>,
): Promise<readonly string[]> => {
  const [first, last] = [Math.max(from, 1), Math.min(to, maxInteger)];
  const entries: string[] = [];
  while (first + entries.length <= last) {
    const { texts, more } = await read({ from: first + entries.length, to: last });
    entries.push(...texts);
    if (!more) break;
    // An embedded database answers without a turn of the event loop.
    await nextTurn();
  }
  return entries;
};

/** Battles on Postgres, embedded or elsewhere, also inside a transaction. A commit is one statement: one journey, nothing half-written. */
export const createBattleStore = (
  prisma: PrismaClient | Prisma.TransactionClient,
  knownOnes: BattleCache = noBattleCache,
): BattleStore => {
  /** The rows of battles that were read or written, by what is handed on with them. */
  const rows = new WeakMap<object, BattleRow>();
  const rowOf = ({ storeState: token }: Pick<SavedBattle, 'storeState'>): BattleRow | undefined =>
    typeof token === 'object' && token !== null ? rows.get(token) : undefined;
  /** The row that a commit is written over, where it was read: another version, and what was read says nothing about it. */
  const rowBefore = (battle: SavedBattle): BattleRow | undefined => {
    const row = rowOf(battle);
    return row?.version === battle.version - 1 ? row : undefined;
  };

  /** Hands on a battle with the row it lies in, and remembers it. */
  const lying = (saved: SavedBattle, row: BattleRow): SavedBattle => {
    const token = {};
    rows.set(token, row);
    const handed = { ...saved, storeState: token };
    knownOnes.put({ saved: handed, row });
    return handed;
  };

  const battleOf = (found: unknown, known: CachedBattle | undefined): SavedBattle => {
    const { game, changes, table, pending, rewritten: rewriteCount, ...rest } = battleRow.parse(found);
    if (game === null) {
      if (known === undefined) throw new Error(`The battle ${rest.id} was not read whole.`);
      return known.saved;
    }
    // While it was read, this process wrote or read that very version: what was worked out of that one is not worked out again.
    const latest = knownOnes.byId(rest.id);
    if (latest?.row.version === rest.version && latest.row.rewriteCount === rewriteCount) return latest.saved;
    const baseGame: unknown = JSON.parse(game);
    const saved: SavedBattle = {
      ...rest,
      table: readSession(rest.edition.house, table),
      game: changes === null ? baseGame : patchJson(baseGame, JSON.parse(changes)),
      pending: pending === null ? undefined : readPendingOrder(rest.edition.house, pending),
    };
    const { version, channel, edition } = rest;
    const mentionedUsers: ReadonlySet<string> = new Set();
    return lying(saved, {
      version,
      channel,
      edition,
      table: saved.table,
      baseGame,
      gameLength: game.length,
      rewriteCount,
      mentionedUsers,
      logTail: [],
    });
  };

  const writeIn = async (tx: Prisma.TransactionClient, statement: Prisma.Sql): Promise<boolean> => {
    const [{ kept: count }] = keptRows.parse(await tx.$queryRaw(statement));
    return count === 1;
  };
  /** Only a commit that takes a battle elsewhere first is more than one statement and needs a transaction. */
  const write = async (statement: Prisma.Sql, first: Prisma.Sql | undefined = undefined): Promise<boolean> =>
    first === undefined
      ? writeIn(prisma, statement)
      : runInTransaction(prisma, async (tx) => {
          await tx.$executeRaw(first);
          return writeIn(tx, statement);
        });
  const only = async (which: Prisma.Sql, known: CachedBattle | undefined): Promise<SavedBattle | undefined> => {
    const [found] = await prisma.$queryRaw<readonly unknown[]>(Prisma.sql`${wholeBattle(known)} ${which} LIMIT 1`);
    return found === undefined ? undefined : battleOf(found, known);
  };
  /** What a list shows, and no more: the tables and games of many battles stay where they are. */
  const listed = (
    where: Prisma.Sql,
    which: BattleFilter = 'all',
    most: number = maxInteger,
  ): Promise<readonly BattleSummary[]> =>
    translateDbErrors(async () => {
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
    });
  /** The entry of an order, in whichever of these servers the battle lies. */
  const orderIn = async (keys: readonly string[], id: string, orderId: string): Promise<unknown> => {
    const asked = keys.map((key) => Prisma.sql`SELECT entry FROM log_entries WHERE ${orderById(key, id, orderId)}`);
    const found = await prisma.$queryRaw(Prisma.join(asked, ' UNION ALL '));
    return z.array(z.object({ entry: z.unknown() })).parse(found)[0]?.entry;
  };
  /** The entries from some one on that are kept in memory; nothing where some of them are not. */
  const keptTexts = (battle: BattleKey, { from, to }: Range): readonly string[] | undefined => {
    const { version, logTail } = rowOf(battle) ?? { version: 0, logTail: [] };
    const first = version - logTail.length + 1;
    return from >= first && to <= version ? logTail.slice(from - first, to - first + 1) : undefined;
  };
  /** As text they come at a tenth of what it takes Prisma to read JSON. */
  const entryTexts = async (battle: BattleKey, { from, to }: Range): Promise<Page> => {
    const remembered = keptTexts(battle, { from, to });
    if (remembered !== undefined) return { texts: remembered, more: false };
    const found = textRows.parse(
      await prisma.$queryRaw(Prisma.sql`
      SELECT entry::text AS entry FROM log_entries
      WHERE ${sameChannelOrServer(battle)} AND battle_id = ${toPgText(battle.id)} AND n BETWEEN ${from}::int AND ${to}::int
      ORDER BY n LIMIT ${entriesPerRead}::int`),
    );
    return { texts: found.map(({ entry }) => entry), more: found.length === entriesPerRead };
  };

  return {
    create: (battle, entry, aftermath, said) =>
      translateDbErrors(async () => {
        if (await write(createSql(battle, entry, aftermath, said))) return 'kept';
        const first = await prisma.logEntry.findFirst({
          where: {
            ...{
              guild: serverKeyOfPlace(battle.guild, battle.channel),
              orderId: toPgText(entry.orderId),
              n: 1,
            },
            battle: { channel: toPgText(battle.channel) },
          },
          select: { n: true },
        });
        return first === null ? 'taken' : 'twice';
      }),
    byChannel: (channel) =>
      translateDbErrors(() =>
        only(
          Prisma.sql`WHERE channel = ${toPgText(channel)} ORDER BY status = 'ended', created_at DESC`,
          knownOnes.byChannel(channel),
        ),
      ),
    byId: (id) => translateDbErrors(() => only(Prisma.sql`WHERE id = ${toPgText(id)}`, knownOnes.byId(id))),
    cached: (where) => {
      const saved = ('id' in where ? knownOnes.byId(where.id) : knownOnes.byChannel(where.channel))?.saved;
      // It may have moved on from where it was.
      return 'id' in where || saved?.channel === where.channel ? saved : undefined;
    },
    list: (guild, which, most) => listed(inServer(guild), which, most),
    listByCampaign: (guild, campaign, which) =>
      listed(
        Prisma.sql`${inServer(guild)} AND strpos("table"::text, ${`"campaign":${toPgJson(campaign)}`}) > 0`,
        which,
      ).then((found) => found.filter((each) => each.campaign === campaign)),
    listSystems: (guild) =>
      translateDbErrors(async () => {
        const found = await prisma.battle.findMany({
          where: guildFilter(guild),
          distinct: ['system'],
          orderBy: { system: 'asc' },
          select: { system: true },
        });
        return found.map(({ system }) => system);
      }),
    listBySeat: (user, which) =>
      listed(Prisma.sql`(guild, id) IN (SELECT guild, battle_id FROM seats WHERE user_id = ${toPgText(user)})`, which),
    commit: (battle, entry, aftermath, said) =>
      translateDbErrors(async (): Promise<CommitOutcome> => {
        const row = rowBefore(battle);
        const { statement, game, entryJson } = commitSql(battle, row, entry, aftermath, said);
        if (await write(statement, changeKeys(battle, row, entry)).catch(falseOnConflict)) {
          if (row === undefined) knownOnes.delete(battle.id);
          else lying(battle, rowAfter(battle, row, game, entry, entryJson));
          return 'kept';
        }
        knownOnes.delete(battle.id);
        const keys = [
          serverKeyOfPlace(battle.guild, battle.channel),
          serverKeyOfPlace(battle.guild, row?.channel ?? battle.channel),
        ];
        if ((await orderIn(keys, battle.id, entry.orderId)) !== undefined) return 'twice';
        if (!mayTakeChannel(battle, entry)) return 'stale';
        const there = await prisma.battle.findFirst({
          where: { guild: { in: keys }, id: toPgText(battle.id) },
          select: { version: true },
        });
        if (there?.version !== battle.version - 1) return 'stale';
        const others = await prisma.$queryRaw<readonly unknown[]>(otherBattleInChannel(battle));
        return others.length > 0 ? 'taken' : 'stale';
      }),
    listMentioning: (user) =>
      translateDbErrors(async () => {
        const found = await prisma.$queryRaw`
          SELECT battle_id AS id FROM named_people WHERE user_id = ${toPgText(user)}`;
        return z
          .array(z.object({ id: z.string() }))
          .parse(found)
          .map(({ id }) => id);
      }),
    removeMentions: (user, battles) =>
      translateDbErrors(async () => {
        for (const id of battles) knownOnes.delete(id);
        await prisma.$executeRaw`
          DELETE FROM named_people WHERE user_id = ${toPgText(user)} AND battle_id = ANY (${[...battles]}::text[])`;
      }),
    rewrite: (battle, was, what) =>
      translateDbErrors(async () => {
        knownOnes.delete(battle.id);
        const { rewriteCount: rewritten } = rowOf(battle) ?? {};
        const statement = rewriteSql(battle, was, what, rewritten);
        return (await write(statement, lockBattleSql(battle)).catch(falseOnConflict)) ? 'kept' : 'stale';
      }),
    rewriteCount: (battle) => rowOf(battle)?.rewriteCount,
    log: (battle, from = 1, to = maxInteger) =>
      translateDbErrors(async () =>
        (await readInPages(from, to, (range) => entryTexts(battle, range))).map((text) => readEntry(JSON.parse(text))),
      ),
    findState: (battle, before) =>
      translateDbErrors(
        async () => stateRows.parse(await prisma.$queryRaw(selectStateSql(battle, Math.min(before, maxInteger))))[0],
      ),
    addStates: (battle, states) =>
      translateDbErrors(async () => {
        const { rewriteCount: rewritten } = rowOf(battle) ?? {};
        if (rewritten !== undefined) await prisma.$executeRaw(insertStatesSql(battle, rewritten, states));
      }),
    logJson: (battle, from = 1, to = maxInteger) =>
      translateDbErrors(() => readInPages(from, to, (range) => entryTexts(battle, range))),
    findEntry: (battle, orderId) =>
      translateDbErrors(async () => {
        const found = await orderIn([serverKeyOfPlace(battle.guild, battle.channel)], battle.id, orderId);
        return found === undefined ? undefined : readEntry(found);
      }),
  };
};
