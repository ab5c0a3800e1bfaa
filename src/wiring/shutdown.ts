import type { Log } from '../log/log.ts';

const exitSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Time after a signal in which terminal and npm may repeat it for the same key press (milliseconds). */
const keyPressDelay = 1_000;

/** Calls `first` at the first signal and `again` at later signals. Ignores repeats by the same key press. */
export const onExitSignal = (
  first: (signal: NodeJS.Signals) => void,
  again: (signal: NodeJS.Signals) => void,
): void => {
  let since: number | undefined;
  for (const signal of exitSignals)
    process.on(signal, () => {
      if (since === undefined) {
        since = performance.now();
        first(signal);
      } else if (performance.now() - since > keyPressDelay) again(signal);
    });
};

/** Maximum time for closing everything after an uncaught error (milliseconds). */
const closeTimeout = 10_000;

/** Maximum number of logged errors while closing. */
const maxLoggedErrors = 20;

/** Creates a shutdown, which closes everything in reverse order of registration. An error does not stop it. */
export const createShutdown = (log: Log, exit: (code: number) => void, within = closeTimeout) => {
  const open: (() => unknown)[] = [];
  let closing: Promise<void> | undefined;
  let code = 0;
  let said = 0;

  const closeAll = async (): Promise<void> => {
    for (let close = open.pop(); close !== undefined; close = open.pop())
      try {
        await close();
      } catch (error) {
        code = 1;
        log.error({ err: error }, 'Something was not closed as it should be.');
      }
  };
  const closeOnce = (): Promise<void> => {
    closing ??= closeAll();
    return closing;
  };
  const end = async (): Promise<void> => {
    await closeOnce();
    exit(code);
  };

  return {
    /** Registers a function to call at shutdown. The last registered function is called first. */
    onClose: (close: () => unknown): void => {
      open.push(close);
    },
    /** Calls all registered functions. */
    close: closeOnce,
    /** Closes what can be closed within the time limit, after the program failed to start. */
    abandon: () => Promise.race([closeOnce(), new Promise<void>((go) => setTimeout(go, within))]),
    /** Closes everything and ends the process. Exit code 1 if an error was uncaught or closing failed. */
    end,
    /** Logs an uncaught error, closes everything within a time limit, and ends the process. */
    onUncaught: (error: unknown): void => {
      code = 1;
      said += 1;
      if (said <= maxLoggedErrors)
        log.fatal({ err: error }, 'Something was not caught. What is in hand is finished, then the process ends.');
      if (said > 1) return;
      setTimeout(() => {
        log.fatal({}, 'What was in hand took too long, and was given up.');
        exit(code);
      }, within).unref();
      void end();
    },
  };
};
export type Shutdown = ReturnType<typeof createShutdown>;

/** Logs uncaught errors and unhandled rejections, and ends the process. */
export const catchUncaughtErrors = ({ onUncaught }: Pick<Shutdown, 'onUncaught'>): void => {
  process.on('uncaughtException', onUncaught);
};
