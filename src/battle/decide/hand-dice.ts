import { type Refusal, refuse } from '../../core/refusal.ts';
import type { Result } from '../../core/result.ts';
import type { Die, LoggedDice } from '../../dice/dice.ts';
import { DiceScriptError } from '../../dice/scripted-dice.ts';

/** Dice of which the first were rolled by hand; the battle's own dice fall when those are used up. */
export const createHandDice = (values: readonly number[], own: LoggedDice): LoggedDice => {
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const typed = values[fallen.length];
      if (typed !== undefined && (!Number.isInteger(typed) || typed < 1 || typed > sides))
        throw new DiceScriptError(`a d${sides} is rolled for ${name}, and ${typed} is no face of it.`);
      const value = typed ?? own.roll(sides, name);
      fallen.push({ name, sides, value });
      return value;
    },
    rolledDice: () => fallen,
  };
};

/** Dice typed in by hand that do not fit are the typist's slip, not a bug. */
export const refuseBadDice = <T>(work: () => Result<T, Refusal>): Result<T, Refusal> => {
  try {
    return work();
  } catch (problem) {
    if (problem instanceof DiceScriptError) return refuse('bad-dice', { problem: problem.message });
    throw problem;
  }
};

/** Dice lying ready before anybody orders anything, as at a practice table: each order takes from the front what it rolls. */
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
