import { type Refusal, type Result, refuse } from '../../core/message.ts';
import { createWorkerQueue, type WorkerQueue } from '../queues/worker-queue.ts';

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

/** What a picture is to become: a small square, or what lies behind a board. */
export type PictureUse = 'face' | 'backdrop';

/** A picture as it is kept: WebP, made anew of the pixels alone. */
export interface ReencodedPicture {
  /** SHA-256 of its bytes, in hexadecimal digits. */
  readonly hash: string;
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Makes an uploaded picture anew, in the turn of `whose`. Refuses what is no picture that can be taken. */
export type ReencodePicture = (
  bytes: Uint8Array,
  use: PictureUse,
  whose: string,
) => Promise<Result<ReencodedPicture, Refusal>>;
