import { z } from 'zod';
import { ref, say } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { combatant } from '../../../rules/params.ts';
import { done } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { called, commanded } from '../checks.ts';
import { knowledgeCheck } from '../knowledge.ts';
import { hostile, unitAble, whyUnable } from '../units.ts';
import { sunkInMetal } from '../water.ts';

/** SW-KNOW-1, SW-KNOW-2. */
export const knowledge = order({
  summary: 'Recall what is known of a monster',
  role: 'player',
  params: z.strictObject({ target: combatant('The monster') }),
  offers: {
    target: (state, call) => {
      const own = state.units.find(({ id }) => id === call.actor);
      return state.units
        .filter((unit) => unit.sheet.kind === 'monster' && own && hostile(own, unit) && !own.studied.includes(unit.id))
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  resolve: (draft, call, { target }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const monster = called(state, target);
    if (!monster.ok) return monster;
    if (monster.value.sheet.kind !== 'monster') return refuse('E_NO_TARGET');
    if (!unitAble(unit.value))
      return refuse('E_CANNOT_ACT', { unit: ref(unit.value.id), reason: whyUnable(unit.value) });
    if (unit.value.studied.includes(monster.value.id))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.value.id)} has tried to recall it already` });
    if (sunkInMetal(state, unit.value)) return refuse('E_FULL_METAL_UNDERWATER');
    knowledgeCheck(draft, unit.value, monster.value);
    return done;
  },
});
