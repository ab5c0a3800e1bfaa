import { flushCompileCache } from 'node:module';
import { errorMessage } from './core/message.ts';
import { databasePath } from './persistence/data-folder.ts';
import { type Config, loadConfig } from './wiring/config.ts';
import { openingLine, parseArguments, usage } from './wiring/practice-arguments.ts';

/** Runs the practice table. Returns its exit code; 2 for invalid arguments, checked before loading its code. */
const runPractice = async (config: Config): Promise<number> => {
  const given = parseArguments(process.argv.slice(2));
  if (!given.ok) {
    console.error(given.error);
    return 2;
  }
  if (given.value.help) {
    console.log(usage);
    return 0;
  }
  if (process.stdout.isTTY && given.value.script === undefined) console.log(openingLine(config, given.value));
  const { runPracticeTable: practise } = await import('./wiring/practice-process.ts');
  // Writes the cache now, in case the process is killed later.
  flushCompileCache();
  return practise(config, given.value);
};

const reportFailure = (problem: unknown): void => {
  console.error(errorMessage(problem));
  process.exitCode = 1;
};

const config = loadConfig();
if (!config.ok) {
  for (const problem of config.error) console.error(problem);
  process.exitCode = 1;
} else if (config.value.discord === undefined) {
  runPractice(config.value).then((code) => {
    process.exitCode = code;
  }, reportFailure);
} else {
  const { discord } = config.value;
  // Show at once that the bot starts, because the rest takes seconds to load on a small machine.
  const { createLog: newLog } = await import('./log/log.ts');
  newLog(config.value.logLevel).info({}, 'Starting.');
  if (config.value.databaseUrl === undefined) {
    const { prepareDatabaseOpening: prepareOpening } = await import('./persistence/pglite.ts');
    prepareOpening(databasePath(config.value.dataDir));
  }
  const { serveDiscord } = await import('./wiring/bot-process.ts');
  // By then all code of a start is compiled, so the next start finds it in the cache.
  serveDiscord({ ...config.value, discord }).then(flushCompileCache, (problem: unknown) => {
    reportFailure(problem);
    process.exit(1);
  });
}
