import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Limits {
  /** Maximum number of tasks that run at the same time. */
  readonly total: number;
  /** Maximum number of tasks that run at the same time for one asker, such as a server. */
  readonly perAsker: number;
  /** Time after which a running task no longer counts, because it waits for other things (milliseconds). */
  readonly patience: number;
}

/** Runs tasks when their asker's turn has come. A task must not wait for another task of its asker. */
export interface FairQueue {
  <T>(asker: string, work: () => Promise<T>): Promise<T>;
  /** Number of waiting tasks of one asker. Without an asker: of all askers. */
  readonly waiting: (asker?: string) => number;
}

/** Creates a queue in which askers take turns with one task each. An asker's tasks start in order of arrival. */
export const createFairQueue = ({ total, perAsker, patience }: Limits): FairQueue => {
  /** Waiting tasks by asker. The asker whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const inProgress = new Map<string, number>();
  let busy = 0;

  const moveToEnd = (asker: string): void => {
    const pieces = waiting.get(asker) ?? [];
    waiting.delete(asker);
    if (pieces.length > 0) waiting.set(asker, pieces);
  };

  const beginNext = (): void => {
    for (const [asker, pieces] of waiting) {
      if (busy >= total) return;
      const own = inProgress.get(asker) ?? 0;
      if (own >= perAsker) continue;
      const begin = pieces.shift();
      moveToEnd(asker);
      inProgress.set(asker, own + 1);
      busy += 1;
      begin?.();
    }
  };

  const finish = (asker: string): void => {
    const left = (inProgress.get(asker) ?? 1) - 1;
    if (left > 0) inProgress.set(asker, left);
    else inProgress.delete(asker);
    busy -= 1;
    moveToEnd(asker);
    beginNext();
  };

  const run = async <T>(asker: string, work: () => Promise<T>): Promise<T> => {
    await new Promise<void>((begin) => {
      const pieces = waiting.get(asker);
      if (pieces === undefined) waiting.set(asker, [begin]);
      else pieces.push(begin);
      beginNext();
    });
    let isFinished = false;
    const finishOnce = (): void => {
      if (!isFinished) finish(asker);
      isFinished = true;
    };
    const late = setTimeout(finishOnce, patience);
    try {
      return await work();
    } finally {
      clearTimeout(late);
      // Let the event loop handle other events before the next task.
      setImmediate(finishOnce);
    }
  };
  return Object.assign(run, {
    waiting: (asker?: string) =>
      asker === undefined ? [...waiting.values()].flat().length : (waiting.get(asker)?.length ?? 0),
  });
};

interface WorkerOptions {
  /** The module that the thread runs. The module posts one answer for each message it receives. */
  readonly script: URL;
  /** Time after which a question that got no answer fails (milliseconds). */
  readonly timeout: number;
  /** Time after which an unused thread is stopped (milliseconds). */
  readonly idleTimeout: number;
  /** Memory limit of a thread (megabytes). A thread that exceeds it ends, but the process continues. */
  readonly maxMemory: number;
  /** Memory limit of a thread for short-lived objects (megabytes). Default: 6. */
  readonly maxYoungMemory?: number;
  /** Maximum number of threads. Default: 1. */
  readonly threads?: number;
}

/** Thrown if a question was dropped because a newer question has replaced it. */
export class SupersededError extends Error {}

export interface WorkerQueue<Question, Answer> {
  /** Asks a thread in the asker's turn. Throws if the thread dies or times out, or `SupersededError` if superseded. */
  readonly ask: (asker: string, question: Question, isSuperseded?: () => boolean) => Promise<Answer>;
  /** Stops all threads of the queue. */
  readonly close: () => Promise<void>;
}

const threadStart = new URL('../../thread-start.js', import.meta.url);

/** Creates threads on demand. Each thread answers one question at a time. Askers take turns. */
export const createWorkerQueue = <Question, Answer>({
  script,
  timeout,
  idleTimeout,
  maxMemory,
  maxYoungMemory = 6,
  threads = 1,
}: WorkerOptions): WorkerQueue<Question, Answer> => {
  const turns = createFairQueue({ total: threads, perAsker: threads, patience: 2 * timeout });
  const alive = new Set<Worker>();
  const atRest: Worker[] = [];
  let resting: NodeJS.Timeout | undefined;

  const forget = (thread: Worker): void => {
    alive.delete(thread);
    const at = atRest.indexOf(thread);
    if (at >= 0) atRest.splice(at, 1);
  };

  const started = (): Worker => {
    const thread = new Worker(threadStart, {
      argv: [script.href],
      resourceLimits: { maxOldGenerationSizeMb: maxMemory, maxYoungGenerationSizeMb: maxYoungMemory },
    });
    // The asker gets the error. A dead thread is replaced when needed.
    thread.on('error', () => forget(thread));
    thread.once('exit', () => forget(thread));
    alive.add(thread);
    return thread;
  };

  const letGo = async (threads: Iterable<Worker>): Promise<void> => {
    clearTimeout(resting);
    await Promise.all([...threads].map((thread) => thread.terminate()));
  };

  const rest = (thread: Worker): void => {
    if (!alive.has(thread)) return;
    atRest.unshift(thread);
    clearTimeout(resting);
    resting = setTimeout(() => void letGo(atRest.splice(0)), idleTimeout).unref();
  };

  const answered = async (question: Question): Promise<Answer> => {
    clearTimeout(resting);
    const thread = atRest.shift() ?? started();
    const died = new AbortController();
    const exited = (): void => died.abort(new Error('The thread ended over it.'));
    thread.once('exit', exited);
    // A timeout signal would exist until its time is up.
    const late = setTimeout(() => died.abort(new Error('The thread hangs over it.')), timeout).unref();
    // Only running questions keep the process alive.
    thread.ref();
    try {
      // If this throws, no one may be listening for the answer yet.
      thread.postMessage(question);
      const [message] = await once(thread, 'message', { signal: died.signal });
      rest(thread);
      return message;
    } catch (error) {
      await thread.terminate();
      throw error;
    } finally {
      clearTimeout(late);
      thread.off('exit', exited);
      thread.unref();
    }
  };

  return {
    ask: (asker, question, isSuperseded = () => false) =>
      turns(asker, () => (isSuperseded() ? Promise.reject(new SupersededError()) : answered(question))),
    close: () => letGo(alive),
  };
};
