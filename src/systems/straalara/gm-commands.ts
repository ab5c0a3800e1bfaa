import { z } from 'zod';
import { ok, ref, refuse, say } from '../../core/message.ts';
import { createTally, line } from '../../rules/event.ts';
import type { Caller } from '../../rules/expected-action.ts';
import { combatantParam, doneVerdict, oneOfParam } from '../../rules/verb.ts';
import { numberParam, offerAllCombatants, requireGmTarget, requireNumberWithin } from './checks.ts';
import { combatantId, event, find, lifeStates, order, type State, update } from './state.ts';
import {
  damaged,
  describeHealth,
  isDazing,
  lastSideLines,
  withHealing,
  withLife,
  withoutFallenSteps,
} from './wounds.ts';

/** Checks the target and the number of health levels of a GM command. */
const requireLevels = (state: State, call: Caller, given: { readonly target: string; readonly levels: number }) => {
  const target = requireGmTarget(state, call, given.target);
  if (!target.ok) return target;
  const levels = requireNumberWithin('levels', given.levels, 1);
  return levels.ok ? ok({ target: target.value, levels: levels.value }) : levels;
};

/** Lets the GM remove health levels without a roll. GM-HARM, ST-GM-3, ST-RUL-56. */
export const harm = order({
  summary: 'Remove health levels from a combatant, without roll or soak',
  role: 'gm',
  params: z.strictObject({
    target: combatantParam('Who is hurt'),
    levels: numberParam('Health levels lost, 1 or more'),
  }),
  offers: { target: offerAllCombatants },
  resolve: ({ now, emit }, call, params) => {
    const meant = requireLevels(now(), call, params);
    if (!meant.ok) return meant;
    const { target, levels: damage } = meant.value;
    const dazed = isDazing(target, damage, damage, now().settings);
    emit(damaged({ target: target.id, damage, dazed, cause: 'gm' }));
    return doneVerdict;
  },
});

export const healed = event('healed', {
  facts: { who: combatantId, levels: z.int().min(1) },
  apply: (state, { who, levels }) => update(state, who, (me) => withHealing(me, levels, state)),
  narrate: ({ who }, { after, reader }) => {
    const me = find(after, who);
    const health = me && describeHealth(me, after, reader);
    return line(say`${ref(who)} is healed${health === undefined ? '' : say`: ${health}`}.`, 'good');
  },
  tallies: ({ who, levels }) => [createTally(who, 'healed', levels)],
});

/** Lets the GM restore health levels without a roll. GM-HEAL, ST-GM-3. */
export const heal = order({
  summary: 'Heal health levels of a combatant',
  role: 'gm',
  params: z.strictObject({ target: combatantParam('Who is healed'), levels: numberParam('Health levels, 1 or more') }),
  offers: { target: offerAllCombatants },
  resolve: ({ now, emit }, call, params) => {
    const meant = requireLevels(now(), call, params);
    if (!meant.ok) return meant;
    const { target, levels } = meant.value;
    if (target.life === 'dead') return refuse('TARGET_NOT_ALIVE', { target: ref(target.id) });
    emit(healed({ who: target.id, levels }));
    return doneVerdict;
  },
});

export const lifeSet = event('life-set', {
  facts: { who: combatantId, life: z.enum(lifeStates) },
  apply: (state, { who, life }) => withoutFallenSteps(update(state, who, (me) => withLife(me, life, state))),
  narrate: ({ who, life }, moment) => [line(say`${ref(who)} is ${life}.`), ...lastSideLines(moment)],
});

/** Lets the GM set whether a combatant is up, incapacitated or dead. GM-LIFE, ST-GM-4, ST-WOUND-6. */
export const setLife = order({
  summary: 'Set whether a combatant is up, incapacitated or dead',
  role: 'gm',
  params: z.strictObject({ target: combatantParam('Which combatant'), life: oneOfParam('The new value', lifeStates) }),
  offers: { target: offerAllCombatants },
  resolve: ({ now, emit }, call, params) => {
    const target = requireGmTarget(now(), call, params.target);
    if (!target.ok) return target;
    emit(lifeSet({ who: target.value.id, life: params.life }));
    return doneVerdict;
  },
});
