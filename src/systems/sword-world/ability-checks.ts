import { z } from 'zod';
import { phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { doneVerdict, needsApprovalWhenGiven, oneOfParam, textParam, wholeNumberParam } from '../../rules/verb.ts';
import { requireCommandedUnit } from './checks.ts';
import { isUnitAble, unableReason } from './conditions.ts';
import { abilityMod, checkModifiers, classLevel } from './derived-values.ts';
import { checkRollRow, checkRollSchema, isSuccess, rollCheck } from './dice.ts';
import { earnExperience } from './life.ts';
import { abilities } from './sheet.ts';
import { event, order, unitOrThingId } from './state.ts';
import { chooseTone, isNumberVisible } from './visibility.ts';
import { isUnderwaterInMetalArmor } from './water.ts';

/** SW-DICE-2. */
export const checked = event(
  'checked',
  { unit: unitOrThingId, what: z.string(), rolled: checkRollSchema, tn: z.int(), success: z.boolean() },
  {
    apply: (state) => state,
    narrate: ({ unit, what, rolled, tn, success }, moment) => {
      const rows = isNumberVisible(moment, unit, 'checks')
        ? [[...checkRollRow('SW-DICE-2', 'check', rolled), step('SW-DICE-2', phrase`against ${tn}`)]]
        : [];
      const outcome = success ? 'succeeds in' : 'fails';
      return line(say`${ref(unit)} ${outcome} the check (${what}).`, chooseTone(moment, unit, unit, success), rows);
    },
  },
);

/** SW-DICE-2, SW-DICE-3. */
export const check = order({
  summary: 'Roll a check against a target number the GM names',
  role: 'player',
  params: z.strictObject({
    tn: wholeNumberParam('The target number', 0, 99),
    class: textParam('The class that covers the check; default: unskilled', 40).optional(),
    ability: oneOfParam('The ability', abilities).optional(),
    mod: wholeNumberParam('A bonus or penalty that the GM approves', -20, 20).default(0),
  }),
  needsApproval: needsApprovalWhenGiven('tn', 'mod'),
  offers: {
    class: (state, call) =>
      Object.keys(state.units.find(({ id }) => id === call.actor)?.sheet.classes ?? {}).map((value) => ({
        value,
        label: value,
      })),
  },
  resolve: (draft, call, { tn, class: cls, ability, mod }) => {
    const state = draft.now();
    const unit = requireCommandedUnit(state, call);
    if (!unit.ok) return unit;
    const who = unit.value;
    if (!isUnitAble(who)) return refuse('E_CANNOT_ACT', { unit: ref(who.id), reason: unableReason(who) });
    if (isUnderwaterInMetalArmor(state, who)) return refuse('E_FULL_METAL_UNDERWATER');
    const level = cls === undefined ? 0 : classLevel(who, cls);
    if (cls !== undefined && level === 0) return refuse('E_NO_CLASS', { unit: ref(who.id), cls });
    const rolled = rollCheck(draft.dice, 'check', [
      ...(level > 0 ? [{ rule: 'SW-DICE-2', says: cls ?? '', value: level }] : []),
      ...(level > 0 && ability ? [{ rule: 'SW-DATA-3', says: ability, value: abilityMod(who, ability) }] : []),
      { rule: 'SW-DICE-2', says: 'granted', value: mod },
      ...checkModifiers(state, who),
    ]);
    const what = [cls, ability].filter(Boolean).join(' and ') || 'unskilled';
    draft.emit(checked({ unit: who.id, what, rolled, tn, success: isSuccess(rolled, tn) }));
    earnExperience(draft, who, rolled);
    return doneVerdict;
  },
});
