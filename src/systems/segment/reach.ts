import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import { line, step } from '../../rules/lines.ts';
import { combatantParam } from '../../rules/params.ts';
import { offerAllCombatants } from './checks.ts';
import { canReach } from './contingency/replacement.ts';
import { distanceInFeet, isEngaged } from './engagement.ts';
import { findByName, isRanged, query } from './state.ts';

/** SEG-MOVE-6: how far off the others are, and which weapons reach them. */
export const reachQuery = query({
  summary: 'Show how far away everyone is, and which of the combatant’s weapons reach them',
  params: z.strictObject({ who: combatantParam('The combatant to measure from; default: yours').optional() }),
  offers: { who: offerAllCombatants },
  answer: (state, call, params, reader) => {
    const from = findByName(state, params.who ?? call.actor);
    if (from === undefined || !reader.canSee(from.id))
      return refuse('NO_SUCH_COMBATANT', { who: ref(params.who ?? call.actor) });
    const lines = state.combatants
      .filter((each) => each.id !== from.id && reader.canSee(each.id))
      .map((each) => {
        const feet = distanceInFeet(state, from, each);
        const far = feet === undefined ? 'distance not known without a map' : phrase`${feet} feet`;
        const reaching = reader.isNumberVisible(from.id, 'sheet')
          ? from.sheet.weapons
              .filter((weapon) => canReach(state, from, weapon, each))
              .map(({ name, use }) => (isRanged({ use }) ? phrase`${name} (${use})` : name))
          : [];
        const melee = isEngaged(state, from, each) ? ', in melee' : '';
        return line(
          say`${ref(each.id)}: ${far}${melee}${reaching.length > 0 ? phrase`; can be reached with ${reaching.join(', ')}` : ''}.`,
          'plain',
          [[step('SEG-MOVE-6', far)]],
        );
      });
    return ok({
      title: say`From ${ref(from.id)}`,
      lines: lines.length > 0 ? lines : [line('No one else is there.')],
    });
  },
});
