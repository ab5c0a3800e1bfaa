import { availableParallelism } from 'node:os';
import { createWorkerQueue } from '../app/queues/worker-queue.ts';
import type { Drawing } from './render-worker.ts';
import { currentServer } from './server-context.ts';

/** Maximum number of threads. More would need more memory than they save time. */
const maxThreads = 3;

/** Creates threads that draw SVG as PNG. Servers take turns. */
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
