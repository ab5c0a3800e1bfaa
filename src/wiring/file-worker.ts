import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { fileRead } from '../app/imports/file-readers.ts';
import { runInLanguage } from '../core/language.ts';
import { rulesets } from '../systems/index.ts';
import type { FileDone, FileJob } from './file-thread.ts';
import { placeOf } from './place-of.ts';

const done = ({ kind, takes, dictionary }: FileJob): FileDone => {
  try {
    return { read: runInLanguage(dictionary, () => fileRead(kind, takes, rulesets)) };
  } catch (error) {
    return { failed: placeOf(error) };
  }
};

// On Linux a thread has a priority of its own.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', (job: FileJob) => parentPort?.postMessage(done(job)));
