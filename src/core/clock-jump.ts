/** What a clock may drift from a steady one between two looks (milliseconds). */
const drift = 1000;

/** Tells with each call by how many milliseconds a clock was put forward or, negative, back since the last call; 0 if it was not. */
export const createClockJumpDetector = (clock: () => number, steady: () => number): (() => number) => {
  const offset = (): number => clock() - steady();
  let known = offset();
  return () => {
    const jump = offset() - known;
    known += jump;
    return Math.abs(jump) < drift ? 0 : jump;
  };
};
