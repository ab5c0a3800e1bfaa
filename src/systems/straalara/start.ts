import { ref } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Decision } from '../../rules/asking.ts';
import type { Call } from '../../rules/call.ts';
import type { Entrant, Finish } from '../../rules/definition.ts';
import { read } from '../../rules/verb.ts';
import type { Event } from './events.ts';
import type { State } from './model.ts';
import type { Code } from './refusals.ts';
import { able, combatantCalled, running } from './roster.ts';
import { settingsSchema } from './settings.ts';
import type { Sheet } from './sheet.ts';

type Decided = Decision<Event, Code>;

/** JOIN, at any time; the sheet has been read already (ST-GEN-5, ST-RUL-4). */
export const enter = (state: State, { id, side, sheet }: Entrant<Sheet>): Decided => {
  if (id.trim() === '') return refuse('BAD_SHEET', { option: 'name', problem: 'a combatant needs a name' });
  if (combatantCalled(state, id) !== undefined) return refuse('DUPLICATE_NAME', { name: ref(id) });
  return ok([{ type: 'entered', who: id, side, sheet }]);
};

/** START, with settings that differ from those the battle was made with; they are pinned now. */
export const startWith = (state: State, call: Call, given: unknown): Decided => {
  if (running(state)) return refuse('COMBAT_ALREADY_ACTIVE', { turn: state.turn });
  if (!call.gm) return refuse('NOT_GM');
  if (state.stage === 'ENDED') return refuse('COMBAT_NOT_ACTIVE');
  const ready = state.combatants.filter(able).length;
  if (ready < 2) return refuse('NOT_ENOUGH_COMBATANTS', { able: ready });
  const settings = read(settingsSchema, { ...state.settings, ...(typeof given === 'object' ? given : {}) });
  return settings.ok ? ok([{ type: 'begun', settings: settings.value }]) : refuse('BAD_SETTING', settings.error.facts);
};

export const start = (state: State, call: Call): Decided => startWith(state, call, {});

/** GM-END, and the end that the battle's host gives it. */
export const finish = (state: State, { winner, reason }: Finish): Decided =>
  state.stage === 'ENDED' ? refuse('COMBAT_NOT_ACTIVE') : ok([{ type: 'ended', winner, reason }]);
