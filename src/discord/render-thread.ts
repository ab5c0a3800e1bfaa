import { availableParallelism } from 'node:os';
import { createWorkerQueue } from '../app/queues/worker-queue.ts';
import type { Drawing } from './render-worker.ts';
import { currentServer } from './server-context.ts';

/** A core is left to the event loop; more threads than these would cost more memory than they save time. */
const maxThreads = 3;

/**
 * Draws SVG text as PNG files in a few threads beside the event loop, so that no answer waits for a picture; each server in its turn,
 * so that none waits for all the pictures of another.
 */
export const createRenderThread = (): ((
  svg: string,
  isSuperseded?: () => boolean,
  pictures?: Drawing['pictures'],
) => Promise<Uint8Array>) => {
  const { ask } = createWorkerQueue<Drawing, Uint8Array>({
    script: new URL('./render-worker.ts', import.meta.url),
    // Longer than any picture takes.
    timeout: 20_000,
    idleTimeout: 600_000,
    maxMemory: 128,
    threads: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)),
  });
  return (svg, isSuperseded, pictures) => ask(currentServer(), { svg, pictures }, isSuperseded);
};
