import { existsSync, readFileSync, statSync } from 'node:fs';
import { type DecodedText, decodeText } from '../core/decode-text.ts';
import { ok, type Result, refuse } from '../core/message.ts';

/** Maximum size of a file, unless a command sets another maximum (bytes). */
const defaultMaxBytes = 256 * 1024;

/** Reads a local file as text. Undefined if the file does not exist. Refuses files that are too large, or no text. */
export const readTextFile = (
  path: string,
  most = defaultMaxBytes,
  how: 'utf8' | 'latin1' = 'utf8',
): Result<DecodedText> | undefined => {
  if (path.length > 1000 || !existsSync(path)) return undefined;
  const found = statSync(path);
  if (!found.isFile()) return undefined;
  if (found.size > most) return refuse('too-big', { most });
  const bytes = readFileSync(path);
  const decoded = how === 'utf8' ? decodeText(bytes) : { text: bytes.toString('latin1'), note: undefined };
  return decoded === undefined ? refuse('file-not-text') : ok(decoded);
};
