/** What a clock may drift from a steady one between two looks (milliseconds). */
const drift = 1000;

/** Returns by how many milliseconds a clock was set forward (or back, if negative) since the last call. 0 if it was not. */
export const createClockJumpDetector = (clock: () => number, steady: () => number): (() => number) => {
  const offset = (): number => clock() - steady();
  let known = offset();
  return () => {
    const jump = offset() - known;
    known += jump;
    return Math.abs(jump) < drift ? 0 : jump;
  };
};
