import { parentPort } from 'node:worker_threads';
import type { PictureJob } from './picture-thread.ts';
import { remadePicture } from './remade.ts';

parentPort?.on('message', ({ bytes, use }: PictureJob) => {
  void remadePicture(bytes, use).then((made) => parentPort?.postMessage(made));
});
