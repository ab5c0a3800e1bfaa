/** Milliseconds within which a value for `/metrics` or `/readyz` must be read: those answer within a second. */
const usualTimeout = 500;

/**
 * Bounds a read in time, in milliseconds: the promise rejects when that time is up.
 * Only one read runs at a time, so one that hangs takes one connection however often it is asked for.
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
