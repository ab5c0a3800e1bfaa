/** A rolled die. Its name is the name that the rules use. */
export interface Die {
  readonly name: string;
  readonly sides: number;
  readonly value: number;
}

/** The only source of chance in the rules. `roll` returns a whole number from 1 to `sides`. */
export interface Dice {
  readonly roll: (sides: number, name: string) => number;
}

/** Rolls several equal dice, in order. The dice stop an order that rolls too many. */
export const rollMany = (dice: Dice, count: number, sides: number, name: string): number[] => {
  const fell: number[] = [];
  for (let n = 0; n < count; n++) fell.push(dice.roll(sides, name));
  return fell;
};

/** Dice that record each result, in order. */
export interface LoggedDice extends Dice {
  readonly rolledDice: () => readonly Die[];
}

/** A die of a script. Without a name or size, any die matches. */
export interface ScriptedDie {
  readonly value: number;
  readonly sides?: number;
  readonly name?: string;
}

export interface ScriptedDice extends LoggedDice {
  /** The scripted dice that were not rolled yet. */
  readonly remaining: () => readonly ScriptedDie[];
}

/** Thrown if a ruling rolls a die that the script does not have: the script is wrong. */
export class DiceScriptError extends Error {}

/** Creates dice with the given results, for tests and for dice rolled by hand. Throws on any other die. */
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
