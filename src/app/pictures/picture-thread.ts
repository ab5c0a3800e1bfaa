import { type Refusal, type Result, refuse } from '../../core/message.ts';
import { createWorkerQueue, type WorkerQueue } from '../queues/worker-queue.ts';
import type { PictureUse, ReencodedPicture, ReencodePicture } from './reencode-picture.ts';

export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly use: PictureUse;
}

/** Makes pictures anew in a thread beside the event loop, one at a time: a file that kills or hangs it is broken, and harms nothing else. */
export const createPictureThread = (): ReencodePicture &
  Pick<WorkerQueue<PictureJob, Result<ReencodedPicture, Refusal>>, 'close'> => {
  const { ask, close } = createWorkerQueue<PictureJob, Result<ReencodedPicture, Refusal>>({
    script: new URL('./picture-worker.ts', import.meta.url),
    timeout: 20_000,
    idleTimeout: 10_000,
    maxMemory: 256,
  });
  const remake: ReencodePicture = (bytes, use, whose) =>
    ask(whose, { bytes, use }).catch(() => refuse('picture-broken'));
  return Object.assign(remake, { close });
};
