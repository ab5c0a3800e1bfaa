import { z } from 'zod';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Call } from '../../rules/call.ts';
import { line } from '../../rules/lines.ts';
import { combatant, oneOf } from '../../rules/params.ts';
import { tally } from '../../rules/tally.ts';
import { done } from '../../rules/verb.ts';
import { everybody, gmOn, numberParam, numberWithin } from './checks.ts';
import { dazes } from './daze.ts';
import { type Checked, type Combatant, combatantId, event, find, lives, on, order, type State } from './state.ts';
import { afterHealing, healthWords, newlyOneSide, withLife, withoutFallen } from './wounds.ts';

/** Whose health levels the GM takes or gives back, and how many. */
const levelsOf = (
  state: State,
  call: Call,
  given: { readonly target: string; readonly levels: number },
): Checked<{ readonly target: Combatant; readonly levels: number }> => {
  const target = gmOn(state, call, given.target);
  if (!target.ok) return target;
  const levels = numberWithin('levels', given.levels, 1);
  return levels.ok ? ok({ target: target.value, levels: levels.value }) : levels;
};

/** GM-HARM: ST-GM-3, ST-RUL-56. */
export const harm = order({
  summary: 'Take health levels from a combatant, without roll or soak',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is harmed'), levels: numberParam('Health levels lost, 1 or more') }),
  offers: { target: everybody },
  resolve: ({ now, emit }, call, params) => {
    const meant = levelsOf(now(), call, params);
    if (!meant.ok) return meant;
    const { target, levels: healthLost } = meant.value;
    const dazed = dazes(target, healthLost, healthLost, now().settings);
    emit({ type: 'wounded', who: target.name, healthLost, dazed, cause: 'gm' });
    return done;
  },
});

export const healed = event(
  'healed',
  { who: combatantId, levels: z.int().min(1) },
  {
    apply: (state, { who, levels }) => on(state, who, (me) => afterHealing(me, levels, state)),
    tell: ({ who }, { after, reader }) => {
      const me = find(after, who);
      const health = me && healthWords(me, after, reader);
      return line(say`${ref(who)} is healed${health === undefined ? '' : say`: ${health}`}.`, 'good');
    },
    counts: ({ who, levels }) => [tally(who, 'healed', levels)],
  },
);

/** GM-HEAL: ST-GM-3. */
export const heal = order({
  summary: 'Give health levels back to a combatant',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who is healed'), levels: numberParam('Health levels, 1 or more') }),
  offers: { target: everybody },
  resolve: ({ now, emit }, call, params) => {
    const meant = levelsOf(now(), call, params);
    if (!meant.ok) return meant;
    const { target, levels } = meant.value;
    if (target.life === 'dead') return refuse('TARGET_NOT_ALIVE', { target: ref(target.name) });
    emit({ type: 'healed', who: target.name, levels });
    return done;
  },
});

export const lifeSet = event(
  'life-set',
  { who: combatantId, life: z.enum(lives) },
  {
    apply: (state, { who, life }) => withoutFallen(on(state, who, (me) => withLife(me, life, state))),
    tell: ({ who, life }, moment) => [line(say`${ref(who)} is ${life}.`), ...newlyOneSide(moment)],
  },
);

/** GM-LIFE: ST-GM-4, ST-WOUND-6. */
export const life = order({
  summary: 'Say whether a combatant is up, incapacitated or dead',
  role: 'gm',
  params: z.strictObject({ target: combatant('Whose life'), life: oneOf('What it becomes', lives) }),
  offers: { target: everybody },
  resolve: ({ now, emit }, call, params) => {
    const target = gmOn(now(), call, params.target);
    if (!target.ok) return target;
    emit({ type: 'life-set', who: target.value.name, life: params.life });
    return done;
  },
});

export const removed = event(
  'removed',
  { who: combatantId },
  {
    apply: (state, { who }) => ({
      ...state,
      combatants: state.combatants.filter((each) => each.name !== who),
      steps: state.steps.filter(({ combatant: whose }) => whose !== who),
      effects: state.effects.filter((effect) => effect.who !== who),
    }),
    tell: ({ who }, moment) => [line(say`${ref(who)} is gone.`), ...newlyOneSide(moment)],
  },
);

/** GM-REMOVE: ST-GM-4. */
export const remove = order({
  summary: 'Take a combatant out of the combat',
  role: 'gm',
  params: z.strictObject({ target: combatant('Who goes') }),
  offers: { target: everybody },
  resolve: ({ now, emit }, call, params) => {
    const target = gmOn(now(), call, params.target);
    if (!target.ok) return target;
    emit({ type: 'removed', who: target.value.name });
    return done;
  },
});
