import type { Die, LoggedDice } from '../../dice/dice.ts';
import { abortRuling } from '../../rules/order-limits.ts';

/** Dice of which the first were rolled by hand; the battle's own dice fall when those are used up. Refuses with `bad-dice`. */
export const createHandDice = (values: readonly number[], own: LoggedDice): LoggedDice => {
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const typed = values[fallen.length];
      if (typed !== undefined && (!Number.isInteger(typed) || typed < 1 || typed > sides))
        abortRuling({
          code: 'bad-dice',
          facts: { problem: `a d${sides} is rolled for ${name}, and ${typed} is no face of it.` },
        });
      const value = typed ?? own.roll(sides, name);
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

/** Dice that were fixed before any order, as in practice mode: each order takes what it rolls from the front. */
export interface PresetDice {
  readonly remaining: () => readonly number[];
  readonly spend: (count: number) => void;
}

export const createPresetDice = (values: readonly number[]): PresetDice => {
  let left = [...values];
  return {
    remaining: () => left,
    spend: (count) => {
      left = left.slice(count);
    },
  };
};
