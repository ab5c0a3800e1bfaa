import type { BattleKey, SavedBattle, StoredState } from '../battle/saved/store.ts';
import { serverKeyOfPlace, toPgText } from './column-values.ts';
import { Prisma } from './generated/client.ts';

const isOf = ({ guild, channel }: Pick<BattleKey, 'guild' | 'channel'>, id: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`guild = ${serverKeyOfPlace(guild, channel)} AND ${id}`;

export const selectStateSql = (battle: SavedBattle, before: number): Prisma.Sql => Prisma.sql`
  SELECT n, state::text AS state FROM stored_states
  WHERE ${isOf(battle, Prisma.sql`battle_id = ${toPgText(battle.id)}`)} AND n < ${before}::int
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
    WHERE ${isOf(battle, Prisma.sql`id = ${toPgText(battle.id)}`)} AND rewritten = ${rewritten}::int FOR SHARE
  )
  INSERT INTO stored_states (guild, battle_id, n, house_edition, rules_version, state)
  SELECT guild, id, given.n, ${battle.edition.house}::int, ${battle.edition.rules}::int, given.state::json
  FROM held, unnest(${states.map(({ n }) => n)}::int[], ${states.map(({ state }) => state)}::text[]) AS given (n, state)
  ON CONFLICT (guild, battle_id, n) DO UPDATE
  SET house_edition = excluded.house_edition, rules_version = excluded.rules_version, state = excluded.state`;

/** SQL that locks a battle during a rewrite, so that all its stored states are deleted. */
export const lockBattleSql = (battle: BattleKey): Prisma.Sql => Prisma.sql`
  SELECT 1 FROM battles WHERE ${isOf(battle, Prisma.sql`id = ${toPgText(battle.id)}`)} FOR UPDATE`;
