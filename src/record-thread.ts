import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairTurns } from './app/fair-turns.ts';
import type { RecordName, Records } from './app/record-work.ts';
import type { OpenBattle } from './battle/battle.ts';
import type { SavedBattle } from './battle/store.ts';
import type { Refusal } from './core/refusal.ts';
import type { Result } from './core/result.ts';

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
  takes: Records[Name]['takes'],
) => Promise<Result<Records[Name]['gives'], Refusal>>;

interface Manner {
  /** The module that the thread runs. */
  readonly script: URL;
  /** What takes longer, in milliseconds, hangs. */
  readonly patience: number;
  /** A thread that has had nothing to do for so long is let go. */
  readonly idle: number;
  /** Megabytes: where a record needs more, the thread dies and not the process. */
  readonly memory: number;
}

const usual: Manner = {
  script: new URL('./record-worker.ts', import.meta.url),
  patience: 60_000,
  idle: 60_000,
  memory: 384,
};

/**
 * Makes records in a thread beside the event loop, one after another, each server in its turn. The thread is started for the first,
 * and let go when nobody has asked for one for a while.
 */
export const recordThread = (manner: Partial<Manner> = {}): RecordThread & { readonly close: () => Promise<void> } => {
  const { script, patience, idle, memory } = { ...usual, ...manner };
  const turns = fairTurns({ atOnce: 1, alone: 1, patience: 2 * patience });
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;

  const started = (): Worker => {
    const thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memory } });
    // Who asked hears of it; one that dies with nothing to do is replaced when there is something.
    thread.on('error', () => {
      if (worker === thread) worker = undefined;
    });
    return thread;
  };

  const letGo = async (): Promise<void> => {
    const old = worker;
    worker = undefined;
    await old?.terminate();
  };

  const done = async (job: RecordJob): Promise<RecordDone> => {
    clearTimeout(resting);
    worker ??= started();
    const thread = worker;
    const died = new AbortController();
    const exited = (): void => died.abort();
    thread.once('exit', exited);
    // A process waits for the record it asked for, and for no other.
    thread.ref();
    try {
      const answer = once(thread, 'message', { signal: AbortSignal.any([AbortSignal.timeout(patience), died.signal]) });
      thread.postMessage(job);
      const [message] = await answer;
      resting = setTimeout(() => void letGo(), idle).unref();
      return message;
    } catch (error) {
      if (worker === thread) worker = undefined;
      await thread.terminate();
      throw error;
    } finally {
      thread.off('exit', exited);
      thread.unref();
    }
  };

  const made: RecordThread = async <Name extends RecordName>(
    name: Name,
    { saved, at }: OpenBattle,
    log: readonly string[],
    takes: Records[Name]['takes'],
  ) => {
    const { kept: _, ...plain } = saved;
    const answer = await turns(saved.guild ?? saved.channel, () => done({ name, saved: plain, at, log, takes }));
    if ('failed' in answer) throw new Error(answer.failed);
    return answer.made as Result<Records[Name]['gives'], Refusal>;
  };
  return Object.assign(made, {
    close: async () => {
      clearTimeout(resting);
      await letGo();
    },
  });
};
