import { type Result, refuse } from '../../core/message.ts';
import { createWorkerQueue, type WorkerQueue } from '../queues/worker-queue.ts';

export interface PictureJob {
  readonly bytes: Uint8Array;
  readonly use: PictureUse;
}

/** Creates a thread that re-encodes one picture at a time. Refuses files that crash or block the thread. */
export const createPictureThread = (): ReencodePicture &
  Pick<WorkerQueue<PictureJob, Result<ReencodedPicture>>, 'close'> => {
  const { ask, close } = createWorkerQueue<PictureJob, Result<ReencodedPicture>>({
    script: new URL('./picture-worker.ts', import.meta.url),
    timeout: 20_000,
    idleTimeout: 10_000,
    maxMemory: 256,
  });
  const remake: ReencodePicture = (bytes, use, whose) =>
    ask(whose, { bytes, use }).catch(() => refuse('picture-broken'));
  return Object.assign(remake, { close });
};

/** Whether a picture is used as portrait (`face`) or as background (`backdrop`). */
export type PictureUse = 'face' | 'backdrop';

/** A re-encoded picture (WebP). It contains only pixels, no metadata. */
export interface ReencodedPicture {
  /** SHA-256 of the picture's bytes (hexadecimal). */
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Re-encodes an uploaded picture when the turn of `whose` has come. Refuses invalid pictures. */
export type ReencodePicture = (bytes: Uint8Array, use: PictureUse, whose: string) => Promise<Result<ReencodedPicture>>;
