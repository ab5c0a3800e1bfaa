/** Default time limit for reading a value for `/metrics` or `/readyz` (milliseconds). */
const usualTimeout = 500;

/** Limits how long a read takes. Only one read runs at a time, so a stuck read blocks one connection. */
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
