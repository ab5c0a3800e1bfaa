/** Difference between the two clocks that does not count as a jump (milliseconds). */
const drift = 1000;

/**
 * Creates a function that returns how far the clock has jumped since its last call (milliseconds). Negative if set
 * back, 0 if it did not jump.
 */
export const createClockJumpDetector = (clock: () => number, steady: () => number): (() => number) => {
  const offset = (): number => clock() - steady();
  let known = offset();
  return () => {
    const jump = offset() - known;
    known += jump;
    return Math.abs(jump) < drift ? 0 : jump;
  };
};
