import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { ok } from '../../../core/result.ts';
import { mayCommand } from '../../../rules/call.ts';
import { text } from '../../../rules/params.ts';
import { courseFrom } from '../course.ts';
import { defenseCalled, defensePlan, legalDefenses } from '../defending.ts';
import type { State } from '../model.ts';
import { rollPool } from '../pools.ts';
import { finishAttack } from '../resolution.ts';
import { combatantCalled, running } from '../roster.ts';
import { settle } from '../turn.ts';
import { verb } from '../verbs.ts';

const legalNow = (state: State, actor: string) => {
  const attack = state.pendingAttack;
  const me = combatantCalled(state, actor);
  return attack === undefined || me?.name !== attack.target ? [] : legalDefenses(state, me, attack);
};

/** DEFEND: ST-DEF. */
export const defend = verb({
  summary: 'Answer the attack on you: block, parry, dodge, a spell, or none',
  role: 'player',
  params: z.strictObject({
    maneuver: text('block, parry, dodge, spell or none', 40),
    weapon: text('The weapon or shield to parry with', 100).optional(),
    spell: text('The defense spell', 100).optional(),
  }),
  offers: {
    maneuver: (state, { actor }) =>
      [...new Set(legalNow(state, actor).map(({ params }): string => params.maneuver)), 'none'].map((value) => ({
        value,
        label: value,
      })),
    weapon: (state, { actor }) =>
      legalNow(state, actor).flatMap(({ params: { weapon } }) =>
        weapon === undefined ? [] : [{ value: weapon, label: weapon }],
      ),
    spell: (state, { actor }) =>
      legalNow(state, actor).flatMap(({ params: { spell } }) =>
        spell === undefined ? [] : [{ value: spell, label: spell }],
      ),
  },
  asks: ({ maneuver }) => (maneuver === 'spell' ? ['spell'] : []),
  resolve: (state, call, { maneuver: words, weapon, spell }, dice) => {
    if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
    const attack = state.pendingAttack;
    const me = combatantCalled(state, call.actor);
    if (attack === undefined || me?.name !== attack.target)
      return refuse('NO_PENDING_ATTACK', { name: ref(call.actor) });
    if (!mayCommand(call, me.name)) return refuse('NOT_CONTROLLER', { name: ref(me.name) });
    const maneuver = defenseCalled(words);
    if (maneuver === undefined) return refuse('UNKNOWN_DEFENSE', { maneuver: words });
    const course = courseFrom(state);
    if (maneuver === 'none') {
      course.happen({ type: 'defended', who: me.name, maneuver });
      finishAttack(course, attack, 0, dice);
    } else {
      const plan = defensePlan(state, me, attack, maneuver, { weapon, spell });
      if (!plan.ok) return plan;
      const { parts, marks, with: tool } = plan.value;
      const roll = rollPool({ family: 'trait', name: 'defense', parts, marks }, state.settings, dice);
      course.happen({ type: 'defended', who: me.name, maneuver, with: tool, roll });
      finishAttack(course, attack, roll.successes, dice);
    }
    settle(course, dice);
    return ok(course.events());
  },
});
