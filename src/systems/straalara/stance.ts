import { z } from 'zod';
import { listing, phrase, ref, say } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import type { FindParamOffers } from '../../rules/verb.ts';
import { tieBreakRating } from './initiative.ts';
import type { Settings } from './settings.ts';
import {
  type Combatant,
  event,
  isAble,
  type SlotNumber,
  type Stance,
  type State,
  slotOf,
  stances,
  type TurnStep,
  turnStepSchema,
} from './state.ts';

/** What a stance looks at: a defense spell counts as what it imitates (ST-STANCE-10, ST-RUL-21). */
export type DefenseType = 'block' | 'parry' | 'dodge';

/** ST-STANCE-1, ST-RUL-17: `partial` is another name of `mixed`. */
export const parseStance = (text: string): Exclude<Stance, 'none'> | undefined => {
  const word = text.trim().toLowerCase();
  return word === 'partial' ? 'mixed' : stances.find((stance) => stance === word);
};

/** ST-STANCE-2, ST-STANCE-9, ST-RUL-20. ST-STANCE-6, ST-STANCE-12: mixed and none have every defense. */
export const isForbiddenByStance = (stance: Stance, guard: DefenseType, { blockCountsAsParry }: Settings): boolean =>
  stance === 'offense' && (guard === 'dodge' || (guard === 'block' && !blockCountsAsParry));

/** ST-STANCE-8, ST-STANCE-9, ST-RUL-19: extra dice on one defense or soak roll. */
export const stanceBonus = (
  stance: Stance,
  roll: DefenseType | 'soak',
  { blockCountsAsParry, defenseBonus }: Settings,
): number => (stance === 'defense' && (roll !== 'block' || blockCountsAsParry) ? defenseBonus : 0);

/** ST-STANCE-4: a score of 0 or less leaves no room below it. */
export const secondStepValue = (score: number): number => (score <= 0 ? score : Math.max(score - 10, 0));

/** ST-STANCE-4: on the common countdown such a second step comes directly after the first, in no group with it. */
export const isLateStep = (slot: SlotNumber, score: number, { secondActions }: Settings): boolean =>
  slot === 2 && score <= 0 && secondActions === 'count';

const isOver = (me: Combatant, slot: SlotNumber): boolean => {
  const { status } = slotOf(me, slot);
  return status !== 'empty' && status !== 'nominated';
};

/** ST-STANCE-3, ST-STANCE-6, ST-STANCE-11: two steps in offense, one in every other stance. */
const ownSteps = (me: Combatant, score: number, state: State): readonly TurnStep[] => {
  const rating = tieBreakRating(me, state);
  const first: TurnStep = { combatant: me.name, slot: 1, value: score, rating, late: false, over: isOver(me, 1) };
  if (me.stance !== 'offense') return [first];
  const late = isLateStep(2, score, state.settings);
  return [first, { ...first, slot: 2, value: secondStepValue(score), late, over: isOver(me, 2) }];
};

/** ST-STANCE-5, ST-RUL-14, ST-INIT-5, ST-INIT-6. */
export const sortByActingOrder = (steps: readonly TurnStep[], { secondActions }: Settings): readonly TurnStep[] =>
  steps.toSorted(
    (a, b) =>
      (secondActions === 'wave' ? a.slot - b.slot : 0) ||
      b.value - a.value ||
      b.rating - a.rating ||
      Number(a.late) - Number(b.late),
  );

/** ST-STANCE-3, ST-STANCE-4, ST-STANCE-5: every step of the turn in acting order; full ties stay in roster order. */
export const turnSteps = (state: State): readonly TurnStep[] => {
  const steps = state.combatants.flatMap((me) =>
    isAble(me) && me.score !== undefined ? ownSteps(me, me.score, state) : [],
  );
  return sortByActingOrder(steps, state.settings);
};

/** Everybody has spoken: the steps of the turn (ST-STANCE-5). */
export const actionsOpened = event(
  'actions-opened',
  { steps: z.array(turnStepSchema) },
  {
    apply: (state, { steps }) => ({ ...state, stage: 'ACTIONS', steps }),
    narrate: ({ steps }, { reader }) => {
      const seen = steps
        .filter(({ combatant }) => reader.canSee(combatant))
        .map(({ combatant, value, slot }) => say`${ref(combatant)} ${value}${slot === 2 ? ' (second)' : ''}`);
      return line(seen.length === 0 ? 'The actions begin.' : say`The actions begin, highest first: ${listing(seen)}.`);
    },
  },
);

export const describeStance = ({ stance }: Pick<Combatant, 'stance'>): string =>
  stance === 'none' ? 'no stance' : phrase`${stance} stance`;

export const offerStances: FindParamOffers<State> = () => [
  { value: 'offense', label: 'offense: two actions, no dodging' },
  { value: 'mixed', label: 'mixed: one action, every defense' },
  { value: 'defense', label: 'defense: no attack, extra dice on every defense' },
];
