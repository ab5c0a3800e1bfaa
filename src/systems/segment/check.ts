import { z } from 'zod';
import { refuse } from '../../core/refusal.ts';
import { combatantParam, oneOfParam, textParam, wholeNumberParam } from '../../rules/params.ts';
import { doneVerdict } from '../../rules/verb.ts';
import {
  checked,
  rollAttributeDegree,
  rollAttributeMultipleAndDegree,
  rollLuck,
  sightDegreeOf,
  sighted,
} from './attribute-checks.ts';
import { offerEnemies, requireBattleNotOver, requireCommanded } from './checks.ts';
import { offerSkills, rollSkill } from './skills.ts';
import { findByName, order } from './state.ts';

/** SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5; against a named unseen foe it counts for SEG-MELEE-1 (setting `unseenCheck`: gm). */
export const rollCheck = order({
  summary: 'Roll DEX, PER, Luck or a skill',
  role: 'player',
  params: z.strictObject({
    kind: oneOfParam('What to roll: dex, per or luck; for a skill use the option skill', [
      'dex',
      'per',
      'luck',
    ] as const).optional(),
    skill: textParam('The skill to roll, from the sheet', 60).optional(),
    multiple: wholeNumberParam('The multiple of DEX or PER to roll against, like 3 for 3x DEX', 1, 5).default(1),
    foe: combatantParam('For PER: the unseen foe to locate').optional(),
  }),
  offers: { skill: offerSkills, foe: offerEnemies },
  resolve: (draft, call, { kind, skill, multiple, foe: named }) => {
    const state = draft.now();
    const running = requireBattleNotOver(state);
    if (!running.ok) return running;
    const found = requireCommanded(state, call);
    if (!found.ok) return found;
    const who = found.value;
    if (skill !== undefined && kind !== undefined)
      return refuse('BAD_ACTION', {
        problem: 'a check is for an attribute or for a skill, not for both; leave one of the two out',
      });
    if (skill !== undefined) {
      const rolled = rollSkill(state, who, skill, draft.dice);
      if (!rolled.ok) return rolled;
      draft.emit(rolled.value);
      return doneVerdict;
    }
    if (kind === undefined) return refuse('BAD_ACTION', { problem: 'choose what to test: dex, per, luck or a skill' });
    const foe = named === undefined ? undefined : findByName(state, named);
    if (kind === 'per' && foe !== undefined) {
      const roll = rollAttributeDegree(state, who, 'per', draft.dice);
      draft.emit(sighted({ sight: { who: who.id, foe: foe.id, roll, seen: sightDegreeOf(roll.degree) } }));
      return doneVerdict;
    }
    if (kind === 'luck') {
      draft.emit(checked({ who: who.id, what: kind, multiple: 1, roll: rollLuck(state, who, draft.dice) }));
      return doneVerdict;
    }
    const { roll, degree } = rollAttributeMultipleAndDegree(state, who, kind, multiple, draft.dice);
    draft.emit(checked({ who: who.id, what: kind, multiple, roll, degree }));
    return doneVerdict;
  },
});
