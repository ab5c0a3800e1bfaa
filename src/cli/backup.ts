import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { OnProgress } from '../core/progress.ts';
import { ok } from '../core/result.ts';
import type { Backup } from '../persistence/backup-file.ts';
import { backupName, backupsFolder } from '../persistence/backup-folder.ts';
import { backupEmbedded, backupPostgres } from '../persistence/backup-now.ts';
import type { Config } from '../wiring/config.ts';
import { runProgram } from './program.ts';

const usage = `Usage: npm run --silent backup [-- FILE]
Writes everything the bot keeps to FILE, or to a file in DATA_DIR/backups, while the bot runs or not.`;

/** The arguments, or nothing where they are not understood. */
const fileNamed = (): { readonly file: string | undefined } | undefined => {
  try {
    const [file, ...more] = parseArgs({ allowPositionals: true }).positionals;
    return more.length === 0 ? { file } : undefined;
  } catch {
    return undefined;
  }
};

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const told = ({ file, bytes, rows, jobs }: Backup): string =>
  `${file}: ${count(bytes, 'byte')}, ${count(rows, 'row')}, ${count(jobs, 'waiting job')}.`;

const made = ({ databaseUrl, dataDir }: Config, named: string | undefined, onProgress: OnProgress): Promise<Backup> => {
  const at = Date.now();
  const file = named === undefined ? join(backupsFolder(dataDir), backupName('brotherhood', at)) : resolve(named);
  const wanted = { file, at, onProgress };
  return databaseUrl === undefined ? backupEmbedded(dataDir, wanted) : backupPostgres(databaseUrl, wanted);
};

await runProgram(usage, fileNamed(), async (config, { file }, onProgress) =>
  ok(told(await made(config, file, onProgress))),
);
