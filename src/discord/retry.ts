import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient } from './failure.ts';

/** Delays between attempts to send a first answer (milliseconds). Discord accepts first answers for three seconds. */
export const answerDelays: readonly number[] = [200, 500, 1000];

/** Delays between attempts of all other requests (milliseconds). */
export const recoveryDelays: readonly number[] = [500, 1000, 2000, 4000, 8000];

/** Repeats a request after temporary failures. `waits`: the delays between attempts (milliseconds). */
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
