import { ok } from '../../../core/result.ts';
import type { Decision } from '../../../rules/asking.ts';
import type { Call } from '../../../rules/call.ts';
import { actingNow } from '../checks.ts';
import { ledger } from '../ledger.ts';
import type { Event, State } from '../model.ts';
import type { Code } from '../refusals.ts';
import { endTurn, settle } from '../turns.ts';

/** SK-DEF-1, SK-DEF-8, SK-TURN-7, SK-CTR-1: takes a stance that names nobody; ends the turn. */
export const takeStance = (
  state: State,
  call: Call,
  stance: 'defend-self' | 'counter',
  passing = false,
): Decision<Event, Code> => {
  const acting = actingNow(state, call);
  if (!acting.ok) return acting;
  const { me } = acting.value;
  const regained = stance === 'defend-self' && me.sheet.maxEssence > 0 ? 1 : 0;
  const essence = Math.max(me.essence, Math.min(me.essence + regained, me.sheet.maxEssence));

  const book = ledger(state);
  book.add({ type: 'stance-taken', who: me.name, stance, essence, passing });
  endTurn(book);
  settle(book);
  return ok(book.events);
};
