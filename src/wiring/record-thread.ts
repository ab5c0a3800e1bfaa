import { createWorkerQueue, type WorkerQueue } from '../app/queues/worker-queue.ts';
import type { RecordJobName, RecordJobs, RecordResult } from '../app/records/record-jobs.ts';
import type { RunJobInThread, SavedLogRange } from '../app/records/record-service.ts';
import type { OpenBattle, SavedBattle } from '../battle/saved/store.ts';
import { currentDictionary, type Dictionary } from '../core/message.ts';

/** A saved battle with a part of its log, to be sent to the thread. */
export interface RecordJob {
  readonly name: RecordJobName;
  readonly saved: SavedBattle;
  readonly at: number;
  readonly range: SavedLogRange;
  readonly input: object;
  /** The dictionary in the language of the record's readers. Undefined for English. */
  readonly dictionary: Dictionary | undefined;
}

/** The result of a job. If the job failed: where in the code the error occurred. */
export type RecordAnswer = { readonly made: RecordResult<RecordJobName> } | { readonly failed: string };

type ThreadOptions = Parameters<typeof createWorkerQueue>[0];

const defaultOptions: ThreadOptions = {
  script: new URL('./record-worker.ts', import.meta.url),
  timeout: 60_000,
  idleTimeout: 60_000,
  maxMemory: 384,
};

/** Creates a thread that builds records. Servers take turns. */
export const createRecordThread = (
  manner: Partial<ThreadOptions> = {},
): RunJobInThread & Pick<WorkerQueue<RecordJob, RecordAnswer>, 'close'> => {
  const { ask, close } = createWorkerQueue<RecordJob, RecordAnswer>({ ...defaultOptions, ...manner });
  const made: RunJobInThread = async <Name extends RecordJobName>(
    name: Name,
    { saved, openedAt }: OpenBattle,
    range: SavedLogRange,
    input: RecordJobs[Name]['takes'],
  ) => {
    const { storeState: _, ...plain } = saved;
    const answer = await ask(saved.guild ?? saved.channel, {
      name,
      saved: plain,
      at: openedAt,
      range,
      input,
      dictionary: currentDictionary(),
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.made as RecordResult<Name>;
  };
  return Object.assign(made, { close });
};
