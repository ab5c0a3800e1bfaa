import { parentPort } from 'node:worker_threads';

/** A record thread that waits until the test releases it. */
parentPort.once('message', async (job) => {
  Atomics.wait(job.input.held, 0, 0);
  await import('../../../src/wiring/record-worker.ts');
  parentPort.emit('message', job);
});
