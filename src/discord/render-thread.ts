import { workerLine } from '../app/queues/worker-queue.ts';
import { whomServed } from './server-context.ts';

/**
 * Draws SVG text as PNG files in a thread beside the event loop, one after another, so that no answer waits for a picture; each server
 * in its turn, so that none waits for all the pictures of another.
 */
export const drawingThread = (): ((svg: string) => Promise<Uint8Array>) => {
  const { ask } = workerLine<string, Uint8Array>({
    script: new URL('./render-worker.ts', import.meta.url),
    // Longer than any picture takes.
    patience: 20_000,
    idle: 600_000,
    memory: 128,
  });
  return (svg) => ask(whomServed(), svg);
};
