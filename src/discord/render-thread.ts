import { workerQueue } from '../app/queues/worker-queue.ts';
import { currentServer } from './server-context.ts';

/**
 * Draws SVG text as PNG files in a thread beside the event loop, one after another, so that no answer waits for a picture; each server
 * in its turn, so that none waits for all the pictures of another.
 */
export const renderThread = (): ((svg: string) => Promise<Uint8Array>) => {
  const { ask } = workerQueue<string, Uint8Array>({
    script: new URL('./render-worker.ts', import.meta.url),
    // Longer than any picture takes.
    patience: 20_000,
    idle: 600_000,
    memory: 128,
  });
  return (svg) => ask(currentServer(), svg);
};
