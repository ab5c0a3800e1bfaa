import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

interface Limits {
  /** Maximum number of pieces of work in progress. */
  readonly total: number;
  /** Maximum number of them for one asker. */
  readonly perAsker: number;
  /** Milliseconds after which a piece no longer counts: it waits for something outside. */
  readonly patience: number;
}

/** Runs a piece of work when its asker's turn has come. A piece must not wait for a turn of the same asker. */
export interface FairQueue {
  <T>(asker: string, work: () => Promise<T>): Promise<T>;
  /** Number of pieces that wait for their turn, for one asker or for all. */
  readonly waiting: (asker?: string) => number;
}

/** A queue in which the askers take turns, one piece of work at a time. The pieces of one asker begin in order. */
export const createFairQueue = ({ total, perAsker, patience }: Limits): FairQueue => {
  /** The asker whose turn is next comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const inProgress = new Map<string, number>();
  let busy = 0;

  /** Puts an asker who was just served behind all others. */
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
      // This loop meets the asker again there.
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
      // The event loop handles what came in meanwhile before the next piece begins.
      setImmediate(finishOnce);
    }
  };
  return Object.assign(run, {
    waiting: (asker?: string) =>
      asker === undefined ? [...waiting.values()].flat().length : (waiting.get(asker)?.length ?? 0),
  });
};

interface WorkerOptions {
  /** The module that the thread runs: to each message it gets it posts one answer. */
  readonly script: URL;
  /** What takes longer, in milliseconds, hangs. */
  readonly timeout: number;
  /** A thread that has had nothing to do for this many milliseconds is let go. */
  readonly idleTimeout: number;
  /** Megabytes: where an answer needs more, the thread dies and not the process. */
  readonly maxMemory: number;
  /** Megabytes of what is new in a thread, before it is collected; few where nothing is said. */
  readonly maxYoungMemory?: number;
  /** At most so many threads at once; one where nothing is said. */
  readonly threads?: number;
}

/** Nobody wants the answer any more: a later question has taken the place of this one. */
export class SupersededError extends Error {}

export interface WorkerQueue<Question, Answer> {
  /**
   * Asks in the turn of `asker`. Fails where the thread dies or hangs over it; the next question gets another thread. A question that
   * is superseded when its turn comes is not asked, and fails as `Superseded`.
   */
  readonly ask: (asker: string, question: Question, isSuperseded?: () => boolean) => Promise<Answer>;
  /** Lets the threads go. */
  readonly close: () => Promise<void>;
}

const threadStart = new URL('../../thread-start.js', import.meta.url);

/**
 * Threads beside the event loop that answer one question at a time each, every asker in their turn. One is started for a question
 * that finds none at rest, replaced when it dies or hangs, and let go when nobody has asked for a while.
 */
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
    // Who asked hears of it; one that dies with nothing to do is replaced when there is something.
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
    // Not a signal of its own: that would stay until the time is up, however soon the answer came.
    const late = setTimeout(() => died.abort(new Error('The thread hangs over it.')), timeout).unref();
    // A process waits for what it asked, and for nothing else.
    thread.ref();
    try {
      // First: where it throws, nobody would wait for the answer, whose failure would be uncaught.
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
