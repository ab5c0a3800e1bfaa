import type { LoggedDice } from '../dice/dice.ts';

/** Whole numbers from 0 to below 2³², the same for the same seed: the simulator's own, which no battle's dice are drawn by. */
type RandomSource = () => number;

/** One of many streams: `of` says which, so that battle 7 falls alike whoever plays it. */
export const createRandomStream = (seed: number, index: number): RandomSource => {
  let [a, b, c, count] = [seed >>> 0, index >>> 0, 0x9e3779b9, 1];
  const next = (): number => {
    const sum = (a + b + count) >>> 0;
    count = (count + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = ((c << 21) | (c >>> 11)) >>> 0;
    c = (c + sum) >>> 0;
    return sum;
  };
  for (let n = 0; n < 15; n++) next();
  return next;
};

/** A whole number from 0 to below `below`. */
export const randomInteger = (numbers: RandomSource, below: number): number =>
  Math.floor((numbers() / 2 ** 32) * below);

/** Dice that nobody reads up again: they are counted, not kept. */
export const createSimulatedDice = (numbers: RandomSource): LoggedDice & { readonly rollCount: () => number } => {
  let rolled = 0;
  return {
    roll: (sides) => {
      rolled += 1;
      return randomInteger(numbers, sides) + 1;
    },
    rolledDice: () => [],
    rollCount: () => rolled,
  };
};
