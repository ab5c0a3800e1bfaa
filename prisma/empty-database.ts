// npm run empty-database: makes the file that a new embedded database begins as. To be run when PGlite changes.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { compressionWindowBits, emptyDatabaseFile } from '../src/persistence/pglite.ts';

const pglite = await PGlite.create();
await pglite.query('CHECKPOINT');
const tar = await (await pglite.dumpDataDir('none')).arrayBuffer();
await pglite.close();
const packed = zstdCompressSync(new Uint8Array(tar), {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: compressionWindowBits,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
});
await mkdir(dirname(emptyDatabaseFile), { recursive: true });
await writeFile(emptyDatabaseFile, packed);
console.log(`Written: ${emptyDatabaseFile}, ${packed.length} bytes of ${tar.byteLength}.`);
