import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { readFileByKind } from '../app/imports/file-readers.ts';
import { runInLanguage } from '../core/message.ts';
import { rulesets } from '../systems/index.ts';
import type { FileJob, FileResult } from './file-thread.ts';
import { describeFailureLocation } from './place-of.ts';

const done = ({ kind, takes, dictionary }: FileJob): FileResult => {
  try {
    return { read: runInLanguage(dictionary, () => readFileByKind(kind, takes, rulesets)) };
  } catch (error) {
    return { failed: describeFailureLocation(error) };
  }
};

// On Linux a thread has a priority of its own.
if (process.platform === 'linux') setPriority(0, 5);

parentPort?.on('message', (job: FileJob) => parentPort?.postMessage(done(job)));
