interface Output {
  readonly isTTY?: boolean;
  readonly write: (text: string) => unknown;
}

/** Milliseconds between two lines: one that is rewritten on a terminal, or new ones elsewhere. */
const pauses = { terminal: 1000, elsewhere: 10_000 };

/** Shows what a long command is doing, and for how long it has been at it. What is done sooner than the first pause shows nothing. */
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
  // What takes long without a word is still shown to go on.
  const timer = setInterval(print, pauses.terminal).unref();
  return {
    /** Called as often as what the command is doing changes. */
    show: (now: string): void => {
      says = now;
      print();
    },
    /** Removes the line. */
    end: (): void => {
      clearInterval(timer);
      if (isTerminal && last > began) to.write('\r\u001b[K');
    },
  };
};

/** How much of something is done, as people read it. */
export const formatProgress = (done: number, total: number, what: string): string =>
  `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${what}`;
