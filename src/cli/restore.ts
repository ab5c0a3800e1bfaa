import { resolve } from 'node:path';
import { restoreEmbedded } from '../persistence/restore.ts';
import { runProgram } from './program.ts';

const usage = `Usage: npm run --silent restore -- FILE
Makes a new embedded database from what \`npm run backup\` wrote; the bot must not run.`;

const [file, ...more] = process.argv.slice(2);

await runProgram(
  usage,
  more.length > 0 || file?.startsWith('-') ? undefined : file,
  async ({ databaseUrl, dataDir }, given) => {
    if (databaseUrl !== undefined)
      throw new Error('Restore the database of DATABASE_URL with psql or pg_restore (docs/host.md).');
    await restoreEmbedded(dataDir, resolve(given));
    return `Restored ${resolve(given)}.`;
  },
);
