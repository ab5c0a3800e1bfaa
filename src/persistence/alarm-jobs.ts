import { fromPrisma, type PgBoss } from 'pg-boss';
import { type Alarm, type Alarms, alarmId, readAlarm, toAlarmJob } from '../battle/saved/waits.ts';
import { errorMessage } from '../core/text.ts';
import type { AlarmWriter } from './battle-store.ts';

export const clockQueue = 'clock';

const day = 86_400;

/** By the database's own clock, from the moment it is written: ours may be set differently. */
const toJob = ({ after, data }: Alarm) => ({
  id: alarmId(data),
  data: toAlarmJob(data),
  startAfter: Math.max(0, after) / 1000,
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  retentionSeconds: 400 * day,
  deleteAfterSeconds: 7 * day,
});

/** Sets alarms inside the transaction of a commit: they go its way. */
export const createAlarmWriter = (boss: PgBoss): AlarmWriter => ({
  set: async (tx, alarms) => {
    await boss.insert(clockQueue, alarms.map(toJob), { db: fromPrisma(tx) });
  },
});

/** Alarms as jobs of the database: each is rung by one process, and again where that one failed or died. */
export const createJobAlarms = (boss: PgBoss, everySeconds = 2): Alarms => ({
  set: async (alarm) => {
    await boss.insert(clockQueue, [toJob(alarm)]);
  },
  startRinging: async (ring) => {
    const worker = await boss.work(
      clockQueue,
      {
        pollingIntervalSeconds: everySeconds,
        batchSize: 20,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      },
      (jobs) =>
        Promise.all(
          jobs.map(async ({ id, data, retryCount }) => {
            try {
              await ring(readAlarm(data), id, retryCount > 0);
              return { id, status: 'completed' as const };
            } catch (error) {
              const output = { problem: errorMessage(error) };
              return { id, status: 'failed' as const, output };
            }
          }),
        ),
    );
    return () => boss.offWork(clockQueue, { id: worker, wait: true });
  },
});
