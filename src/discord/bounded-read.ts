/** Time limit for a value of `/metrics` or `/readyz`, which answer within a second (milliseconds). */
const usualTimeout = 500;

/**
 * Limits a read's time (milliseconds); the promise rejects after that. One read runs at a time, so a stuck one takes a single connection.
 */
export const createBoundedRead = <T>(read: () => T | Promise<T>, timeout = usualTimeout): (() => Promise<T>) => {
  let running: Promise<T> | undefined;
  return async () => {
    running ??= (async () => read())().finally(() => {
      running = undefined;
    });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`No answer within ${timeout} ms.`)), timeout);
    return Promise.race([running, late.promise]).finally(() => clearTimeout(timer));
  };
};
