import type { FileKind, FileReadings, ReadFile } from '../app/imports/read-file.ts';
import { createWorkerQueue, type WorkerQueue } from '../app/queues/worker-queue.ts';
import { tooHeavyRefusal } from '../core/json.ts';
import { currentDictionary, type Dictionary, type Result } from '../core/message.ts';

/** A file that the thread should read, with the dictionary of the user who gave it. */
export interface FileJob<Kind extends FileKind = FileKind> {
  readonly kind: Kind;
  readonly takes: FileReadings[Kind]['takes'];
  readonly dictionary: Dictionary | undefined;
}

/** The parsed file. If reading failed: where in the code the error occurred. */
export type FileResult = { readonly read: Result<FileReadings[FileKind]['gives']> } | { readonly failed: string };

type Manner = Parameters<typeof createWorkerQueue>[0];

const usual: Manner = {
  script: new URL('./file-worker.ts', import.meta.url),
  // A file within the limits takes less than a second, but the thread also has to start, on a slow machine.
  timeout: 20_000,
  idleTimeout: 10_000,
  maxMemory: 96,
};

/** Creates a thread that reads files. Servers take turns. Refuses files that crash or block the thread. */
export const createFileThread = (
  manner: Partial<Manner> = {},
): { readonly readFile: ReadFile } & Pick<WorkerQueue<FileJob, FileResult>, 'close'> => {
  const { ask, close } = createWorkerQueue<FileJob, FileResult>({ ...usual, ...manner });
  const readFile: ReadFile = async <Kind extends FileKind>(
    kind: Kind,
    takes: FileReadings[Kind]['takes'],
    { guild, user }: Parameters<ReadFile>[2],
  ) => {
    const done = await ask(guild ?? user, { kind, takes, dictionary: currentDictionary() }).catch(() => ({
      read: tooHeavyRefusal,
    }));
    if ('failed' in done) throw new Error(done.failed);
    return done.read as Result<FileReadings[Kind]['gives']>;
  };
  return { readFile, close };
};
