import type { PictureUse, ReencodedPicture, ReencodePicture } from '../app/pictures/reencode-picture.ts';
import { type WorkerQueue, workerQueue } from '../app/queues/worker-queue.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';

export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly use: PictureUse;
}

/** Makes pictures anew in a thread beside the event loop, one at a time: a file that kills or hangs it is broken, and harms nothing else. */
export const pictureThread = (): ReencodePicture &
  Pick<WorkerQueue<PictureJob, Result<ReencodedPicture, Refusal>>, 'close'> => {
  const { ask, close } = workerQueue<PictureJob, Result<ReencodedPicture, Refusal>>({
    script: new URL('./picture-worker.ts', import.meta.url),
    patience: 20_000,
    idle: 10_000,
    memory: 256,
  });
  const remake: ReencodePicture = (bytes, use, whose) =>
    ask(whose, { bytes, use }).catch(() => refuse('picture-broken'));
  return Object.assign(remake, { close });
};
