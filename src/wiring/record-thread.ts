import type { RecordJobs, RecordName } from '../app/log/record-jobs.ts';
import type { JobDone, JobThread, PackedLogRange } from '../app/log/record-service.ts';
import { type WorkerQueue, workerQueue } from '../app/queues/worker-queue.ts';
import type { OpenBattle } from '../battle/saved/open-battle.ts';
import type { SavedBattle } from '../battle/saved/store.ts';
import { currentDictionary, type Dictionary } from '../core/language.ts';

/** What the thread is given: a battle and a stretch of its log as they are written. */
export interface RecordJob {
  readonly name: RecordName;
  readonly saved: SavedBattle;
  readonly at: number;
  readonly stretch: PackedLogRange;
  readonly takes: object;
  /** The sentences of those who read it. */
  readonly dictionary: Dictionary | undefined;
}

/** What it gives back: what came of it, or why nothing could. */
export type RecordDone = JobDone<RecordName> | { readonly failed: string };

type Manner = Parameters<typeof workerQueue>[0];

const usual: Manner = {
  script: new URL('./record-worker.ts', import.meta.url),
  patience: 60_000,
  idle: 60_000,
  memory: 384,
};

/** Makes records in a thread beside the event loop, one after another, each server in its turn. */
export const recordThread = (
  manner: Partial<Manner> = {},
): JobThread & Pick<WorkerQueue<RecordJob, RecordDone>, 'close'> => {
  const { ask, close } = workerQueue<RecordJob, RecordDone>({ ...usual, ...manner });
  const made: JobThread = async <Name extends RecordName>(
    name: Name,
    { saved, at }: OpenBattle,
    stretch: PackedLogRange,
    takes: RecordJobs[Name]['takes'],
  ) => {
    const { kept: _, ...plain } = saved;
    const answer = await ask(saved.guild ?? saved.channel, {
      name,
      saved: plain,
      at,
      stretch,
      takes,
      dictionary: currentDictionary(),
    });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer as JobDone<Name>;
  };
  return Object.assign(made, { close });
};
