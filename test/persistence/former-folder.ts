import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { constants, zstdDecompressSync } from 'node:zlib';
import { parseTar } from 'nanotar';
import { lazyValue } from '../../src/core/memoize.ts';
import { compressionWindowBits } from '../../src/persistence/pglite.ts';

const archive = join(import.meta.dirname, 'postgres-17/data.tar.zst');

const entries = lazyValue(() => {
  const params = { [constants.ZSTD_d_windowLogMax]: compressionWindowBits };
  return parseTar(new Uint8Array(zstdDecompressSync(readFileSync(archive), { params })));
});

/** A data folder as release 1.2.1 left it when it was killed, made anew in a place. */
export const formerFolder = async (place: string): Promise<string> => {
  const dataDir = await mkdtemp(join(place, 'data-'));
  for (const { name, type, data } of entries()) {
    const path = join(dataDir, name);
    if (type === 'directory') await mkdir(path, { recursive: true, mode: 0o700 });
    else {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, data ?? '', { mode: 0o600 });
    }
  }
  return dataDir;
};
