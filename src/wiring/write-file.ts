import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../persistence/data-folder.ts';

/** Writes a file of the terminal's user. On failure it prints why and returns false. */
export const writeFileOrReport = (file: string, content: string | Uint8Array): boolean => {
  try {
    makeFolder(dirname(file));
    writeFileSync(file, content);
    return true;
  } catch {
    console.error(`${file} cannot be written.`);
    return false;
  }
};
