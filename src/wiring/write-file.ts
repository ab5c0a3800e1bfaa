import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../persistence/data-folder.ts';

/** Writes a file for the user at the terminal. If writing fails, prints the reason and returns false. */
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
