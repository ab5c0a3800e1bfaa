import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Call, mayCommand } from '../../rules/call.ts';
import type { Combatant, Stage, State } from './model.ts';
import type { Code } from './refusals.ts';
import { able, combatantCalled, running } from './roster.ts';

type Checked<T> = Result<T, Refusal<Code>>;

export const stageNames: Readonly<Record<Stage, string>> = {
  SETUP: 'the set-up',
  INITIATIVE: 'initiative',
  DECLARE: 'the nomination of stances and actions',
  ACTIONS: 'the actions',
  END: 'the end of the turn',
  ENDED: 'its end',
};

/** CG up to NOT_CONTROLLER: a combat that runs, a combatant in it, somebody who may command it. */
export const own = (state: State, call: Call): Checked<Combatant> => {
  if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
  const me = combatantCalled(state, call.actor);
  if (me === undefined) return refuse('NO_SUCH_COMBATANT', { name: ref(call.actor) });
  return mayCommand(call, me.name) ? ok(me) : refuse('NOT_CONTROLLER', { name: ref(me.name) });
};

/** CG: the guards of every command of a combatant, in their order. */
export const commanded = (state: State, call: Call, stage: Stage): Checked<Combatant> => {
  const me = own(state, call);
  if (!me.ok) return me;
  if (state.stage !== stage) return refuse('WRONG_STAGE', { stage: stageNames[state.stage] });
  if (!able(me.value)) return refuse('INCAPACITATED', { name: ref(me.value.name), life: me.value.life });
  return me;
};

/** The guards of a GM command, in their order. */
export const ofGm = (state: State, call: Call, name: string): Checked<Combatant> => {
  if (!running(state)) return refuse('COMBAT_NOT_ACTIVE');
  if (!call.gm) return refuse('NOT_GM');
  const target = combatantCalled(state, name);
  return target === undefined ? refuse('NO_SUCH_COMBATANT', { name: ref(name) }) : ok(target);
};

/** A GM figure: a whole number in range, or BAD_VALUE. */
export const figureIn = (option: string, value: number, min: number, max?: number): Checked<number> =>
  Number.isSafeInteger(value) && value >= min && (max === undefined || value <= max)
    ? ok(value)
    : refuse('BAD_VALUE', { option, range: max === undefined ? `of at least ${min}` : `from ${min} to ${max}` });
