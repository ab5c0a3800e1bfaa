import { resolve } from 'node:path';
import { backupFile } from '../persistence/backup.ts';
import { backUpNow } from '../persistence/backup-requests.ts';
import { runProgram } from './program.ts';

const usage = `Usage: npm run --silent backup [-- FILE]
Writes the embedded database to FILE, or to a file in DATA_DIR/backups, while the bot runs or not.`;

const args = process.argv.slice(2);

await runProgram(
  usage,
  args.length > 1 || args[0]?.startsWith('-') ? undefined : args,
  async ({ databaseUrl, dataDir }, [named]) => {
    if (databaseUrl !== undefined) throw new Error('Back up the database of DATABASE_URL with pg_dump (docs/host.md).');
    const file = named === undefined ? backupFile(dataDir, 'brotherhood', Date.now()) : resolve(named);
    const { bytes } = await backUpNow(dataDir, file);
    return `${file}: ${bytes} bytes.`;
  },
);
