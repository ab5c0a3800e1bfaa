import { type Combatant, type SlotNumber, type Stance, type State, type Step, stances } from './model.ts';
import { comparedRating } from './rating.ts';
import { able, slotOf } from './roster.ts';
import type { Settings } from './settings.ts';

/** What a stance looks at: a defense spell counts as what it imitates (ST-STANCE-10). */
export type Guard = 'block' | 'parry' | 'dodge';

/** ST-STANCE-1: `partial` is another name of `mixed`. */
export const stanceCalled = (text: string): Exclude<Stance, 'none'> | undefined => {
  const word = text.trim().toLowerCase();
  return word === 'partial' ? 'mixed' : stances.find((stance) => stance === word);
};

/** ST-STANCE-2, ST-STANCE-9. */
export const stanceForbids = (stance: Stance, guard: Guard, { blockCountsAsParry }: Settings): boolean =>
  stance === 'offense' && (guard === 'dodge' || (guard === 'block' && !blockCountsAsParry));

/** ST-STANCE-8, ST-STANCE-9: extra dice on one defense or soak roll. */
export const stanceBonus = (
  stance: Stance,
  roll: Guard | 'soak',
  { blockCountsAsParry, defenseBonus }: Settings,
): number => (stance === 'defense' && (roll !== 'block' || blockCountsAsParry) ? defenseBonus : 0);

/** ST-STANCE-4: a score of 0 or less leaves no room below it. */
export const secondValue = (score: number): number => (score <= 0 ? score : Math.max(score - 10, 0));

/** ST-STANCE-4: on the common countdown such a second step comes directly after the first, in no group with it. */
export const comesLate = (slot: SlotNumber, score: number, { secondActions }: Settings): boolean =>
  slot === 2 && score <= 0 && secondActions === 'count';

/** ST-STANCE-3..5: every step of the turn in acting order; full ties stay in roster order. */
export const stepsOf = (state: State): readonly Step[] => {
  const steps = state.combatants.flatMap((me) =>
    able(me) && me.score !== undefined ? ownSteps(me, me.score, state) : [],
  );
  return inActingOrder(steps, state.settings);
};

const ownSteps = (me: Combatant, score: number, state: State): readonly Step[] => {
  const rating = comparedRating(me, state);
  const first: Step = { combatant: me.name, slot: 1, value: score, rating, late: false, over: isOver(me, 1) };
  return me.stance === 'offense'
    ? [
        first,
        {
          ...first,
          slot: 2,
          value: secondValue(score),
          late: comesLate(2, score, state.settings),
          over: isOver(me, 2),
        },
      ]
    : [first];
};

const isOver = (me: Combatant, slot: 1 | 2): boolean => {
  const { status } = slotOf(me, slot);
  return status !== 'empty' && status !== 'nominated';
};

/** ST-STANCE-5, ST-INIT-5, ST-INIT-6. */
export const inActingOrder = (steps: readonly Step[], { secondActions }: Settings): readonly Step[] =>
  steps.toSorted(
    (a, b) =>
      (secondActions === 'wave' ? a.slot - b.slot : 0) ||
      b.value - a.value ||
      b.rating - a.rating ||
      Number(a.late) - Number(b.late),
  );

/** ST-SIM-1: do these two steps act simultaneously? */
export const simultaneous = (a: Step, b: Step, { secondActions }: Settings): boolean =>
  a.value === b.value &&
  a.rating === b.rating &&
  a.late === b.late &&
  (secondActions === 'count' || a.slot === b.slot) &&
  a.combatant !== b.combatant;
