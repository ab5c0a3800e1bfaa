import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { err, type Result } from '../core/result.ts';
import { problemText } from '../core/text.ts';
import { restoreEmbedded } from '../persistence/restore-embedded.ts';
import { restorePostgres } from '../persistence/restore-postgres.ts';
import type { Restored } from '../persistence/restore-rows.ts';
import { type Config, configHere } from '../wiring/config.ts';

const usage = `Usage: npm run --silent restore -- FILE [--replace]
Puts what \`npm run backup\` wrote into the database, which has to be empty; the bot must not run.
  --replace    let what is in the database give way; it is kept beside`;

interface Given {
  readonly file: string;
  readonly replace: boolean;
}

/** The arguments, or nothing where they are not understood. */
const readArguments = (): Given | undefined => {
  try {
    const options = { replace: { type: 'boolean', default: false } } as const;
    const { positionals, values } = parseArgs({ allowPositionals: true, options });
    const [file, ...more] = positionals;
    return file === undefined || more.length > 0 ? undefined : { file: resolve(file), replace: values.replace };
  } catch {
    return undefined;
  }
};

const told = ({ header: { release, at }, rows, jobs, leftOut, kept }: Restored): string =>
  [
    `Restored what release ${release} backed up on ${new Date(at).toISOString()}: rows ${rows}, waiting jobs ${jobs}.`,
    ...(leftOut.length === 0 ? [] : [`Left out, for they are not the bot’s: the tables ${leftOut.join(', ')}.`]),
    ...(kept === undefined ? [] : [`What was there is kept in ${kept}; delete it when you no longer need it.`]),
  ].join('\n');

const restored = async ({ databaseUrl, dataDir }: Config, given: Given): Promise<Result<Restored, string>> => {
  const restoring = { ...given, at: Date.now() };
  try {
    return await (databaseUrl === undefined
      ? restoreEmbedded(dataDir, restoring)
      : restorePostgres(databaseUrl, restoring));
  } catch (problem) {
    return err(problemText(problem));
  }
};

const given = readArguments();
const config = configHere();
if (given === undefined) {
  console.error(usage);
  process.exitCode = 2;
} else if (!config.ok) {
  for (const problem of config.error) console.error(problem);
  process.exitCode = 1;
} else {
  const result = await restored(config.value, given);
  if (result.ok) console.log(told(result.value));
  else {
    console.error(result.error);
    process.exitCode = 1;
  }
}
