import { appEdition } from '../battle/editions/app-edition.ts';
import type { BattleWait, WaitChanges } from '../battle/saved/waits.ts';
import { withAlarmsSql } from './alarm-store.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { Prisma } from './generated/client.ts';

const rowOf = ({ actor, kind, user, what, since, at, begun, spent, told, state, deputy }: BattleWait) => ({
  actor: toPgText(actor),
  kind: toPgText(kind),
  user_id: toPgText(user),
  what: toPgText(what),
  ...{ since, at, begun: begun ?? null, spent: Math.round(spent), told, state },
  deputy: deputy === undefined ? null : toPgText(deputy.user),
  deputy_until: deputy?.until ?? null,
});

const columns = Prisma.raw('actor, kind, user_id, what, since, at, begun, spent, told, state, deputy, deputy_until');

const rows = (waits: readonly BattleWait[]): Prisma.Sql => Prisma.sql`
  json_to_recordset(${toPgJson(waits.map(rowOf))}::json) AS now (
    actor text, kind text, user_id text, what text, since int, at bigint, begun bigint, spent bigint, told int, state text,
    deputy text, deputy_until bigint
  )`;

const written = (name: string, waits: readonly BattleWait[], onConflict: string): Prisma.Sql =>
  waits.length === 0
    ? Prisma.empty
    : Prisma.sql`, ${Prisma.raw(name)} AS (
        INSERT INTO awaited (guild, battle_id, ${columns}, edition)
        SELECT saved.guild, saved.id, ${columns}, ${appEdition}::int FROM saved, ${rows(waits)}
        ON CONFLICT (guild, battle_id, actor, kind) DO UPDATE SET edition = excluded.edition, ${Prisma.raw(onConflict)}
      )`;

/** SQL that does not change a column if the GM was asked, because the player may still act. */
const unlessAsked = (column: string): string =>
  `${column} = CASE WHEN awaited.state = 'asked' THEN awaited.${column} ELSE excluded.${column} END`;

const keepTimeSql = `what = excluded.what, ${unlessAsked('deputy')}, ${unlessAsked('deputy_until')}`;
const restartTimeSql = `what = excluded.what, deputy = excluded.deputy, deputy_until = excluded.deputy_until, user_id = excluded.user_id, since = excluded.since, at = excluded.at, begun = excluded.begun,
  spent = excluded.spent, told = excluded.told, told_by = NULL, state = excluded.state`;

/** SQL after `WITH saved AS (…)` that updates the waits and alarms of a battle if `saved` has a row. */
export const withWaitsSql = (aftermath: WaitChanges | undefined): Prisma.Sql => {
  if (aftermath === undefined) return Prisma.empty;
  const { waits, alarms } = aftermath;
  const gone = Prisma.sql`, gone AS (
    DELETE FROM awaited USING saved WHERE awaited.guild = saved.guild AND battle_id = saved.id AND NOT EXISTS (
      SELECT FROM ${rows(waits)} WHERE now.actor = awaited.actor AND now.kind = awaited.kind
    )
  )`;
  const [staying, beginning] = [waits.filter(({ isNew }) => !isNew), waits.filter(({ isNew }) => isNew)];
  return Prisma.sql`${gone}${written('staying', staying, keepTimeSql)}${written('beginning', beginning, restartTimeSql)}${withAlarmsSql(alarms)}`;
};
