import { z } from 'zod';
import type { Checkpoint, CheckpointQuery, SavedCheckpoint } from '../battle/saved/checkpoint.ts';
import type { BattleKey } from '../battle/saved/store.ts';
import { Prisma } from './generated/client.ts';
import { toPgText } from './pg-text.ts';
import { serverKeyOfPlace } from './server-key.ts';

type Lying = Pick<BattleKey, 'guild' | 'channel' | 'id'>;

const largest = 2 ** 31 - 1;

const under = ({ guild, channel }: Lying): Prisma.Sql => Prisma.sql`${serverKeyOfPlace(guild, channel)}`;

const rows = z.array(
  z.strictObject({ n: z.int(), from: z.int(), state: z.string(), told: z.string(), standing: z.boolean() }),
);

export const readCheckpoints = (found: unknown): readonly SavedCheckpoint[] => rows.parse(found);

/** Those of an older edition, or of a log that was written over since, are as good as not there. */
export const selectCheckpointsSql = (
  battle: Lying,
  { edition, from = 0, to, standing = false, user, secret = false, light = false, most }: CheckpointQuery,
): Prisma.Sql => Prisma.sql`
  SELECT c.n, c.from_n AS "from", ${light ? Prisma.sql`''` : Prisma.sql`c.state::text`} AS state, c.told::text AS told,
         c.void_by IS NULL AS standing
  FROM checkpoints AS c JOIN battles AS b ON b.guild = c.guild AND b.id = c.battle_id
  WHERE c.guild IN (${under(battle)}) AND b.guild IN (${under(battle)}) AND c.battle_id = ${toPgText(battle.id)}
    AND c.n BETWEEN ${from}::int AND ${Math.min(to, largest)}::int AND c.rewritten = b.rewritten
    AND c.house_edition = ${edition.house}::int AND c.rules_version = ${edition.rules}::int
    ${standing ? Prisma.sql`AND c.void_by IS NULL` : Prisma.empty}
    ${user === undefined ? Prisma.empty : Prisma.sql`AND ${toPgText(user)} = ANY (c.users)`}
    ${secret ? Prisma.sql`AND c.secret` : Prisma.empty}
  ORDER BY c.n DESC LIMIT ${Math.min(most, largest)}::int`;

/** From then on, as of the newest checkpoint, up to which of those before it the same entries stand that stood then. */
const turned = ({ n, turned: turning }: Checkpoint): Prisma.Sql => {
  if (turning === undefined) return Prisma.empty;
  const { from, undoes } = turning;
  const isUndone =
    undoes === undefined ? Prisma.sql`FALSE` : Prisma.sql`c.n < ${undoes}::int AND void_by = ${undoes}::int`;
  return Prisma.sql`, turned AS (
    UPDATE checkpoints AS c SET void_by = CASE WHEN ${isUndone} THEN NULL ELSE ${n}::int END
    FROM made WHERE c.guild = made.guild AND c.battle_id = made.battle_id AND c.n < ${n}::int
      AND ((${isUndone}) OR (c.n >= ${undoes ?? from}::int AND void_by IS NULL))
  )`;
};

/** Where it is there already nothing is done; one of an older edition, or of a log that was written over, gives way. */
export const insertCheckpointSql = (battle: Lying, rewritten: number, checkpoint: Checkpoint): Prisma.Sql => Prisma.sql`
  WITH held AS (
    SELECT guild, id FROM battles
    WHERE guild IN (${under(battle)}) AND id = ${toPgText(battle.id)} AND rewritten = ${rewritten}::int FOR SHARE
  ), made AS (
    INSERT INTO checkpoints (guild, battle_id, n, from_n, house_edition, rules_version, rewritten, state, told, users, secret)
    SELECT guild, id, ${checkpoint.n}::int, ${checkpoint.from}::int, ${checkpoint.edition.house}::int,
           ${checkpoint.edition.rules}::int, ${rewritten}::int, ${checkpoint.state}::json, ${checkpoint.told}::json,
           ${checkpoint.users.map(toPgText)}::text[], ${checkpoint.secret}
    FROM held
    ON CONFLICT (guild, battle_id, n) DO UPDATE
    SET from_n = excluded.from_n, house_edition = excluded.house_edition, rules_version = excluded.rules_version,
        rewritten = excluded.rewritten, state = excluded.state, told = excluded.told, users = excluded.users,
        secret = excluded.secret, void_by = NULL
    WHERE checkpoints.rewritten <> excluded.rewritten OR checkpoints.house_edition <> excluded.house_edition
       OR checkpoints.rules_version <> excluded.rules_version
    RETURNING guild, battle_id
  )${turned(checkpoint)} SELECT count(*)::int AS made FROM made`;

export const deleteCheckpointsSql = (battle: Lying, from: number): Prisma.Sql => Prisma.sql`
  DELETE FROM checkpoints
  WHERE guild IN (${under(battle)}) AND battle_id = ${toPgText(battle.id)} AND n >= ${from}::int`;
