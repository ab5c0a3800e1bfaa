import type { Call } from '../../../rules/call.ts';
import { done } from '../../../rules/verb.ts';
import { actingNow } from '../checks.ts';
import type { Draft } from '../state.ts';

/** SK-DEF-1, SK-DEF-8, SK-TURN-7, SK-CTR-1: takes a stance that names nobody; ends the turn. */
export const takeStance = (draft: Draft, call: Call, stance: 'defend-self' | 'counter', passing = false) => {
  const state = draft.now();
  const acting = actingNow(state, call);
  if (!acting.ok) return acting;
  const { me } = acting.value;
  const regained = stance === 'defend-self' && me.sheet.maxEssence > 0 ? 1 : 0;
  const essence = Math.max(me.essence, Math.min(me.essence + regained, me.sheet.maxEssence));

  draft.emit({ type: 'stance-taken', who: me.name, stance, essence, passing });
  return done;
};
