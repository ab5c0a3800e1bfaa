import { z } from 'zod';
import { startClock } from '../app/clock/clock-scheduler.ts';
import { createPictureThread } from '../app/pictures/picture-thread.ts';
import type { Monitor } from '../battle/decide/decisions.ts';
import { errorMessage } from '../core/message.ts';
import { startBot } from '../discord/bot.ts';
import { createDiscordChannels } from '../discord/channels.ts';
import { logUndeliveredMessage } from '../discord/delivery-log.ts';
import { MetricsPortError } from '../discord/health.ts';
import { createRefusedOrderCounter } from '../discord/metrics.ts';
import { watchServers } from '../discord/server-changes.ts';
import { startWatchdog } from '../discord/watchdog.ts';
import { createLog, type Log } from '../log/log.ts';
import { createBattleFeed } from '../persistence/battle-feed.ts';
import { type Database, openDatabase } from '../persistence/database.ts';
import { countOpenBattles, databaseProblems, diskProblems } from '../persistence/health.ts';
import type { OnMigration } from '../persistence/migrate.ts';
import { rulesets } from '../systems/index.ts';
import { composeApp } from './compose.ts';
import type { Config } from './config.ts';
import { createDatabaseStores } from './database-stores.ts';
import { startBackupsFromConfig } from './database-work.ts';
import { createFileThread } from './file-thread.ts';
import { loadInstalledLanguages } from './installed-languages.ts';
import { createRecordThread } from './record-thread.ts';
import { catchUncaughtErrors, createShutdown, onExitSignal, type Shutdown } from './shutdown.ts';
import { createSimulationThreads } from './simulation-threads.ts';

const errorParts = z.object({ code: z.string().catch(''), status: z.int().optional().catch(undefined) });

/** Describes why Discord refused the login, without a full stop. */
const describeLoginProblem = (problem: unknown): string => {
  const { code = '', status = 0 } = errorParts.safeParse(problem).data ?? {};
  if (code === 'TokenInvalid')
    return 'DISCORD_TOKEN is not a token that it knows. Copy it anew, from the page Bot of the developer portal';
  if (status >= 500) return `it answers with ${status}. Try again in a while`;
  const text = errorMessage(problem).replace(/\.$/, '');
  return /^(?:E[A-Z_]+|UND_ERR_\w+)$/.test(code)
    ? `it cannot be reached from here (${text}). Try again in a while`
    : text;
};

type BotConfig = Config & { readonly discord: NonNullable<Config['discord']> };

/** Wraps a listener for messages about migrations. Drops a message within a second of the last one. */
const atMostOnceASecond = (hear: OnMigration): OnMigration => {
  let last = Number.NEGATIVE_INFINITY;
  return (...migration) => {
    if (performance.now() - last < 1000) return;
    last = performance.now();
    hear(...migration);
  };
};

/** Runs the bot on Discord until a signal stops the process. Running orders are finished before it stops. */
export const serveDiscord = async (config: BotConfig): Promise<void> => {
  const log = createLog(config.logLevel);
  const ending = createShutdown(log, process.exit);
  catchUncaughtErrors(ending);
  await startBotProcess(config, log, ending).catch(async (problem: unknown) => {
    await ending.abandon();
    throw problem;
  });
};

/** Opens the port of the boards. Undefined without `WEB_URL`, or if the port cannot be opened. */
const openBoardPort = async ({ web, discord }: BotConfig, log: Log, onError: (error: unknown) => void) => {
  if (web === undefined) return undefined;
  const { openBoards } = await import('./boards.ts');
  return openBoards(web, discord.token, onError).catch((error: unknown) => {
    log.error(
      { err: error },
      'WEB_PORT cannot be opened, so no boards are served in a browser. Set it to a free port.',
    );
    return undefined;
  });
};

/** With a Postgres, the watch of battles that several processes write. */
const watchAllBattles = (
  { under }: Database,
  { watchBattles }: Pick<ReturnType<typeof composeApp>, 'watchBattles'>,
  onError: (error: unknown) => void,
) => (under.kind === 'postgres' ? { watchBattles: createBattleFeed(under.pool, watchBattles, onError) } : {});

