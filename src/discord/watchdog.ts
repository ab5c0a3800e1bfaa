import { Worker } from 'node:worker_threads';
import type { WorkInProgress } from '../core/work-in-progress.ts';
import type { LogLevel } from '../log/log.ts';

/** Settings and shared memory that the main thread passes to the watchdog's thread. */
export interface WatchdogThreadData {
  readonly memory: SharedArrayBuffer;
  /** Delay between two checks (milliseconds). */
  readonly checkInterval: number;
  /** Time without progress after which the event loop counts as blocked (milliseconds). */
  readonly stallAfter: number;
  readonly level: LogLevel;
}

/** Indexes into the shared memory. After these cells, the memory contains the current work as JSON. */
export const memoryCells = { beats: 0, length: 1, busy: 2, stopped: 3 } as const;
export const memoryCellBytes = 16;
const memoryBytes = 1024;

const threadStart = new URL('../thread-start.js', import.meta.url);

/** Starts a thread that logs the current work if the event loop does not advance for over two seconds. */
export const startWatchdog = (
  level: LogLevel,
  onError: (error: Error) => void,
  { every: checkInterval = 250, after: stallAfter = 2000 } = {},
) => {
  const memory = new SharedArrayBuffer(memoryBytes);
  const cells = new Int32Array(memory, 0, memoryCellBytes / 4);
  const room = memoryBytes - memoryCellBytes;
  const bytes = new Uint8Array(memory, memoryCellBytes);
  const watched: WatchdogThreadData = { memory, checkInterval, stallAfter, level };
  // A small part of a thread's usual memory is enough for writing log lines.
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 2 };
  const argv = [new URL('./watchdog-thread.ts', import.meta.url).href];
  const thread = new Worker(threadStart, { argv, workerData: watched, resourceLimits });
  thread.once('error', onError);
  thread.unref();
  const heart = setInterval(() => Atomics.add(cells, memoryCells.beats, 1), checkInterval);
  heart.unref();

  let current: WorkInProgress | undefined;
  const show = (work: WorkInProgress | undefined): void => {
    current = work;
    // The last work stays readable, because a blocked event loop may be its consequence.
    if (work !== undefined) {
      const text = Buffer.from(JSON.stringify(work));
      bytes.set(text.subarray(0, room));
      Atomics.store(cells, memoryCells.length, text.length <= room ? text.length : 0);
    }
    Atomics.store(cells, memoryCells.busy, work === undefined ? 0 : 1);
  };
  return {
    /** Marks the start of work that blocks the event loop. Returns a function that marks the end of that work. */
    startWork: ({ battle, order, verb }: WorkInProgress): (() => void) => {
      const before = current;
      show({ battle, order, verb });
      return () => show(before);
    },
    stop: (): void => {
      clearInterval(heart);
      Atomics.store(cells, memoryCells.stopped, 1);
      Atomics.notify(cells, memoryCells.stopped);
    },
  };
};
