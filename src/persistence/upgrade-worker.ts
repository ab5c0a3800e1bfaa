import { parentPort, workerData } from 'node:worker_threads';
import { copyDatabase } from './copy-database.ts';
import { describeDriverError } from './error-text.ts';
import { openFormerDatabase } from './former-pglite.ts';
import { openPglite } from './pglite.ts';
import type { UpgradeJob } from './upgrade-folder.ts';

const { folder, fresh }: UpgradeJob = workerData;

const upgraded = async () => {
  const from = await openFormerDatabase(folder);
  try {
    const to = await openPglite(fresh);
    return await copyDatabase(from, to).finally(() => to.close());
  } finally {
    await from.close();
  }
};

parentPort?.postMessage(await upgraded().catch((error: unknown) => ({ problem: describeDriverError(error) })));
