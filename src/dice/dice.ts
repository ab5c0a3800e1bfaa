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
