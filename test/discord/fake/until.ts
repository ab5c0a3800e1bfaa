import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until a condition holds. Throws with the description if it never does. */
export const until = async (isSo: () => boolean, what: string, milliseconds = 20_000): Promise<void> => {
  const end = performance.now() + milliseconds;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms in vain for ${what}.`);
    await sleep(3);
  }
};
