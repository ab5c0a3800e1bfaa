import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, threadId } from 'node:worker_threads';

const grown = [];

/** A thread that obeys: it dies, throws, hangs, spins, fills its heap, or answers with its id and its number of questions. */
let asked = 0;
parentPort.on('message', async ({ does, milliseconds }) => {
  asked += 1;
  switch (does) {
    case 'die':
      return process.exit(3);
    case 'throw':
      throw new Error('It failed.');
    case 'hang':
      return;
    case 'spin':
      for (;;);
    case 'grow':
      for (;;) grown.push(new Array(100_000).fill(asked));
    case 'die later':
      parentPort.postMessage({ threadId, asked });
      await sleep(milliseconds);
      return process.exit(3);
    default:
      parentPort.postMessage({ threadId, asked });
  }
});
