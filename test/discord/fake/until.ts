import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something is so; says what was waited for when it never is. */
export const until = async (isSo: () => boolean, what: string, milliseconds = 20_000): Promise<void> => {
  const end = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms in vain for ${what}.`);
    await sleep(3);
  }
};
