import type { Die, LoggedDice } from '../../dice/dice.ts';
import { abortRuling } from '../../rules/order-limits.ts';

/** Dice with entered values first, then the battle's own dice. Refuses with `bad-dice` if a value is impossible. */
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

/** Creates dice values fixed in advance, as in practice mode. Each order uses them from the front. */
export const createPresetDice = (values: readonly number[]) => {
  let left = values;
  return {
    remaining: (): readonly number[] => left,
    spend: (count: number): void => {
      left = left.slice(count);
    },
  };
};
export type PresetDice = ReturnType<typeof createPresetDice>;
