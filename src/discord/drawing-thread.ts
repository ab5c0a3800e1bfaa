import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairTurns } from '../app/fair-turns.ts';
import { whomServed } from './served.ts';

/** Longer than any picture takes: then the thread hangs, and the next picture gets another one. */
const patience = 20_000;

/**
 * Draws SVG text as PNG files beside the event loop, one after another, so that no answer waits for a picture; each server in its turn,
 * so that none waits for all the pictures of another.
 */
export const drawingThread = (): ((svg: string) => Promise<Uint8Array>) => {
  let worker: Worker | undefined;
  const turns = fairTurns({ atOnce: 1, alone: 1, patience: 2 * patience });

  const started = (): Worker => {
    const thread = new Worker(new URL('./draw.ts', import.meta.url));
    // What it failed at is refused to who asked; the next picture gets a thread of its own.
    thread.once('error', () => {
      worker = undefined;
    });
    return thread;
  };

  const draw = async (svg: string): Promise<Uint8Array> => {
    worker ??= started();
    const thread = worker;
    // A process waits for the picture it asked for, and for no other.
    thread.ref();
    thread.postMessage(svg);
    try {
      const [png] = await once(thread, 'message', { signal: AbortSignal.timeout(patience) });
      return png;
    } catch (error) {
      if (worker === thread) worker = undefined;
      await thread.terminate();
      throw error;
    } finally {
      thread.unref();
    }
  };

  return (svg) => turns(whomServed(), () => draw(svg));
};
