import { appEdition, isSameEdition } from '../battle/editions/app-edition.ts';
import { diffJson } from '../battle/saved/json-diff.ts';
import type { OutboxMessages } from '../battle/saved/outbox.ts';
import type { Session } from '../battle/saved/session.ts';
import {
  type BattleKey,
  type LogEntry,
  type LogRewrite,
  type SavedBattle,
  type StoredState,
  userIdsIn,
} from '../battle/saved/store.ts';
import type { WaitChanges } from '../battle/saved/waits.ts';
import type { BattleRow } from './battle-cache.ts';
import { serverKeyOfPlace, toPgJson, toPgText } from './column-values.ts';
import { Prisma } from './generated/client.ts';
import { withMessagesSql } from './outbox-sql.ts';
import { withWaitsSql } from './waits-sql.ts';

export const sameChannelOrServer = ({ guild, channel }: Pick<BattleKey, 'guild' | 'channel'>): Prisma.Sql =>
  Prisma.sql`guild = ${serverKeyOfPlace(guild, channel)}`;

/** The users with a seat and their roles, including the GM. */
const seatsOf = ({ gm, seats }: Session): { readonly users: readonly string[]; readonly roles: readonly string[] } => {
  const roles = new Map(Object.entries(seats).map(([user, { role }]) => [toPgText(user), String(role)]));
  if (gm !== '') roles.set(toPgText(gm), 'gm');
  return { users: [...roles.keys()], roles: [...roles.values()] };
};

/** SQL after `WITH saved AS (…)` that inserts the log entry of a battle if `saved` has a row. */
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

/** SQL after `WITH saved AS (…)` that records the users that an entry mentions. */
const withMentions = (people: readonly string[]): Prisma.Sql =>
  people.length === 0
    ? Prisma.empty
    : Prisma.sql`, named AS (
    INSERT INTO named_people (guild, battle_id, user_id)
    SELECT saved.guild, saved.id, person FROM saved, unnest(${people.map(toPgText)}::text[]) AS person
    ON CONFLICT DO NOTHING
  )`;

/** True if the entry may change seats. For other entries, the statement leaves the seats out. */
const mayMoveSeats = ({ table, request }: LogEntry): boolean =>
  table.length > 0 || request.kind === 'undo' || request.kind === 'redo';

const kept = Prisma.sql` SELECT count(*)::int AS kept FROM saved`;

const pendingJson = ({ pending }: SavedBattle): string | null => (pending === undefined ? null : toPgJson(pending));

