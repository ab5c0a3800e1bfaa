import { ref } from '../../src/core/message.ts';
import { refuse } from '../../src/core/refusal.ts';
import { ok } from '../../src/core/result.ts';
import { type Call, mayCommand } from '../../src/rules/call.ts';
import { type Checked, called, current, type Fighter, foesOf, type State } from './state.ts';

/** DU-TURN-1: who acts now, by whoever may command it. */
export const actingNow = (state: State, call: Call): Checked<Fighter> => {
  const me = current(state);
  if (me === undefined) return refuse('not-active');
  if (!mayCommand(call)) return refuse('not-yours', { who: ref(call.actor) });
  return me.id === call.actor ? ok(me) : refuse('not-your-turn', { who: ref(call.actor) });
};

export const combatantCalled = (state: State, who: string): Checked<Fighter> => {
  const found = called(state, who);
  return found === undefined ? refuse('no-such-fighter', { who: ref(who) }) : ok(found);
};

export const foeCalled = (state: State, me: Fighter, target: string): Checked<Fighter> => {
  const found = called(state, target);
  const foe = foesOf(state, me).find(({ id }) => id === found?.id);
  return foe === undefined ? refuse('no-such-foe', { target: ref(target) }) : ok(foe);
};
