import { z } from 'zod';
import { ref } from '../../../core/message.ts';
import { refuse } from '../../../core/refusal.ts';
import { oneOf, text, whole } from '../../../rules/params.ts';
import { done, grantedWhenGiven } from '../../../rules/verb.ts';
import { order } from '../action.ts';
import { commanded } from '../checks.ts';
import { earn } from '../life.ts';
import { roll, succeeds } from '../rolls.ts';
import { abilities } from '../sheet.ts';
import { unitAble, whyUnable } from '../units.ts';
import { abilityMod, checkModifiers, levelOf } from '../values.ts';
import { sunkInMetal } from '../water.ts';

/** SW-DICE-2, SW-DICE-3. */
export const check = order({
  summary: 'Roll a check against a target number the GM names',
  role: 'player',
  params: z.strictObject({
    tn: whole('The target number', 0, 99),
    class: text('The class that covers it; left out: unskilled', 40).optional(),
    ability: oneOf('The ability', abilities).optional(),
    mod: whole('Anything extra the GM grants', -20, 20).default(0),
  }),
  granted: grantedWhenGiven('tn', 'mod'),
  offers: {
    class: (state, call) =>
      Object.keys(state.units.find(({ id }) => id === call.actor)?.sheet.classes ?? {}).map((value) => ({
        value,
        label: value,
      })),
  },
  resolve: (draft, call, { tn, class: cls, ability, mod }) => {
    const state = draft.now();
    const unit = commanded(state, call);
    if (!unit.ok) return unit;
    const who = unit.value;
    if (!unitAble(who)) return refuse('E_CANNOT_ACT', { unit: ref(who.id), reason: whyUnable(who) });
    if (sunkInMetal(state, who)) return refuse('E_FULL_METAL_UNDERWATER');
    const level = cls === undefined ? 0 : levelOf(who, cls);
    if (cls !== undefined && level === 0) return refuse('E_NO_CLASS', { unit: ref(who.id), cls });
    const rolled = roll(draft.dice, 'check', [
      ...(level > 0 ? [{ rule: 'SW-DICE-2', says: cls ?? '', value: level }] : []),
      ...(level > 0 && ability ? [{ rule: 'SW-DATA-3', says: ability, value: abilityMod(who, ability) }] : []),
      { rule: 'SW-DICE-2', says: 'granted', value: mod },
      ...checkModifiers(state, who),
    ]);
    const what = [cls, ability].filter(Boolean).join(' and ') || 'unskilled';
    draft.emit({ type: 'checked', unit: who.id, what, rolled, tn, success: succeeds(rolled, tn) });
    earn(draft, who, rolled);
    return done;
  },
});
