import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const start = fileURLToPath(new URL('../../src/start.js', import.meta.url));

/** Prints, at the end of a process, the heap limits of a thread: 64 MB and its young generation. */
const asking = `
import { Worker } from 'node:worker_threads';
const thread = "const { heap_size_limit } = require('node:v8').getHeapStatistics();"
  + "require('node:worker_threads').parentPort.postMessage(heap_size_limit);";
process.once('beforeExit', () => {
  const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 24 };
  new Worker(thread, { eval: true, resourceLimits }).once('message', (limit) => console.error('heap', limit / 2 ** 20));
});`;

test('a thread has its own limit for young memory, whatever the main thread has', () => {
  const { stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=2', '--import', `data:text/javascript,${encodeURIComponent(asking)}`, start, '--help'],
    { encoding: 'utf8' },
  );
  expect(stderr.trim()).toBe('heap 88');
});
