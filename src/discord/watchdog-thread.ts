import { workerData } from 'node:worker_threads';
import { createLog, type LogFields } from '../log/log.ts';
import { memoryCellBytes, memoryCells, type WatchdogThreadData } from './watchdog.ts';

/** Checks regularly whether the event loop has advanced. If not, logs the event loop's current work. */
const { memory, checkInterval, stallAfter, level } = workerData as WatchdogThreadData;
const cells = new Int32Array(memory, 0, memoryCellBytes / 4);
const log = createLog(level);

/** The work that the event loop is doing, or else did last. */
const inHand = (): LogFields => {
  const length = Atomics.load(cells, memoryCells.length);
  // Copy, because the shared memory may change while it is read.
  const text = Buffer.from(new Uint8Array(memory, memoryCellBytes, length)).toString();
  return { ...(length > 0 && JSON.parse(text)), busy: Atomics.load(cells, memoryCells.busy) === 1 };
};

let beats = Atomics.load(cells, memoryCells.beats);
let still = 0;
// Counts checks instead of time, so that a suspended machine is not reported.
while (Atomics.wait(cells, memoryCells.stopped, 0, checkInterval) === 'timed-out') {
  const now = Atomics.load(cells, memoryCells.beats);
  if (now === beats) {
    still += checkInterval;
    if (still >= stallAfter && still - checkInterval < stallAfter)
      log.error(inHand(), 'The event loop stands still. What is in hand, or was last, is named.');
    continue;
  }
  if (still >= stallAfter) log.warn({ seconds: still / 1000 }, 'The event loop moves again.');
  still = 0;
  beats = now;
}
