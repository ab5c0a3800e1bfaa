import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';

/** The user that PostgreSQL runs as. Empty if it runs as ours. */
export interface ServerUser {
  readonly uid?: number;
  readonly gid?: number;
}

const idOfNobody = (flag: '-u' | '-g'): number => {
  const { stdout, status } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
  if (status !== 0)
    throw new Error('PostgreSQL refuses to run as root. Add a user called nobody, or use another user.');
  return Number(stdout);
};

/** The user nobody if this is root, since PostgreSQL refuses to run as root. */
export const serverUser = (): ServerUser =>
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

/** The folder for temporary files, or `/tmp` if this user cannot enter that. */
export const tempFor = (user: ServerUser): string =>
  user.uid === undefined || spawnSync('test', ['-x', tmpdir()], user).status === 0 ? tmpdir() : '/tmp';
