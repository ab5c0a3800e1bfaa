import type { FileKind, FileReadings, ReadFile } from '../app/imports/read-file.ts';
import { createWorkerQueue, type WorkerQueue } from '../app/queues/worker-queue.ts';
import { tooHeavyRefusal } from '../core/json.ts';
import { currentDictionary, type Dictionary, type Result } from '../core/message.ts';

/** A file for the thread to read, and the reader's language. */
export interface FileJob<Kind extends FileKind = FileKind> {
  readonly kind: Kind;
  readonly takes: FileReadings[Kind]['takes'];
  readonly dictionary: Dictionary | undefined;
}

/** The content of a file, or where reading failed. */
export type FileResult = { readonly read: Result<FileReadings[FileKind]['gives']> } | { readonly failed: string };

type Manner = Parameters<typeof createWorkerQueue>[0];

const usual: Manner = {
  script: new URL('./file-worker.ts', import.meta.url),
  // A file within the limits takes less than a second. The start of the thread counts too, on a slow machine.
  timeout: 20_000,
  idleTimeout: 10_000,
  maxMemory: 96,
};

/** Reads files in a thread, one server after another. Refuses files that crash or block it. */
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
