/** Maximum difference between the two clocks that does not count as a jump (milliseconds). */
const drift = 1000;

/** Creates a function that returns the clock's jump since its last call (milliseconds). Negative if set back. */
export const createClockJumpDetector = (clock: () => number, steady: () => number): (() => number) => {
  const offset = (): number => clock() - steady();
  let known = offset();
  return () => {
    const jump = offset() - known;
    known += jump;
    return Math.abs(jump) < drift ? 0 : jump;
  };
};
