import { z } from 'zod';
import { ref, refuse, say, term } from '../../core/message.ts';
import { line } from '../../rules/event.ts';
import type { Caller } from '../../rules/expected-action.ts';
import { combatantParam, oneOfParam } from '../../rules/verb.ts';
import { gmOnTarget, numberParam, requireGmTarget, requireNumberWithin } from './checks.ts';
import { combatantId, event, lifeStates, order, type State, update } from './state.ts';
import { damaged, healed, isDazing, lastSideLines, withLife, withoutFallenSteps } from './wounds.ts';

/** Checks the target and the number of health levels of a GM command. */
const requireLevels = (state: State, call: Caller, given: { readonly target: string; readonly levels: number }) => {
  const target = requireGmTarget(state, call, given);
  if (!target.ok) return target;
  const levels = requireNumberWithin('levels', given.levels, 1);
  return levels.ok ? target : levels;
};

/** Lets the GM remove health levels without a roll. GM-HARM, ST-GM-3, ST-RUL-56. */
export const harm = order({
  summary: 'Remove health levels from a combatant, without roll or soak',
  ...gmOnTarget,
  params: z.strictObject({
    target: combatantParam('Who is hurt'),
    levels: numberParam('Health levels lost, 1 or more'),
  }),
  requires: requireLevels,
  resolve: ({ now }, _, { levels: damage }, target) => {
    const dazed = isDazing(target, damage, damage, now().settings);
    return damaged({ target: target.id, damage, dazed, cause: 'gm' });
  },
});

/** Lets the GM restore health levels without a roll. GM-HEAL, ST-GM-3. */
export const heal = order({
  summary: 'Heal health levels of a combatant',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Who is healed'), levels: numberParam('Health levels, 1 or more') }),
  requires: requireLevels,
  resolve: (_, __, { levels }, { id, life }) =>
    life === 'dead' ? refuse('TARGET_NOT_ALIVE', { target: ref(id) }) : healed({ who: id, levels }),
});

export const lifeSet = event('life-set', {
  facts: { who: combatantId, life: z.enum(lifeStates) },
  apply: (state, { who, life }) => withoutFallenSteps(update(state, who, (me) => withLife(me, life, state))),
  narrate: ({ who, life }, moment) => [line(say`${ref(who)} is ${term(life)}.`), ...lastSideLines(moment)],
});

/** Lets the GM set whether a combatant is up, incapacitated or dead. GM-LIFE, ST-GM-4, ST-WOUND-6. */
export const setLife = order({
  summary: 'Set whether a combatant is up, incapacitated or dead',
  ...gmOnTarget,
  params: z.strictObject({ target: combatantParam('Which combatant'), life: oneOfParam('The new value', lifeStates) }),
  resolve: (_, __, { life }, { id: who }) => lifeSet({ who, life }),
});
