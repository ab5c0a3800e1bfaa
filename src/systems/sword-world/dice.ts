import { z } from 'zod';
import { formatSigned, phrase, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { type SumRow, type SumStep, step } from '../../rules/event.ts';

export const dicePairSchema = z.tuple([z.int(), z.int()]);

/** One addend of a sum, with its rule. */
export const sumPartSchema = z.strictObject({ rule: z.string(), says: z.string(), value: z.int() });

export const sumPartsSchema = z.array(sumPartSchema);

/** The result of a check. A fixed value has no dice. */
export const checkRollSchema = z.strictObject({
  dice: dicePairSchema.optional(),
  parts: sumPartsSchema,
  total: z.int(),
  auto: z.enum(['success', 'failure']).nullable(),
});

export type SumPart = z.output<typeof sumPartSchema>;

export type CheckRoll = z.output<typeof checkRollSchema>;

/** What decides a check. */
export type Outcome = Pick<CheckRoll, 'total' | 'auto'>;

/** Rolls two six-sided dice. SW-DICE-1. */
export const rollTwoDice = (dice: Dice, name: string): [number, number] => [dice.roll(6, name), dice.roll(6, name)];

/** The automatic result of 6+6 or 1+1. Null for other rolls. SW-DICE-3. */
export const automaticResult = ([a, b]: readonly [number, number]): 'success' | 'failure' | null =>
  a === 6 && b === 6 ? 'success' : a === 1 && b === 1 ? 'failure' : null;

export const sumParts = (parts: readonly SumPart[]): number => parts.reduce((sum, { value }) => sum + value, 0);

/** Leaves out parts that are 0. */
const counting = (parts: readonly SumPart[]): SumPart[] => parts.filter(({ value }) => value !== 0);

/** Rolls 2d and adds the parts. SW-DICE-2, SW-RUL-1. */
export const rollCheck = (dice: Dice, name: string, parts: readonly SumPart[]): CheckRoll => {
  const pair = rollTwoDice(dice, name);
  return {
    dice: pair,
    parts: counting(parts),
    total: pair[0] + pair[1] + sumParts(parts),
    auto: automaticResult(pair),
  };
};

/** A check before it is made: its parts, and whether dice are rolled. SW-ACC-2, SW-ACC-4. */
export interface CheckFormula {
  readonly rolled: boolean;
  readonly parts: readonly SumPart[];
}

/** Makes a check with dice, or with a fixed value: no automatic results, but modifiers count. SW-ACC-4. */
export const makeCheck = (dice: Dice, name: string, { rolled, parts }: CheckFormula): CheckRoll =>
  rolled ? rollCheck(dice, name, parts) : { parts: counting(parts), total: sumParts(parts), auto: null };

/** True if the total reaches the target number. SW-DICE-2, SW-DICE-3. */
export const isSuccess = ({ total, auto }: Outcome, tn: number): boolean =>
  auto === null ? total >= tn : auto === 'success';

/** The winner of a contest. In a tie the passive side; undefined if none is, so both roll again. SW-DICE-5. */
export const contestWinner = (
  first: number,
  second: number,
  passive: 'first' | 'second' | 'none',
): 'first' | 'second' | undefined =>
  first > second ? 'first' : second > first ? 'second' : passive === 'none' ? undefined : passive;

/** Picks one of n with equal chance. Rolls one die up to n = 6, two dice up to 36 … SW-DICE-4, SW-RUL-24. */
export const pickIndex = (dice: Dice, n: number, name: string): { index: number; fallen: number[] } => {
  const fallen: number[] = [];
  if (n <= 1) return { index: 0, fallen };
  let most = 6;
  let rolls = 1;
  while (most < n) {
    most *= 6;
    rolls++;
  }
  const fair = Math.floor(most / n) * n;
  let value = fair;
  while (value >= fair) {
    value = 0;
    for (let die = 0; die < rolls; die++) {
      const face = dice.roll(6, name);
      fallen.push(face);
      value = 6 * value + face - 1;
    }
  }
  return { index: value % n, fallen };
};

/** Picks k candidates at random, in their listed order. Rolls nothing if k covers all candidates. SW-DICE-4. */
export const pickSome = <T>(
  dice: Dice,
  candidates: readonly T[],
  k: number,
  name: string,
): { chosen: T[]; fallen: number[] } => {
  if (k >= candidates.length) return { chosen: [...candidates], fallen: [] };
  const left = [...candidates];
  const chosen = new Set<T>();
  const fallen: number[] = [];
  for (let picks = 0; picks < k; picks++) {
    const picked = pickIndex(dice, left.length, name);
    fallen.push(...picked.fallen);
    for (const each of left.splice(picked.index, 1)) chosen.add(each);
  }
  return { chosen: candidates.filter((each) => chosen.has(each)), fallen };
};

export const partSteps = (parts: readonly SumPart[]): readonly SumStep[] =>
  parts.map(({ rule, says, value }) => step(rule, phrase`${formatSigned(value)} ${term(says, 'sword-world')}`));

/** Formats a check as a row: `Accuracy 2d 4+2 · +3 Fighter · +2 dex = 11`. */
export const checkRollRow = (rule: string, name: string, { dice, parts, total, auto }: CheckRoll): SumRow => {
  const what = term(name, 'sword-world');
  const end = { success: phrase`= ${total}, automatic success`, failure: phrase`= ${total}, automatic failure` };
  if (dice)
    return [
      step(rule, phrase`${what} 2d ${dice[0]}+${dice[1]}`),
      ...partSteps(parts),
      step(rule, auto === null ? phrase`= ${total}` : end[auto]),
    ];
  const [first, ...rest] = parts.filter(({ value }) => value !== 0);
  if (first?.says !== 'fixed' || rest.length === 0) return [step(rule, phrase`${what} ${total} (fixed)`)];
  return [step(rule, phrase`${what} ${first.value} (fixed)`), ...partSteps(rest), step(rule, phrase`= ${total}`)];
};
