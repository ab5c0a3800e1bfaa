import type { Log } from '../log/log.ts';

export interface Shutdown {
  /** To be called at the end, before what was opened earlier is closed. */
  readonly onClose: (close: () => unknown) => void;
  /** Closes everything that is open. */
  readonly close: () => Promise<void>;
  /** Closes everything that can be closed in time: for a start that failed. */
  readonly abandon: () => Promise<void>;
  /** Closes everything, then ends the process; with 1 where something was not caught or not closed. */
  readonly end: () => Promise<void>;
  /** Something was not caught: says so in the log, and ends the process, at the latest when its time is up. */
  readonly onUncaught: (error: unknown) => void;
}

/** What tells the process to leave. */
const exitSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** One key press may reach the process twice: from the terminal, and from npm. */
const keyPressDelay = 1_000;

/** Hears once that the process is to leave; `again` where it is told so once more, later than one key press tells it. */
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

/** What is in hand has this many milliseconds left once something was not caught. */
const closeTimeout = 10_000;

/** So much is said of what goes wrong on the way out. */
const maxLoggedErrors = 20;

/** The orderly end of a process: what was opened last is closed first, and what cannot be closed keeps nothing else open. */
export const createShutdown = (log: Log, exit: (code: number) => void, within = closeTimeout): Shutdown => {
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
    onClose: (close) => {
      open.push(close);
    },
    close: closeOnce,
    abandon: () => Promise.race([closeOnce(), new Promise<void>((go) => setTimeout(go, within))]),
    end,
    onUncaught: (error) => {
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

/** Nothing uncaught ends this process without a word; a rejected promise that nobody waits for counts as uncaught. */
export const catchUncaughtErrors = ({ onUncaught }: Pick<Shutdown, 'onUncaught'>): void => {
  process.on('uncaughtException', onUncaught);
};
