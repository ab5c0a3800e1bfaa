import { z } from 'zod';
import { type Alarm, type Alarms, alarmId, readAlarm, toSavedAlarm } from '../battle/saved/waits.ts';
import { createClockJumpDetector } from '../core/clock-jump.ts';
import { toPgJson, toPgText } from './column-values.ts';
import { throwTranslated } from './db-errors.ts';
import { Prisma, type PrismaClient } from './generated/client.ts';
import { databaseNow } from './outbox-sql.ts';

/** Number of alarms that a process claims at once. */
const batchSize = 20;
/** Lifetime of a process's claim on an alarm (milliseconds). */
const leaseDuration = 120_000;
/** Delay before a failed alarm is tried again (milliseconds). It doubles after each failure. */
const firstRetryDelay = 5000;
const maxRetryDelay = 900_000;
/** Maximum number of attempts before an alarm is dropped. */
const maxAttempts = 20;

/** SQL that inserts alarms, timed by the database's clock. `from`: SQL that gives each battle's server as `guild`. */
const insertAlarmsSql = (alarms: readonly Alarm[], from: Prisma.Sql): Prisma.Sql => Prisma.sql`
  INSERT INTO alarms (guild, id, data, due_at)
  SELECT server.guild, alarm.id, alarm.data, ${databaseNow} + alarm.after
  FROM ${from} AS server, json_to_recordset(${toPgJson(
    alarms.map(({ after, data }) => ({
      id: alarmId(data),
      data: toSavedAlarm(data),
      after: Math.round(Math.max(0, after)),
    })),
  )}::json) AS alarm (id text, data json, after bigint)
  ON CONFLICT DO NOTHING`;

/** SQL after `WITH saved AS (…)` that inserts the alarms of a battle if `saved` has a row. */
export const withAlarmsSql = (alarms: readonly Alarm[] = []): Prisma.Sql =>
  alarms.length === 0
    ? Prisma.empty
    : Prisma.sql`, alarmed AS (${insertAlarmsSql(alarms, Prisma.sql`(SELECT guild FROM saved)`)})`;

const takenAlarms = z.array(z.object({ guild: z.string(), id: z.string(), attempts: z.int(), data: z.unknown() }));
type TakenAlarm = z.output<typeof takenAlarms>[number];

const claimSql = Prisma.sql`
  WITH due AS (
    SELECT guild, id FROM alarms WHERE due_at <= ${databaseNow} ORDER BY due_at LIMIT ${batchSize}::int
    FOR UPDATE SKIP LOCKED
  )
  UPDATE alarms AS a SET due_at = ${databaseNow} + ${leaseDuration}::int, attempts = attempts + 1
  FROM due WHERE a.guild = due.guild AND a.id = due.id RETURNING a.guild, a.id, a.attempts, a.data`;

/** SQL that corrects due times after the clock was put back by `jump` (milliseconds). */
const dueAgainSql = (jump: number): Prisma.Sql => Prisma.sql`
  UPDATE alarms SET due_at = ${databaseNow}
  WHERE due_at > ${databaseNow} AND due_at <= ${databaseNow} + ${Math.round(maxRetryDelay + jump)}::bigint`;

const retryDelay = (attempts: number): number => Math.min(firstRetryDelay * 2 ** (attempts - 1), maxRetryDelay);

/** Stores alarms in the database. One process rings each alarm; another tries again if that fails. */
export const createAlarmStore = (
  prisma: Prisma.TransactionClient | PrismaClient,
  onError: (error: unknown) => void = () => {},
  /** Delay between two polls for due alarms (milliseconds). */
  pollInterval = 2000,
): Alarms => {
  const run = (statement: Prisma.Sql): Promise<unknown> => prisma.$executeRaw(statement).catch(throwTranslated);
  const startRinging: Alarms['startRinging'] = async (ring) => {
    let isStopped = false;
    const jumped = createClockJumpDetector(Date.now, () => performance.now());
    const claim = async (): Promise<readonly TakenAlarm[]> => {
      const jump = jumped();
      // If the clock was put back, alarms must ring again.
      if (jump < 0) await run(dueAgainSql(-jump));
      return takenAlarms.parse(await prisma.$queryRaw(claimSql).catch(throwTranslated));
    };
    const ringOne = async ({ guild, id, attempts, data }: TakenAlarm): Promise<void> => {
      const which = Prisma.sql`WHERE guild = ${toPgText(guild)} AND id = ${id}`;
      try {
        await ring(readAlarm(data), id, attempts > 1);
      } catch (error) {
        if (attempts < maxAttempts) {
          await run(Prisma.sql`UPDATE alarms SET due_at = ${databaseNow} + ${retryDelay(attempts)}::int ${which}`);
          return;
        }
        onError(error);
      }
      await run(Prisma.sql`DELETE FROM alarms ${which}`);
    };
    const ringDue = async (): Promise<void> => {
      try {
        for (let more = true; more && !isStopped; ) {
          const due = await claim();
          await Promise.all(due.map(ringOne));
          more = due.length === batchSize;
        }
      } catch (error) {
        onError(error);
      }
    };
    let ringing: Promise<void> | undefined;
    const look = (): void => {
      ringing ??= ringDue().finally(() => {
        ringing = undefined;
      });
    };
    const timer = setInterval(look, pollInterval).unref();
    look();
    return async () => {
      isStopped = true;
      clearInterval(timer);
      await ringing;
    };
  };
  return {
    set: async (alarm) => {
      const server = Prisma.sql`(SELECT coalesce((SELECT guild FROM battles WHERE id = ${toPgText(alarm.data.battle)}), '') AS guild)`;
      await run(insertAlarmsSql([alarm], server));
    },
    startRinging,
  };
};
