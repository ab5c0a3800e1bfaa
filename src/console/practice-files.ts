import { existsSync, readFileSync, statSync } from 'node:fs';
import { ok, type Result, refuse } from '../core/message.ts';

/** Maximum size of a file, unless a command sets another maximum (bytes). */
const defaultMaxBytes = 256 * 1024;

/** Reads a local file as text. Undefined if the file does not exist. Refuses files that are too large. */
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
