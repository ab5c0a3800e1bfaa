import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Draws SVG text as PNG files beside the event loop, one after another, so that no answer waits for a picture. */
export const drawingThread = (): ((svg: string) => Promise<Uint8Array>) => {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

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
      const [png] = await once(thread, 'message');
      return png;
    } finally {
      thread.unref();
    }
  };

  return (svg) => {
    const drawn = last.then(() => draw(svg));
    last = drawn.catch(() => undefined);
    return drawn;
  };
};
