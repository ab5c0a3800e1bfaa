import { availableParallelism } from 'node:os';
import { workerQueue } from '../app/queues/worker-queue.ts';
import type { Drawing } from './render-worker.ts';
import { currentServer } from './server-context.ts';

/** A core is left to the event loop; more threads than these would cost more memory than they save time. */
const mostThreads = 3;

/**
 * Draws SVG text as PNG files in a few threads beside the event loop, so that no answer waits for a picture; each server in its turn,
 * so that none waits for all the pictures of another.
 */
export const renderThread = (): ((
  svg: string,
  isSuperseded?: () => boolean,
  pictures?: Drawing['pictures'],
) => Promise<Uint8Array>) => {
  const { ask } = workerQueue<Drawing, Uint8Array>({
    script: new URL('./render-worker.ts', import.meta.url),
    // Longer than any picture takes.
    patience: 20_000,
    idle: 600_000,
    memory: 128,
    threads: Math.max(1, Math.min(mostThreads, availableParallelism() - 1)),
  });
  return (svg, isSuperseded, pictures) => ask(currentServer(), { svg, pictures }, isSuperseded);
};
