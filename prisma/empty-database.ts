// npm run empty-database: makes the files that a new embedded database begins as. To be run when PGlite or a migration changes.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { createPgliteMigrationAdapter } from '../src/persistence/embedded-migrations.ts';
import { applyMigrations } from '../src/persistence/migrate.ts';
import { compressionWindowBits, emptyDatabaseFile, newDatabaseFile } from '../src/persistence/pglite.ts';

/** Packs a database into a file, and closes it. */
const pack = async (pglite: PGlite, file: string): Promise<void> => {
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
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, packed);
  console.log(`Written: ${file}, ${packed.length} bytes of ${tar.byteLength}.`);
};

await pack(await PGlite.create(), emptyDatabaseFile);
const made = await PGlite.create();
await applyMigrations(createPgliteMigrationAdapter(made));
await pack(made, newDatabaseFile);
