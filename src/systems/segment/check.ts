import { z } from 'zod';
import { refuse } from '../../core/refusal.ts';
import { combatant, oneOf, text, wholeNumber } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { rollDegree, rollLuck, rollMultipleAndDegree, seenBy } from './attribute-checks.ts';
import { commanded, enemies, notOver } from './checks.ts';
import { ownSkills, rollSkill } from './skills.ts';
import { called, order } from './state.ts';

/** SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5; against a named unseen foe it counts for SEG-MELEE-1 (setting `unseenCheck`: gm). */
export const check = order({
  summary: 'Roll DEX, PER, Luck or a skill',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is tested, unless it is a skill', ['dex', 'per', 'luck'] as const).optional(),
    skill: text('A skill of the sheet', 60).optional(),
    multiple: wholeNumber('How many times the attribute', 1, 5).default(1),
    foe: combatant('PER: the unseen foe it is for').optional(),
  }),
  offers: { skill: ownSkills, foe: enemies },
  resolve: (draft, call, { kind, skill, multiple, foe: named }) => {
    const state = draft.now();
    const running = notOver(state);
    if (!running.ok) return running;
    const found = commanded(state, call);
    if (!found.ok) return found;
    const who = found.value;
    if (skill !== undefined && kind !== undefined)
      return refuse('BAD_ACTION', {
        problem: 'a check is of an attribute or of a skill, not both; leave one of them out',
      });
    if (skill !== undefined) {
      const rolled = rollSkill(state, who, skill, draft.dice);
      if (!rolled.ok) return rolled;
      draft.emit(rolled.value);
      return done;
    }
    if (kind === undefined) return refuse('BAD_ACTION', { problem: 'say what is tested: dex, per, luck or a skill' });
    const foe = named === undefined ? undefined : called(state, named);
    if (kind === 'per' && foe !== undefined) {
      const roll = rollDegree(state, who, 'per', draft.dice);
      draft.emit({ type: 'sighted', sight: { who: who.id, foe: foe.id, roll, seen: seenBy(roll.degree) } });
      return done;
    }
    if (kind === 'luck') {
      draft.emit({ type: 'checked', who: who.id, what: kind, multiple: 1, roll: rollLuck(state, who, draft.dice) });
      return done;
    }
    const { roll, degree } = rollMultipleAndDegree(state, who, kind, multiple, draft.dice);
    draft.emit({ type: 'checked', who: who.id, what: kind, multiple, roll, degree });
    return done;
  },
});
