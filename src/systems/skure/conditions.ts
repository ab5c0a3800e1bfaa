import type { Settings } from './settings.ts';
import { atRest, type Combatant, type Condition, on, type State } from './state.ts';

/** SK-COND-1. */
export const disrupting: readonly string[] = ['stunned', 'paralyzed', 'asleep'];
export const knownConditions = [...disrupting, 'gored'] as const;

/** A condition as it is laid on: a stun costs its turns (SK-RUL-30), the others last as told or until removed (SK-COND-3). */
export const condition = (
  name: string,
  settings: Pick<Settings, 'stun.turns'>,
  { turns, disrupts = false }: { readonly turns?: number | undefined; readonly disrupts?: boolean } = {},
): Condition => {
  const known = name.toLowerCase();
  const lasting = turns ?? (known === 'stunned' ? settings['stun.turns'] : undefined);
  return {
    name: knownConditions.includes(known) ? known : name,
    disrupts: disrupts || disrupting.includes(known),
    ...(lasting !== undefined && { turns: lasting }),
  };
};

/** SK-COND-3: a second stun adds nothing; of two other spells of one condition the longer holds. */
export const withCondition = ({ conditions }: Combatant, more: Condition): readonly Condition[] => {
  const had = conditions.find(({ name }) => name === more.name);
  if (had === undefined) return [...conditions, more];
  if (had.name === 'stunned' || (had.turns ?? 1000) >= (more.turns ?? 1000)) return conditions;
  return conditions.map((each) => (each === had ? more : each));
};

/** The conditions after a turn: `lost` turns count down what disrupts, turns that were taken count down the rest. */
export const countedDown = ({ conditions }: Combatant, lost: boolean): readonly Condition[] =>
  conditions.some(({ turns, disrupts }) => turns !== undefined && disrupts === lost)
    ? conditions
        .map((each) => (each.turns === undefined || each.disrupts !== lost ? each : { ...each, turns: each.turns - 1 }))
        .filter(({ turns }) => turns !== 0)
    : conditions;

/** The battle after somebody was laid low by a condition; what disrupts takes aim and stance (SK-COND-2). */
export const conditioned = (state: State, who: string, condition: Condition): State =>
  on(state, who, (combatant) => ({
    ...combatant,
    conditions: withCondition(combatant, condition),
    ...(condition.disrupts && atRest),
  }));
