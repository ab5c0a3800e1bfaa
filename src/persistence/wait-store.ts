import { z } from 'zod';
import { type BattleWait, type WaitInBattle, type WaitStore, waitStates } from '../battle/saved/waits.ts';
import { parseServerKey, toPgText } from './column-values.ts';
import { withTranslatedErrors } from './db-errors.ts';
import { Prisma } from './generated/client.ts';

const time = z.bigint().transform(Number);

const waitRow = z.object({
  battle: z.string(),
  actor: z.string(),
  kind: z.string(),
  user: z.string(),
  what: z.string(),
  since: z.int(),
  at: time,
  begun: time.nullable(),
  spent: time,
  told: z.int(),
  state: z.enum(waitStates),
  deputy: z.string().nullable(),
  deputyUntil: time.nullable(),
});

const waitOf = ({ deputy, deputyUntil, begun, ...row }: z.output<typeof waitRow>): BattleWait => ({
  ...row,
  begun: begun ?? undefined,
  deputy: deputy === null || deputyUntil === null ? undefined : { user: deputy, until: deputyUntil },
});

const waitingRow = waitRow.extend({ guild: z.string(), channel: z.string(), name: z.string(), system: z.string() });

const waitingOf = ({ guild, channel, name, system, ...row }: z.output<typeof waitingRow>): WaitInBattle => ({
  ...waitOf(row),
  ...{ guild: parseServerKey(guild), channel, name, system },
});

const wait =
  Prisma.raw(`a.battle_id AS battle, a.actor, a.kind, a.user_id AS "user", a.what, a.since, a.at, a.begun, a.spent,
  a.told, a.state, a.deputy, a.deputy_until AS "deputyUntil"`);

/** Maximum time without a running process that still counts as waiting time (milliseconds). */
const minDowntime = 90_000;

/** Creates the store of waits on Postgres. Waits are written with their battles. */
export const createWaitStore = (prisma: Prisma.TransactionClient): WaitStore => {
  const read = async (rest: Prisma.Sql): Promise<readonly BattleWait[]> =>
    z
      .array(waitRow)
      .parse(await prisma.$queryRaw(Prisma.sql`SELECT ${wait} FROM awaited AS a ${rest}`))
      .map(waitOf);
  return withTranslatedErrors({
    forBattle: async (battle) =>
      read(Prisma.sql`JOIN battles AS b ON b.guild = a.guild AND b.id = a.battle_id
          WHERE b.id = ${toPgText(battle)} ORDER BY a.actor, a.kind`),
    forUser: async (user, now) => {
      const rows = await prisma.$queryRaw(Prisma.sql`
          SELECT ${wait}, b.guild, b.channel, b."table" ->> 'name' AS name, b.system
          FROM awaited AS a JOIN battles AS b ON b.guild = a.guild AND b.id = a.battle_id
          WHERE a.user_id = ${toPgText(user)}
             OR (a.deputy = ${toPgText(user)} AND a.deputy_until > ${BigInt(Math.trunc(now))}::bigint)
          ORDER BY a.at DESC, a.since DESC, a.actor`);
      return z.array(waitingRow).parse(rows).map(waitingOf);
    },
    claim: async ({ battle, actor, kind, since }, step, alarm) => {
      const taken = await prisma.$executeRaw`
          UPDATE awaited SET told = ${step}::int, told_by = ${alarm} FROM battles AS b
          WHERE b.id = ${toPgText(battle)} AND awaited.guild = b.guild AND battle_id = b.id
            AND actor = ${toPgText(actor)} AND kind = ${toPgText(kind)} AND since = ${since}::int AND (told < ${step}::int OR (told = ${step}::int AND told_by = ${alarm}))`;
      return taken === 1;
    },
    noteRunning: async (now, isStart) => {
      const at = BigInt(Math.trunc(now));
      await prisma.$executeRaw`
          WITH last AS (SELECT at FROM notices WHERE guild = '' AND battle_id = '' AND what = 'running'),
          noted AS (INSERT INTO notices (guild, battle_id, what, at) VALUES ('', '', 'running', ${at}::bigint)
            ON CONFLICT (guild, battle_id, what) DO UPDATE SET at = excluded.at)
          UPDATE awaited SET spent = spent - (${at}::bigint - greatest(last.at, begun)) FROM last
          WHERE ${isStart}::boolean AND ${at}::bigint - last.at > ${minDowntime}::int AND begun IS NOT NULL`;
    },
    listTimed: async () =>
      read(Prisma.sql`JOIN battles AS b ON b.guild = a.guild AND b.id = a.battle_id
          WHERE b.status = 'active' AND (b."table" -> 'clock' -> 'seconds' IS NOT NULL OR b."table" -> 'autopilot' IS NOT NULL OR b."table" -> 'awayTactics' IS NOT NULL)`),
  });
};
