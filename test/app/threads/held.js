import { parentPort } from 'node:worker_threads';

/** Is asked for a record, and makes it as ever, but not before it is let go. */
parentPort.once('message', async (job) => {
  Atomics.wait(job.input.held, 0, 0);
  await import('../../../src/wiring/record-worker.ts');
  parentPort.emit('message', job);
});
