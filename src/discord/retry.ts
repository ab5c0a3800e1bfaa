import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failure.ts';

/** Milliseconds between attempts at a first answer: after three seconds Discord takes none. */
export const answerDelays: readonly number[] = [200, 500, 1000];

/** … at what may come when Discord is well again. */
export const recoveryDelays: readonly number[] = [500, 1000, 2000, 4000, 8000];

/** Tries again, after each of these waits, what fails in a way that will pass. */
export const withRetries = async <T>(doing: () => Promise<T>, waits: readonly number[]): Promise<T> => {
  for (const wait of waits) {
    try {
      return await doing();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
    await sleep(wait);
  }
  return doing();
};
