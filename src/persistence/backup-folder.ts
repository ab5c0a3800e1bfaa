import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/** Where backups go that nobody asked to have elsewhere. */
export const backupsFolder = (dataDir: string): string => join(resolve(dataDir), 'backups');

const ending = '.jsonl.gz';
/** In ISO 8601, but for the colons: Windows has none in the name of a file. */
const time = /^(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)$/;

export const formatBackupTime = (at: number): string => new Date(at).toISOString().replaceAll(':', '');
export const backupName = (kind: string, at: number): string => `${kind}-${formatBackupTime(at)}${ending}`;

/** When a backup of that kind was made, by its name. */
const madeAt = (kind: string, name: string): number | undefined => {
  if (!name.startsWith(`${kind}-`) || !name.endsWith(ending)) return undefined;
  const [, hour, minute, second] = time.exec(name.slice(kind.length + 1, -ending.length)) ?? [];
  return hour === undefined ? undefined : Date.parse(`${hour}:${minute}:${second}`);
};

interface KeptBackup {
  readonly file: string;
  readonly at: number;
}

/** The backups of a kind, the newest first. */
export const backupsOf = async (folder: string, kind: string): Promise<readonly KeptBackup[]> => {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .flatMap((name) => {
      const at = madeAt(kind, name);
      return at === undefined ? [] : [{ file: join(folder, name), at }];
    })
    .toSorted((a, b) => b.at - a.at);
};

/** Of one kind the newest stay; what a process that died left unfinished goes. None of that kind must be in the making. */
export const pruneBackups = async (folder: string, kind: string, keep: number): Promise<void> => {
  const unfinished = (await readdir(folder)).filter((name) => name.startsWith(`${kind}-`) && name.endsWith('.part'));
  const old = (await backupsOf(folder, kind)).slice(keep).map(({ file }) => file);
  for (const file of [...old, ...unfinished.map((name) => join(folder, name))]) await rm(file, { force: true });
};
