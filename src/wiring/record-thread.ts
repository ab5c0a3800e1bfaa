import type { RecordJobs, RecordName } from '../app/log/record-jobs.ts';
import { type WorkerQueue, workerQueue } from '../app/queues/worker-queue.ts';
import type { OpenBattle } from '../battle/saved/open-battle.ts';
import type { SavedBattle } from '../battle/saved/store.ts';
import type { Refusal } from '../core/refusal.ts';
import type { Result } from '../core/result.ts';

/** What the thread is given: a battle and its log as they are written. */
export interface RecordJob {
  readonly name: RecordName;
  readonly saved: SavedBattle;
  readonly at: number;
  readonly log: readonly string[];
  readonly takes: object;
}

/** What it gives back: what was made, or why it could not be. */
export type RecordDone = { readonly made: Result<unknown, Refusal> } | { readonly failed: string };

/** Makes a record in the thread. Fails where that dies or hangs; the next one gets another thread. */
export type RecordThread = <Name extends RecordName>(
  name: Name,
  battle: OpenBattle,
  log: readonly string[],
  takes: RecordJobs[Name]['takes'],
) => Promise<Result<RecordJobs[Name]['gives'], Refusal>>;

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
): RecordThread & Pick<WorkerQueue<RecordJob, RecordDone>, 'close'> => {
  const { ask, close } = workerQueue<RecordJob, RecordDone>({ ...usual, ...manner });
  const made: RecordThread = async <Name extends RecordName>(
    name: Name,
    { saved, at }: OpenBattle,
    log: readonly string[],
    takes: RecordJobs[Name]['takes'],
  ) => {
    const { kept: _, ...plain } = saved;
    const answer = await ask(saved.guild ?? saved.channel, { name, saved: plain, at, log, takes });
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.made as Result<RecordJobs[Name]['gives'], Refusal>;
  };
  return Object.assign(made, { close });
};
