import { ref } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import { ok } from '../../src/core/result.ts';
import { type Caller, mayCommand } from '../../src/rules/caller.ts';
import { type CheckResult, current, type Fighter, findByName, foesOf, type State } from './state.ts';

/** DU-TURN-1: who acts now, by whoever may command it. */
export const requireActing = (state: State, call: Caller): CheckResult<Fighter> => {
  const me = current(state);
  if (me === undefined) return refuse('not-active');
  if (!mayCommand(call)) return refuse('not-yours', { who: ref(call.actor) });
  return me.id === call.actor ? ok(me) : refuse('not-your-turn', { who: ref(call.actor) });
};

export const requireCombatant = (state: State, who: string): CheckResult<Fighter> => {
  const found = findByName(state, who);
  return found === undefined ? refuse('no-such-fighter', { who: ref(who) }) : ok(found);
};

export const requireFoe = (state: State, me: Fighter, target: string): CheckResult<Fighter> => {
  const found = findByName(state, target);
  const foe = foesOf(state, me).find(({ id }) => id === found?.id);
  return foe === undefined ? refuse('no-such-foe', { target: ref(target) }) : ok(foe);
};
