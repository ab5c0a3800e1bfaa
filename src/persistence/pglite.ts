import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { constants, zstdDecompress } from 'node:zlib';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { parseTar } from 'nanotar';

/** An empty PGlite database as a compressed tar file. `npm run empty-database` makes it again. */
export const emptyDatabaseFile = fileURLToPath(new URL('../../assets/postgres/empty.tar.zst', import.meta.url));
/** Compression window, large enough for the whole file, whose repetitions are far apart (power of two of bytes). */
export const compressionWindowBits = 26;

// V8's quick compiler is good enough. Its optimizer would cost seconds of CPU time and hundreds of megabytes.
// V8 accepts these flags only before it compiles the first WebAssembly, and later ignores them.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag);

/** PostgreSQL settings that save memory: few connections, small buffers, no zero-filled log files. */
const settings = ['shared_buffers=8MB', 'max_connections=5', 'wal_init_zero=off'];

export const leanStartOptions = (startParams: readonly string[]) => ({
  startParams: [...startParams, ...settings.flatMap((setting) => ['-c', setting])],
});

/** The PostgreSQL version of this PGlite. */
export const postgresVersion = '18';

// Reads both files at once, because other threads need them before the main thread is free again.
/** Unpacks the empty database into one buffer. */
const unpacked = (): Promise<Uint8Array<ArrayBuffer>> =>
  new Promise((resolve, reject) => {
    const manner = {
      params: { [constants.ZSTD_d_windowLogMax]: compressionWindowBits },
      chunkSize: 2 ** compressionWindowBits,
    };
    zstdDecompress(readFileSync(emptyDatabaseFile), manner, (error, bytes) =>
      error === null ? resolve(bytes) : reject(error),
    );
  });

// TypeScript declares this type only for browsers.
type Engine = NonNullable<PGliteOptions['pgliteWasmModule']>;
declare const WebAssembly: { readonly compile: (code: Uint8Array) => Promise<Engine> };

/** The path of the engine's WebAssembly file. */
const engineFile = join(dirname(findPackageJSON('@electric-sql/pglite', import.meta.url) ?? ''), 'dist/pglite.wasm');
let engine: Promise<Engine> | undefined;
/** The compiled PostgreSQL engine, compiled once per process. */
const compiledEngine = (): Promise<Engine> => {
  engine ??= WebAssembly.compile(readFileSync(engineFile));
  return engine;
};

let early: Promise<Uint8Array<ArrayBuffer>> | undefined;
const emptyDatabase = (): Promise<Uint8Array<ArrayBuffer>> => {
  const begun = early;
  early = undefined;
  return begun ?? unpacked();
};

/** Starts to unpack the empty database and to compile the engine, before the database is opened. */
export const prepareDatabaseOpening = (folder: string): void => {
  if (!existsSync(folder)) early = unpacked();
  // The code that opens the database gets the error.
  for (const work of [compiledEngine(), early]) work?.catch(() => undefined);
};

/** Maximum number of files written at once. */
const writtenAtOnce = 8;

const writeFolder = async (folder: string, tar: Uint8Array): Promise<void> => {
  const entries = parseTar(tar);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const { name, type } of entries)
    if (type === 'directory') await mkdir(join(folder, name), { recursive: true, mode: 0o700 });
  const files = entries.filter(({ type }) => type === 'file').values();
  const writing = async (): Promise<void> => {
    for (const { name, data } of files) await writeFile(join(folder, name), data ?? '', { mode: 0o600 });
  };
  // Waits for every writer, so that none creates a file while the caller of a failed start deletes the folder.
  const written = await Promise.allSettled(Array.from({ length: writtenAtOnce }, writing));
  for (const each of written) if (each.status === 'rejected') throw each.reason;
};

/** Creates a database folder without tables. */
export const unpackEmptyDatabase = async (folder: string): Promise<void> => writeFolder(folder, await emptyDatabase());

/** Restores the process's exit code after `work`, because PGlite changes it when opening and closing. */
export const keepExitCode = async <T>(work: () => Promise<T>): Promise<T> => {
  const { exitCode } = process;
  try {
    return await work();
  } finally {
    if (process.exitCode === 99 || process.exitCode === 0) process.exitCode = exitCode;
  }
};

/** Opens an embedded PostgreSQL in a folder or in memory. A new one has no tables. */
export const openPglite = async (folder?: string): Promise<PGlite> => {
  if (folder !== undefined && !existsSync(folder)) await unpackEmptyDatabase(folder);
  const from = folder === undefined ? { loadDataDir: new Blob([await emptyDatabase()]) } : { dataDir: folder };
  const compiled = { pgliteWasmModule: await compiledEngine() };
  const pglite = await keepExitCode(() =>
    PGlite.create({ ...leanStartOptions(PGlite.defaultStartParams), ...compiled, ...from }),
  );
  const close = pglite.close.bind(pglite);
  pglite.close = () => keepExitCode(close);
  return pglite;
};