/** SQL that inserts a battle, unless its channel has an unfinished one, or one created by the same order. */
export const insertBattleSql = (
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

/** True if the entry may move an unfinished battle to a channel that has another unfinished battle. */
export const mayTakeChannel = ({ status }: SavedBattle, { table, request }: LogEntry): boolean =>
  status !== 'ended' &&
  (request.kind === 'undo' || request.kind === 'redo' || table.some(({ type }) => type === 'moved'));

export const otherBattleInChannel = (battle: SavedBattle): Prisma.Sql => Prisma.sql`
  SELECT 1 FROM battles
  WHERE ${sameChannelOrServer(battle)} AND channel = ${toPgText(battle.channel)} AND status <> 'ended' AND id <> ${toPgText(battle.id)}`;

/** SQL condition for an order of a battle. `|| ''` makes Postgres use the index of order ids. */
export const orderById = (key: string, id: string, orderId: string): Prisma.Sql =>
  Prisma.sql`guild = ${key} AND order_id = ${toPgText(orderId)} AND battle_id || '' = ${toPgText(id)}`;

const isNewOrder = (key: string, { id }: SavedBattle, { orderId }: LogEntry): Prisma.Sql =>
  Prisma.sql`AND NOT EXISTS (SELECT FROM log_entries WHERE ${orderById(key, id, orderId)})`;

/** Maximum size of an ordinary order's writes, without ids (bytes). */
const maxOrderBytes = 7680;

/** Number of cached log entries: enough for the messages of an order and the GM inbox. */
const tailLength = 6;

/** The cached row of a battle after a commit. */
export const rowAfterCommit = (
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

/** The SQL that writes a game, and the full game to which later saved changes refer. */
interface Written extends Pick<BattleRow, 'baseGame' | 'gameLength'> {
  readonly columns: Prisma.Sql;
}

const wholeGame = ({ game }: SavedBattle): Written => {
  const text = toPgJson(game);
  return { columns: Prisma.sql`game = ${text}::json, changes = NULL`, baseGame: game, gameLength: text.length };
};

/** Writes a game as changes to its base. Writes the whole game if the base is unknown or the changes are long. */
const gameColumns = (battle: SavedBattle, row: BattleRow | undefined, beside: number): Written => {
  if (row === undefined || !isSameEdition(row.edition, battle.edition)) return wholeGame(battle);
  const changes = diffJson(row.baseGame, battle.game);
  if (changes === undefined) return { ...row, columns: Prisma.sql`changes = NULL` };
  const text = toPgJson(changes);
  const most = Math.min(Math.max(maxOrderBytes - beside, maxOrderBytes / 2), row.gameLength / 4);
  return bytes(text) > most ? wholeGame(battle) : { ...row, columns: Prisma.sql`changes = ${text}::json` };
};

/** SQL condition of a commit: the version is unchanged, the order is new, the channel is free. */
const isUnchanged = (
  key: string,
  battle: SavedBattle,
  row: BattleRow | undefined,
  entry: LogEntry,
): Prisma.Sql => Prisma.sql`guild = ${key} AND id = ${toPgText(battle.id)} AND version = ${battle.version - 1}::int
      ${row === undefined ? Prisma.empty : Prisma.sql`AND rewritten = ${row.rewriteCount}::int`}
      ${isNewOrder(key, battle, entry)}
      ${mayTakeChannel(battle, entry) ? Prisma.sql`AND NOT EXISTS (${otherBattleInChannel(battle)})` : Prisma.empty}`;

export const commitSql = (
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
  const game = gameColumns(battle, row, bytes(entryJson) + bytes(pending));
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

/** SQL that changes the keys of a direct-message battle that moves to another channel. Undefined without a move. */
export const changeKeys = (
  battle: SavedBattle,
  row: BattleRow | undefined,
  entry: LogEntry,
): Prisma.Sql | undefined => {
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

/** SQL that rewrites a battle and its log, to erase a user. */
export const rewriteSql = (
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

export const selectStateSql = (battle: SavedBattle, before: number): Prisma.Sql => Prisma.sql`
  SELECT n, state::text AS state FROM stored_states
  WHERE ${sameChannelOrServer(battle)} AND battle_id = ${toPgText(battle.id)} AND n < ${before}::int
    AND house_edition = ${battle.edition.house}::int AND rules_version = ${battle.edition.rules}::int
  ORDER BY n DESC LIMIT 1`;

/** SQL that inserts states, unless the log was rewritten since they were calculated. */
export const insertStatesSql = (
  battle: SavedBattle,
  rewritten: number,
  states: readonly StoredState[],
): Prisma.Sql => Prisma.sql`
  WITH held AS (
    SELECT guild, id FROM battles
    WHERE ${sameChannelOrServer(battle)} AND id = ${toPgText(battle.id)} AND rewritten = ${rewritten}::int FOR SHARE
  )
  INSERT INTO stored_states (guild, battle_id, n, house_edition, rules_version, state)
  SELECT guild, id, given.n, ${battle.edition.house}::int, ${battle.edition.rules}::int, given.state::json
  FROM held, unnest(${states.map(({ n }) => n)}::int[], ${states.map(({ state }) => state)}::text[]) AS given (n, state)
  ON CONFLICT (guild, battle_id, n) DO UPDATE
  SET house_edition = excluded.house_edition, rules_version = excluded.rules_version, state = excluded.state`;

/** SQL that locks a battle during a rewrite, so that all its stored states are deleted. */
export const lockBattleSql = (battle: BattleKey): Prisma.Sql => Prisma.sql`
  SELECT 1 FROM battles WHERE ${sameChannelOrServer(battle)} AND id = ${toPgText(battle.id)} FOR UPDATE`;
