import type { Die, LoggedDice } from '../src/dice/dice.ts';

/** A whole number from 0 to n − 1. */
export type Pick = (n: number) => number;

/** A pseudorandom number generator for tests: the same seed gives the same numbers. */
export const picker = (seed: number): Pick => {
  let at = seed >>> 0;
  return (n) => {
    at = (at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(at ^ (at >>> 15), at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % n;
  };
};

/** Dice that fall as a picker picks. */
export const pickedDice = (pick: Pick): LoggedDice => {
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const value = pick(sides) + 1;
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

/** Dice that always show the same `face`, so that ties never end. */
export const constantDice = (face: (sides: number) => number): LoggedDice => pickedDice((sides) => face(sides) - 1);

export const seededDice = (seed: number): LoggedDice => pickedDice(picker(seed));
