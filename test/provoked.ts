import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/**
 * Loaded before a program, for what nobody can provoke from outside: at SIGUSR2 something happens in it that nothing catches.
 * PROVOKED says what, and PROVOKED_SECRET what the failure is about.
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
