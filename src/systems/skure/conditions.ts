import { z } from 'zod';
import { count, ref, say, type Text } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import type { Settings } from './settings.ts';
import {
  type Combatant,
  type Condition,
  clearedStanceAndAim,
  combatantId,
  conditionSchema,
  event,
  type State,
  update,
} from './state.ts';

/** SK-COND-1. */
const disrupting: readonly string[] = ['stunned', 'paralyzed', 'asleep'];
const knownConditions = [...disrupting, 'gored'] as const;

/** A condition as it is laid on: a stun costs its turns (SK-RUL-30), the others last as told or until removed (SK-COND-3). */
export const createCondition = (
  called: string,
  settings: Pick<Settings, 'stun.turns'>,
  { turns, disrupts = false }: { readonly turns?: number | undefined; readonly disrupts?: boolean } = {},
): Condition => {
  const known = called.toLowerCase();
  const lasting = turns ?? (known === 'stunned' ? settings['stun.turns'] : undefined);
  return {
    name: knownConditions.includes(known) ? known : called,
    disrupts: disrupts || disrupting.includes(known),
    ...(lasting !== undefined && { turns: lasting }),
  };
};

/** SK-COND-3: a second stun adds nothing; of two other spells of one condition the longer holds. */
const withCondition = ({ conditions }: Combatant, more: Condition): readonly Condition[] => {
  const had = conditions.find((each) => each.name === more.name);
  if (had === undefined) return [...conditions, more];
  if (had.name === 'stunned' || (had.turns ?? 1000) >= (more.turns ?? 1000)) return conditions;
  return conditions.map((each) => (each === had ? more : each));
};

/** The battle with a condition laid on somebody. What disrupts takes stance and aim (SK-COND-2, SK-AIM-6, SK-DEF-5). */
export const applyCondition = (state: State, who: string, laid: Condition): State =>
  update(state, who, (each) => ({ conditions: withCondition(each, laid), ...(laid.disrupts && clearedStanceAndAim) }));

const describeDuration = ({ name: called, turns }: Condition): Text =>
  turns === undefined ? say`${called} until removed` : say`${called} for ${count(turns, 'turn')}`;

/** SK-COND-2, SK-COND-3, SK-COND-4. */
export const conditionApplied = event(
  'conditioned',
  { who: combatantId, condition: conditionSchema },
  {
    apply: (state, { who, condition: laid }) => applyCondition(state, who, laid),
    narrate: ({ who, condition: laid }) => line(say`${ref(who)} is ${describeDuration(laid)}.`, 'bad'),
  },
);

export const conditionEnded = event(
  'condition-ended',
  { who: combatantId, name: z.string() },
  {
    apply: (state, { who, name: ended }) =>
      update(state, who, (each) => ({ conditions: each.conditions.filter((one) => one.name !== ended) })),
    narrate: ({ who, name: ended }) => line(say`${ref(who)} is no longer ${ended}.`),
  },
);

/** SK-COND-3: the conditions after a turn. A lost one counts down what disrupts, one that was taken the rest. */
export const countDownConditions = ({ conditions }: Combatant, lost: boolean): readonly Condition[] =>
  conditions.some(({ turns, disrupts }) => turns !== undefined && disrupts === lost)
    ? conditions
        .map((each) => (each.turns === undefined || each.disrupts !== lost ? each : { ...each, turns: each.turns - 1 }))
        .filter(({ turns }) => turns !== 0)
    : conditions;
