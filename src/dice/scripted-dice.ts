import type { Die, LoggedDice } from './dice.ts';

/** A die as a script gives it: left out, its name or its size is not compared. */
export interface ScriptedDie {
  readonly value: number;
  readonly sides?: number;
  readonly name?: string;
}

export interface ScriptedDice extends LoggedDice {
  /** What was not rolled. A test ends with `expect(dice.left()).toEqual([])`. */
  readonly remaining: () => readonly ScriptedDie[];
}

/** A ruling asked for a die that the script does not have. Thrown: a script that does not fit is a bug of its writer. */
export class DiceScriptError extends Error {}

/** Dice that fall as written, and object to being asked for any other die. For tests and for dice rolled by hand. */
export const createScriptedDice = (script: readonly (ScriptedDie | number)[]): ScriptedDice => {
  const dice = script.map((each) => (typeof each === 'number' ? { value: each } : each));
  const fallen: Die[] = [];
  return {
    roll: (sides, name) => {
      const next: ScriptedDie | undefined = dice[fallen.length];
      if (next === undefined)
        throw new DiceScriptError(`A d${sides} was rolled for ${name}; the script has no more dice.`);
      if ((next.sides ?? sides) !== sides || (next.name ?? name) !== name)
        throw new DiceScriptError(
          `A d${sides} was rolled for ${name}; the script has a d${next.sides ?? '?'} for ${next.name ?? 'anything'}.`,
        );
      if (!Number.isInteger(next.value) || next.value < 1 || next.value > sides)
        throw new DiceScriptError(`A d${sides} was rolled for ${name}; the script has ${next.value}.`);
      fallen.push({ name, sides, value: next.value });
      return next.value;
    },
    rolledDice: () => fallen,
    remaining: () => dice.slice(fallen.length),
  };
};
