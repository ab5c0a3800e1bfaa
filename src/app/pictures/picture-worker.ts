import { parentPort } from 'node:worker_threads';
import type { PictureJob } from './picture-thread.ts';
import { reencodePicture } from './reencode.ts';

parentPort?.on('message', ({ bytes, use }: PictureJob) => {
  void reencodePicture(bytes, use).then((made) => parentPort?.postMessage(made));
});
