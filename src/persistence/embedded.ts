import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { StoreUnavailable } from '../battle/unavailable.ts';
import { takeLock } from './lock.ts';
import { applyMigrations } from './migrate.ts';

export interface Embedded {
  readonly pglite: PGlite;
  readonly close: () => Promise<void>;
}

/** The migration engine waits for a script that the adapter only begins, and must hear that it failed. */
const forMigrations = (pglite: PGlite): SqlMigrationAwareDriverAdapterFactory => {
  const factory = new PrismaPGlite(pglite);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () =>
      Object.assign(await factory.connect(), {
        executeScript: async (script: string) => void (await pglite.exec(script)),
      }),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
};

const opened = async (folder?: string): Promise<PGlite> => {
  const pglite = await PGlite.create(folder);
  await applyMigrations(forMigrations(pglite)).catch(async (error) => {
    await pglite.close();
    throw error;
  });
  return pglite;
};

/** A Postgres in this process, in memory. */
export const inMemory = async (): Promise<Embedded> => {
  const pglite = await opened();
  return { pglite, close: () => pglite.close() };
};

/** A first start that was cut short must not leave half a database behind: it is made aside and moved when it is whole. */
const created = async (folder: string): Promise<void> => {
  const unfinished = `${folder}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await (await PGlite.create(unfinished)).close();
  await rename(unfinished, folder);
};

/** A Postgres in this process, kept in a folder, its tables up to date. A second process is refused. */
export const openEmbedded = async (dataDir: string): Promise<Embedded> => {
  await mkdir(dataDir, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new StoreUnavailable(
      `DATA_DIR cannot be used: no folder can be made at ${resolve(dataDir)} (${error.code}).`,
    );
  });
  const lock = await takeLock(join(dataDir, 'lock'));
  if (!('release' in lock))
    throw new StoreUnavailable(
      `The data in ${resolve(dataDir)} is in use by process ${lock.holder}: stop it, or give this one another DATA_DIR.`,
    );
  try {
    const folder = join(dataDir, 'postgres');
    await access(folder).catch(() => created(folder));
    const pglite = await opened(folder);
    return {
      pglite,
      close: async () => {
        await pglite.close();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
};