const startBotProcess = async (config: BotConfig, log: Log, { onClose, end }: Shutdown): Promise<void> => {
  /** What a signal does. Until the bot runs, it just exits, because no order can be lost. */
  let leave = async (): Promise<void> => process.exit(0);
  onExitSignal(
    (signal) => {
      log.info({ signal }, 'Leaving: orders in hand are finished first.');
      void leave();
    },
    (signal) => {
      log.warn({ signal }, 'Told to leave once more: what is in hand is given up.');
      process.exit(1);
    },
  );
  const watchdog = startWatchdog(config.logLevel, (error) => log.error({ err: error }, 'The watchdog is gone.'));
  onClose(watchdog.stop);
  const database = await openDatabase(
    config,
    atMostOnceASecond((name, _, of) => log.info({ migrations: [name], most: of }, 'Bringing the tables up to date.')),
  );
  onClose(database.close);
  if (database.backup !== undefined) log.info(database.backup, 'Backed up, then the tables were brought up to date.');
  const backups = startBackupsFromConfig(config, database, {
    onBackup: (backup) => log.info(backup, 'Backed up.'),
    onError: (error) => log.error({ err: error }, 'No backup could be made.'),
  });
  onClose(backups.stop);
  const stores = createDatabaseStores(database, (error) => log.error({ err: error }, 'An alarm was not rung.'));
  const servers = watchServers(stores.servers);
  const channels = createDiscordChannels(log);
  const onError = (error: unknown): void => log.error({ err: error }, 'Something was not said or settled.');
  const refused = createRefusedOrderCounter();
  const monitor: Monitor = {
    startWork: watchdog.startWork,
    orderRefused: (work, { code, facts: { what, most } }) => {
      refused.inc({ code });
      if (code === 'beyond-bounds')
        log.warn(
          { ...work, what: String(what), most: Number(most) },
          'An order was refused: it would have taken too much.',
        );
      else log.debug({ ...work, code }, 'An order was refused.');
    },
  };
  const recordThread = createRecordThread();
  onClose(recordThread.close);
  const reencodePicture = createPictureThread();
  onClose(reencodePicture.close);
  const files = createFileThread();
  onClose(files.close);
  const simulation = createSimulationThreads(2);
  onClose(simulation.close);
  const boards = await openBoardPort(config, log, onError);
  const languages = await loadInstalledLanguages((err) => log.warn({ err }, 'A translation cannot be used.'));
  const house = composeApp({
    languages,
    webLinks: boards?.links,
    stores: { ...stores, servers },
    now: Date.now,
    transport: channels,
    onError,
    monitor,
    caps: config.caps,
    rulesets: rulesets,
    recordThread,
    askSimulation: simulation.asking,
    reencodePicture,
    readFile: files.readFile,
    onUndelivered: logUndeliveredMessage(log),
  });
  const rulesetIds = rulesets.map(({ id }) => id);
  const bot = startBot({
    config: config.discord,
    ...house,
    servers,
    channels,
    isOnlyProcess: database.under.kind === 'embedded',
    sentence: (refusal, { channel }) => house.sentence(refusal, channel),
    refusedOrders: refused,
    problems: async () => [
      ...(await databaseProblems(database)),
      ...(database.under.kind === 'embedded' ? await diskProblems(config.dataDir) : []),
    ],
    openBattles: () => countOpenBattles(database),
    backupFailing: backups.failing,
    rulesetIds,
    log,
    clock: Date.now,
  });
  onClose(bot.stop);
  if (boards !== undefined)
    onClose(boards.serve({ ...house, ...watchAllBattles(database, house, onError), inTurn: bot.inTurn }));
  leave = end;
  await bot.connected.catch((problem: unknown) => {
    if (problem instanceof MetricsPortError) throw problem;
    throw new Error(`The bot cannot log in to Discord: ${describeLoginProblem(problem)}.`, { cause: problem });
  });
  onClose(await startClock(house.services));
  await bot.ready;
  log.info({ systems: rulesetIds }, 'The Brotherhood Master is here.');
};
