import { errorMessage } from '../core/message.ts';
import { createProgressLine, formatProgress } from '../core/progress.ts';
import { createLog } from '../log/log.ts';
import { openDatabase } from '../persistence/database.ts';
import type { Config } from './config.ts';
import { createDatabaseStores } from './database-stores.ts';
import { startBackupsFromConfig } from './database-work.ts';
import { createMemoryStores } from './memory-stores.ts';
import type { PlayArguments } from './practice-arguments.ts';
import { runPracticeProgram } from './practice-program.ts';
import { catchUncaughtErrors, createShutdown, onExitSignal } from './shutdown.ts';

/** Runs the practice table on the bot's database. Returns the exit code. */
export const runPracticeTable = async (config: Config, given: PlayArguments): Promise<number> => {
  const log = createLog(config.logLevel, process.stderr);
  const { onClose, close, end, onUncaught } = createShutdown(log, process.exit);
  catchUncaughtErrors({ onUncaught });
  onExitSignal(
    () => void end(),
    () => process.exit(1),
  );
  const failed = (error: unknown): void => log.error({ err: error }, 'A line could not be carried out.');
  const told = (problem: unknown): void => console.error(errorMessage(problem));
  const playing = { caps: config.caps, onFailure: failed, onClose };
  if (given.memory)
    return runPracticeProgram(createMemoryStores(), given, { ...playing, dataDir: undefined }).finally(close);
  const migrating = createProgressLine(process.stderr, () => performance.now());
  const database = await openDatabase(config, (name, nth, of) =>
    migrating.show(`Bringing the tables up to date: ${formatProgress(nth, of, name)}`),
  ).finally(migrating.end);
  onClose(database.close);
  onClose(startBackupsFromConfig(config, database, { onBackup: () => {}, onError: told }).stop);
  try {
    return await runPracticeProgram(createDatabaseStores(database, told), given, {
      ...playing,
      dataDir: config.dataDir,
    });
  } finally {
    await close();
  }
};
