import { existsSync, readFileSync, statSync } from 'node:fs';
import { ok, type Result, refuse } from '../core/message.ts';

/** So much of a file is read where a command does not say, in bytes. */
const defaultMaxBytes = 256 * 1024;

/** What stands in a file on this machine; nothing where the words name none. Refuses one that is too large. */
export const readTextFile = (
  path: string,
  most = defaultMaxBytes,
  how: 'utf8' | 'latin1' = 'utf8',
): Result<string> | undefined => {
  if (path.length > 1000 || !existsSync(path)) return undefined;
  const found = statSync(path);
  if (!found.isFile()) return undefined;
  return found.size > most ? refuse('too-big', { most }) : ok(readFileSync(path, how));
};
