import { z } from 'zod';
import { ok } from '../../../core/result.ts';
import { combatant, oneOf, whole } from '../../../rules/params.ts';
import { action } from '../action.ts';
import { seenBy } from '../attack.ts';
import { attributeOf, checkParts, degreeOf, rollDegree, rollLuck, rollMultiple } from '../attribute-checks.ts';
import { called } from '../battle.ts';
import { commanded, notOver } from '../checks.ts';
import { enemies } from '../offers.ts';

/** SEG-CHECK; against a named unseen foe it counts for SEG-MELEE-1 (setting `unseenCheck`: gm). */
export const check = action({
  summary: 'Roll DEX, PER or Luck',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is tested', ['dex', 'per', 'luck'] as const),
    multiple: whole('How many times the attribute', 1, 5).default(1),
    foe: combatant('PER: the unseen foe it is for').optional(),
  }),
  offers: { foe: enemies },
  resolve: (state, call, { kind, multiple, foe: named }, dice) => {
    const running = notOver(state);
    if (!running.ok) return running;
    const found = commanded(state, call);
    if (!found.ok) return found;
    const who = found.value;
    const foe = named === undefined ? undefined : called(state, named);
    if (kind === 'per' && foe !== undefined) {
      const roll = rollDegree(state, who, 'per', dice);
      return ok([{ type: 'sighted', sight: { who: who.id, foe: foe.id, roll, seen: seenBy(roll.degree) } }]);
    }
    if (kind === 'luck')
      return ok([{ type: 'checked', who: who.id, what: kind, multiple: 1, roll: rollLuck(state, who, dice) }]);
    const roll = rollMultiple(state, who, kind, multiple, dice);
    const modifier = checkParts(state, who).reduce((sum, { value }) => sum + value, 0);
    const degree = degreeOf(roll.roll, attributeOf(who, kind), modifier);
    return ok([{ type: 'checked', who: who.id, what: kind, multiple, roll, degree }]);
  },
});
