import { availableParallelism } from 'node:os';
import { createWorkerQueue } from '../app/queues/worker-queue.ts';
import type { Drawing } from './render-worker.ts';
import { currentServer } from './server-context.ts';

/** Maximum number of threads. Further threads would need more memory than the saved time is worth. */
const maxThreads = 3;

/** Creates threads that convert SVG pictures to PNG. Servers take turns. */
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
