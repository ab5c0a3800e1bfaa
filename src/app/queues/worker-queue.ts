import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { fairQueue } from './fair-queue.ts';

interface Manner {
  /** The module that the thread runs: to each message it gets it posts one answer. */
  readonly script: URL;
  /** What takes longer, in milliseconds, hangs. */
  readonly patience: number;
  /** A thread that has had nothing to do for this many milliseconds is let go. */
  readonly idle: number;
  /** Megabytes: where an answer needs more, the thread dies and not the process. */
  readonly memory: number;
}

export interface WorkerQueue<Question, Answer> {
  /** Asks in the turn of `asker`. Fails where the thread dies or hangs over it; the next question gets another thread. */
  readonly ask: (asker: string, question: Question) => Promise<Answer>;
  /** Lets the thread go. */
  readonly close: () => Promise<void>;
}

/**
 * A thread beside the event loop that answers one question at a time, each asker in their turn. It is started for the first question,
 * replaced when it dies or hangs, and let go when nobody has asked for a while.
 */
export const workerQueue = <Question, Answer>({
  script,
  patience,
  idle,
  memory,
}: Manner): WorkerQueue<Question, Answer> => {
  const turns = fairQueue({ atOnce: 1, alone: 1, patience: 2 * patience });
  let worker: Worker | undefined;
  let resting: NodeJS.Timeout | undefined;

  const started = (): Worker => {
    const thread = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: memory } });
    const gone = (): void => {
      if (worker === thread) worker = undefined;
    };
    // Who asked hears of it; one that dies with nothing to do is replaced when there is something.
    thread.on('error', gone);
    thread.once('exit', gone);
    return thread;
  };

  const letGo = async (): Promise<void> => {
    clearTimeout(resting);
    const old = worker;
    worker = undefined;
    await old?.terminate();
  };

  const answered = async (question: Question): Promise<Answer> => {
    clearTimeout(resting);
    worker ??= started();
    const thread = worker;
    const died = new AbortController();
    const exited = (): void => died.abort(new Error('The thread ended over it.'));
    thread.once('exit', exited);
    // A process waits for what it asked, and for nothing else.
    thread.ref();
    try {
      const answer = once(thread, 'message', { signal: AbortSignal.any([AbortSignal.timeout(patience), died.signal]) });
      thread.postMessage(question);
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

  return { ask: (asker, question) => turns(asker, () => answered(question)), close: letGo };
};
