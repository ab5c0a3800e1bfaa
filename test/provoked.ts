import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/**
 * Loaded before a program to cause an uncaught error at SIGUSR2. PROVOKED names the kind, and PROVOKED_SECRET is in its
 * message.
 */
const { PROVOKED, PROVOKED_SECRET = '' } = process.env;

const failed = (): Error => Object.assign(new Error(PROVOKED_SECRET), { requestBody: PROVOKED_SECRET });

process.once('SIGUSR2', () => {
  switch (PROVOKED) {
    case 'a rejection':
      void sleep(1).then(() => Promise.reject(failed()));
      break;
    case 'an error in a thread':
      new Worker(`throw new Error(${JSON.stringify(PROVOKED_SECRET)})`, { eval: true });
      break;
    case 'one error after another':
      setInterval(() => {
        throw failed();
      }, 1);
      break;
    default:
      setImmediate(() => {
        throw failed();
      });
  }
});
