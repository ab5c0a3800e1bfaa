import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ok } from '../core/result.ts';
import { restoreEmbedded } from '../persistence/restore-embedded.ts';
import { restorePostgres } from '../persistence/restore-postgres.ts';
import type { RestoreResult } from '../persistence/restore-rows.ts';
import { runProgram } from './program.ts';

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

const told = ({ header: { release, at }, rows, jobs, leftOut, kept }: RestoreResult): string =>
  [
    `Restored what release ${release} backed up on ${new Date(at).toISOString()}: rows ${rows}, waiting jobs ${jobs}.`,
    ...(leftOut.length === 0 ? [] : [`Left out, for they are not the bot’s: the tables ${leftOut.join(', ')}.`]),
    ...(kept === undefined ? [] : [`What was there is kept in ${kept}; delete it when you no longer need it.`]),
  ].join('\n');

await runProgram(usage, readArguments(), async ({ databaseUrl, dataDir }, given, onProgress) => {
  const restoring = { ...given, at: Date.now(), onProgress };
  const restored = await (databaseUrl === undefined
    ? restoreEmbedded(dataDir, restoring)
    : restorePostgres(databaseUrl, restoring));
  return restored.ok ? ok(told(restored.value)) : restored;
});
