/** One die as it fell, under the name the rules give it. */
export interface Die {
  readonly name: string;
  readonly sides: number;
  readonly value: number;
}

/** The only source of chance in the program. A die gives a whole number from 1 to `sides`. */
export interface Dice {
  readonly roll: (sides: number, name: string) => number;
}

/** A number of dice of a kind, in order. However large the number is, none is rolled beyond what the dice give. */
export const rollMany = (dice: Dice, count: number, sides: number, name: string): number[] => {
  const fell: number[] = [];
  for (let n = 0; n < count; n++) fell.push(dice.roll(sides, name));
  return fell;
};

/** Dice that remember what fell, in order. */
export interface LoggedDice extends Dice {
  readonly rolledDice: () => readonly Die[];
}

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
