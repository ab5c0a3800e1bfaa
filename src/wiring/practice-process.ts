import { doneOf, progress } from '../core/progress.ts';
import { errorMessage } from '../core/text.ts';
import { newLog } from '../log/log.ts';
import { openDatabase } from '../persistence/database.ts';
import type { Config } from './config.ts';
import { databaseStores } from './database-stores.ts';
import { archiveOf, backupsOf, jobsOf } from './database-work.ts';
import { memoryStores } from './memory-stores.ts';
import type { PlayArguments } from './practice-arguments.ts';
import { runPracticeProgram } from './practice-program.ts';
import { catchAll, onLeaving, shutdown } from './shutdown.ts';

/** The practice table on the terminal, over the same database. Gives the exit code. */
export const runPracticeTable = async (config: Config, given: PlayArguments): Promise<number> => {
  const log = newLog(config.logLevel, process.stderr);
  const { opened, close, end, uncaught } = shutdown(log, process.exit);
  catchAll({ uncaught });
  onLeaving(
    () => void end(),
    () => process.exit(1),
  );
  const failed = (error: unknown): void => log.error({ err: error }, 'A line could not be carried out.');
  const told = (problem: unknown): void => console.error(errorMessage(problem));
  const playing = { caps: config.caps, failed, opened };
  if (given.memory) return runPracticeProgram(memoryStores(), given, { ...playing, dataDir: undefined }).finally(close);
  const migrating = progress(process.stderr, () => performance.now());
  const database = await openDatabase(
    config,
    ({ from, to }) =>
      console.error(`The database is brought from PostgreSQL ${from} to ${to}, once; that takes some seconds.`),
    (name, nth, of) => migrating.show(`Bringing the tables up to date: ${doneOf(nth, of, name)}`),
  ).finally(migrating.end);
  opened(database.close);
  if (database.upgraded !== undefined)
    console.error(`The former one is kept in ${database.upgraded.kept}; delete it when you no longer need it.`);
  const jobs = await jobsOf(database, told);
  opened(jobs.close);
  opened(backupsOf(config, database, { onBackup: () => {}, onError: told }).stop);
  opened(archiveOf(config, database, { onArchived: () => {}, onError: told }).stop);
  try {
    return await runPracticeProgram(databaseStores(database, jobs), given, { ...playing, dataDir: config.dataDir });
  } finally {
    await close();
  }
};
