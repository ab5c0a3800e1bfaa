import { startClock } from './app/clock/clock-scheduler.ts';
import type { Monitor } from './battle/decide/monitor.ts';
import { problemText } from './core/text.ts';
import { startBot } from './discord/bot.ts';
import { discordChannels } from './discord/channels.ts';
import { logUndelivered } from './discord/delivery-log.ts';
import { logged } from './discord/failure.ts';
import { refusedOrders } from './discord/metrics.ts';
import { watchedServers } from './discord/server-changes.ts';
import { startWatchdog } from './discord/watchdog.ts';
import { newLog } from './log/log.ts';
import { clockQueue } from './persistence/alarm-jobs.ts';
import { keepBackups } from './persistence/backup-keeper.ts';
import { type Database, openDatabase } from './persistence/database.ts';
import { type Jobs, openJobs } from './persistence/jobs.ts';
import { rulesets } from './systems/index.ts';
import { compose } from './wiring/compose.ts';
import { type Config, configHere } from './wiring/config.ts';
import { databaseStores } from './wiring/database-stores.ts';
import { memoryStores } from './wiring/memory-stores.ts';
import { readArguments, runPracticeProgram, usage } from './wiring/practice-program.ts';
import { recordThread } from './wiring/record-thread.ts';
import { catchAll, shutdown } from './wiring/shutdown.ts';

const jobsOf = (database: Database, onError: (error: unknown) => void): Promise<Jobs> =>
  openJobs(database, [clockQueue], onError);

/** Backups at intervals, and those that `npm run backup` asks for. */
const backupsOf = (
  { dataDir, backups }: Config,
  { under }: Database,
  heard: Pick<Parameters<typeof keepBackups>[0], 'onBackup' | 'onError'>,
) => keepBackups({ under, dataDir, ...backups, now: Date.now, ...heard });

const signals = ['SIGTERM', 'SIGINT'] as const;

/** The bot on Discord, until it is told to stop: then it finishes what is in hand. */
const serve = async (config: Config & { readonly discord: NonNullable<Config['discord']> }): Promise<void> => {
  const log = newLog(config.logLevel);
  const { opened, end, uncaught } = shutdown(log, process.exit);
  catchAll({ uncaught });
  const watchdog = startWatchdog(config.logLevel, (error) => log.error(logged(error), 'The watchdog is gone.'));
  opened(watchdog.stop);
  const database = await openDatabase(config);
  opened(database.close);
  if (database.backup !== undefined) log.info(database.backup, 'Backed up, then the tables were brought up to date.');
  if (database.waiting.length > 0)
    log.warn({ migrations: database.waiting }, 'Migrations wait until processes of an older release are gone.');
  const jobs = await jobsOf(database, (error) => log.error(logged(error), 'The jobs of the clock report an error.'));
  opened(jobs.close);
  opened(
    backupsOf(config, database, {
      onBackup: (backup) => log.info(backup, 'Backed up.'),
      onError: (error) => log.error(logged(error), 'No backup could be made.'),
    }).stop,
  );
  const stores = databaseStores(database, jobs);
  const servers = watchedServers(stores.servers);
  const places = discordChannels(log);
  const onError = (error: unknown): void => log.error(logged(error), 'Something was not said or settled.');
  const refused = refusedOrders();
  const monitor: Monitor = {
    began: watchdog.began,
    beyond: (work, ceiling) => log.warn({ ...work, ...ceiling }, 'An order was refused: it would have taken too much.'),
    refused: (work, code) => {
      refused.inc({ code });
      log.debug({ ...work, code }, 'An order was refused.');
    },
  };
  const thread = recordThread();
  opened(thread.close);
  const house = compose({
    stores: { ...stores, servers },
    now: Date.now,
    transport: places,
    onError,
    monitor,
    caps: config.caps,
    books: rulesets,
    thread,
    onUndelivered: logUndelivered(log),
  });
  const rulesetIds = rulesets.map(({ id }) => id);
  const bot = startBot({
    config: config.discord,
    ...house,
    servers,
    places,
    alone: database.under.kind === 'embedded',
    sentence: (refusal, { channel }) => house.sentence(refusal, channel),
    refusedOrders: refused,
    rulesetIds,
    log,
    clock: Date.now,
  });
  opened(bot.stop);
  for (const signal of signals)
    process.once(signal, () => {
      log.info({ signal }, 'Leaving: orders in hand are finished first.');
      void end();
    });
  await bot.ready.catch((problem: unknown) => {
    throw new Error(`The bot cannot log in to Discord: ${problemText(problem)}`, { cause: problem });
  });
  opened(await startClock({ services: house.services }));
  log.info({ systems: rulesetIds }, 'The Brotherhood Master is here.');
};

/** The practice table on the terminal, over the same database. */
const practise = async (config: Config): Promise<number> => {
  const read = readArguments(process.argv.slice(2));
  if (!read.ok) {
    console.error(read.error);
    return 2;
  }
  const given = read.value;
  if (given.help) {
    console.log(usage);
    return 0;
  }
  const log = newLog(config.logLevel, process.stderr);
  const { opened, close, end, uncaught } = shutdown(log, process.exit);
  catchAll({ uncaught });
  for (const signal of signals) process.once(signal, () => void end());
  const failed = (error: unknown): void => log.error(logged(error), 'A line could not be carried out.');
  const playing = { caps: config.caps, failed, opened };
  if (given.memory) return runPracticeProgram(memoryStores(), given, { ...playing, dataDir: undefined }).finally(close);
  const database = await openDatabase(config);
  opened(database.close);
  const jobs = await jobsOf(database, sorry);
  opened(jobs.close);
  opened(
    backupsOf(config, database, {
      onBackup: () => {},
      onError: (problem) => console.error(problemText(problem)),
    }).stop,
  );
  try {
    return await runPracticeProgram(databaseStores(database, jobs), given, { ...playing, dataDir: config.dataDir });
  } finally {
    await close();
  }
};

const sorry = (problem: unknown): void => {
  console.error(problemText(problem));
  process.exitCode = 1;
};

const config = configHere();
if (!config.ok) {
  for (const problem of config.error) console.error(problem);
  process.exitCode = 1;
} else if (config.value.discord === undefined) {
  practise(config.value).then((code) => {
    process.exitCode = code;
  }, sorry);
} else {
  serve({ ...config.value, discord: config.value.discord }).catch((problem: unknown) => {
    sorry(problem);
    process.exit(1);
  });
}
