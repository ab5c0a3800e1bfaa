import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { ref, say } from '../../core/message.ts';
import { refuse } from '../../core/refusal.ts';
import { line, step } from '../../rules/lines.ts';
import { oneOf, text, wholeNumber } from '../../rules/params.ts';
import { done, needsApprovalWhenGiven } from '../../rules/verb.ts';
import { commanded } from './checks.ts';
import { abilityMod, checkModifiers, levelOf } from './derived-values.ts';
import { roll, rolledRow, rolledSchema, succeeds } from './dice.ts';
import { earn } from './experience.ts';
import { abilities } from './sheet.ts';
import { event, order, unitAble, unitOrThingId, whyUnable } from './state.ts';
import { isNumberVisible, toneOf } from './visibility.ts';
import { sunkInMetal } from './water.ts';

/** SW-DICE-2. */
export const checked = event(
  'checked',
  { unit: unitOrThingId, what: z.string(), rolled: rolledSchema, tn: z.int(), success: z.boolean() },
  {
    apply: (state) => state,
    tell: ({ unit, what, rolled, tn, success }, moment) => {
      const rows = isNumberVisible(moment, unit, 'checks')
        ? [[...rolledRow('SW-DICE-2', 'check', rolled), step('SW-DICE-2', phrase`against ${tn}`)]]
        : [];
      const outcome = success ? 'succeeds in' : 'fails';
      return line(say`${ref(unit)} ${outcome} the check (${what}).`, toneOf(moment, unit, unit, success), rows);
    },
  },
);

/** SW-DICE-2, SW-DICE-3. */
export const check = order({
  summary: 'Roll a check against a target number the GM names',
  role: 'player',
  params: z.strictObject({
    tn: wholeNumber('The target number', 0, 99),
    class: text('The class that covers it; by default unskilled', 40).optional(),
    ability: oneOf('The ability', abilities).optional(),
    mod: wholeNumber('Anything extra the GM grants', -20, 20).default(0),
  }),
  granted: needsApprovalWhenGiven('tn', 'mod'),
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
