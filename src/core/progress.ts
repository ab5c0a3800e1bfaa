interface Output {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** Pauses between two progress lines (milliseconds): a terminal rewrites its line, other outputs get a new one. */
const pauses = { terminal: 1000, elsewhere: 10_000 };

/** Creates a progress line for a long command, with the time taken. Shows nothing before the first pause. */
export const createProgressLine = (to: Output, clock: () => number) => {
  const isTerminal = to.isTTY === true;
  const pause = isTerminal ? pauses.terminal : pauses.elsewhere;
  const began = clock();
  let last = began;
  let says = '';
  const print = (): void => {
    if (says === '' || clock() - last < pause) return;
    last = clock();
    const line = `${says} (${Math.round((last - began) / 1000)} s)`;
    to.write(isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  };
  // Shows that time passes even if the command reports nothing.
  const timer = setInterval(print, pauses.terminal).unref();
  return {
    /** Reports what the command is doing now. May be called any number of times. */
    show: (now: string): void => {
      says = now;
      print();
    },
    /** Removes the progress line. */
    end: (): void => {
      clearInterval(timer);
      if (isTerminal && last > began) to.write('\r\u001b[K');
    },
  };
};

/** Formats progress: `1,200 of 5,000 battles`. */
export const formatProgress = (done: number, total: number, what: string): string =>
  `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`;
