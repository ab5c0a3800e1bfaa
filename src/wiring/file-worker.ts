import { parentPort } from 'node:worker_threads';
import { fileRead } from '../app/imports/file-readers.ts';
import { readIn } from '../core/language.ts';
import { rulesets } from '../systems/index.ts';
import type { FileDone, FileJob } from './file-thread.ts';
import { placeOf } from './place-of.ts';

const done = ({ kind, takes, dictionary }: FileJob): FileDone => {
  try {
    return { read: readIn(dictionary, () => fileRead(kind, takes, rulesets)) };
  } catch (error) {
    return { failed: placeOf(error) };
  }
};

parentPort?.on('message', (job: FileJob) => parentPort?.postMessage(done(job)));
