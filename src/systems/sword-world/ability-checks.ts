import { z } from 'zod';
import { maskedRef, phrase, ref, refuse, say } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import {
  combatantParam,
  doneVerdict,
  needsApprovalWhenGiven,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { isUnderwaterInMetalArmor } from './battlefield.ts';
import { requireCombatant } from './checks.ts';
import { isUnitAble, unableReason } from './conditions.ts';
import { abilityMod, checkModifiers, classLevel, skillParts } from './derived-values.ts';
import { checkRollRow, checkRollSchema, isSuccess, rollCheck } from './dice.ts';
import { earnExperience } from './life.ts';
import { areHostile, isMonster, isSameKind } from './relations.ts';
import { abilities } from './sheet.ts';
import { type Draft, event, type State, type Unit, unitOrThingId } from './state.ts';
import { unitOrder } from './turns.ts';
import { requireUnit, update, updateUnits } from './units.ts';
import { chooseTone, isVisibleNumber } from './visibility.ts';

/** A unit rolls a check against a target number. SW-DICE-2. */
export const checked = event(
  'checked',
  { who: unitOrThingId, what: z.string(), rolled: checkRollSchema, tn: z.int(), success: z.boolean() },
  {
    apply: (state) => state,
    narrate: ({ who, what, rolled, tn, success }, moment) => {
      const rows = isVisibleNumber(moment, who, 'checks')
        ? [[...checkRollRow('SW-DICE-2', 'check', rolled), step('SW-DICE-2', phrase`against ${tn}`)]]
        : [];
      const outcome = success ? 'succeeds in' : 'fails';
      return line(say`${ref(who)} ${outcome} the check (${what}).`, chooseTone(moment, who, who, success), rows);
    },
  },
);

/** Rolls a check against a target number. SW-DICE-2, SW-DICE-3. */
export const check = unitOrder({
  summary: 'Roll a check against a target number the GM names',
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
  act: (draft, who, { tn, class: cls, ability, mod }) => {
    const state = draft.now();
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
    draft.emit(checked({ who: who.id, what, rolled, tn, success: isSuccess(rolled, tn) }));
    earnExperience(draft, who, rolled);
    return doneVerdict;
  },
});

/** A character recalls a kind of monster, or fails to. Everyone who sees the monster reads this log entry. SW-KNOW-2. */
export const knowledgeChecked = event(
  'knowledge',
  {
    who: unitOrThingId,
    monster: unitOrThingId,
    rolled: checkRollSchema,
    revealed: z.boolean(),
    weakness: z.boolean(),
  },
  {
    apply: (state, { who, monster, revealed, weakness }) => {
      const kind = requireUnit(state, monster);
      const kin = state.units.filter((each) => isSameKind(each, kind)).map(({ id }) => id);
      return updateUnits(
        update(state, who, ({ studied }) => ({ studied: [...studied, monster] })),
        kin,
        (known) => ({ revealed: known.revealed || revealed, weaknessKnown: known.weaknessKnown || weakness }),
      );
    },
    narrate: ({ who, monster, rolled, revealed, weakness }, moment) => {
      const name = ref(monster);
      const found = revealed
        ? say`knows ${name}${weakness ? ' and its weakness' : ''}`
        : say`recalls ${weakness ? 'the weakness' : 'nothing'} of ${name}`;
      const rows = isVisibleNumber(moment, who, 'checks')
        ? [checkRollRow('SW-KNOW-2', 'Monster Knowledge', rolled)]
        : [];
      const where = revealed || weakness ? say`; see /battle status who:${name}` : '';
      return line(say`${maskedRef(who)} ${found}${where}.`, 'plain', rows);
    },
  },
);

/** True if the unit has already tried to recall a monster of this kind. SW-KNOW-2. */
const hasStudied = (state: State, { studied }: Unit, monster: Unit): boolean =>
  state.units.some((each) => studied.includes(each.id) && isSameKind(each, monster));

/** Rolls Monster Knowledge, which may reveal the monster’s sheet and, to a Sage, its weakness. SW-KNOW-2, SW-RUL-85. */
const knowledgeCheck = (draft: Draft, unit: Unit, monster: Unit): void => {
  const sage = classLevel(unit, 'Sage');
  const rolled = rollCheck(draft.dice, 'Monster Knowledge', [
    ...skillParts(unit, 'SW-KNOW-2', ['Sage'], 'int'),
    ...checkModifiers(draft.now(), unit),
  ]);
  const { reputation = 0, weaknessValue } = monster.sheet;
  draft.emit(
    knowledgeChecked({
      who: unit.id,
      monster: monster.id,
      rolled,
      revealed: isSuccess(rolled, reputation),
      weakness: sage > 0 && weaknessValue !== undefined && isSuccess(rolled, weaknessValue),
    }),
  );
  earnExperience(draft, unit, rolled);
};

/** Rolls Monster Knowledge for a character. SW-KNOW-1, SW-KNOW-2, SW-MOUNT-15. */
export const knowledge = unitOrder({
  summary: 'Roll Monster Knowledge to recall what is known about a monster',
  params: z.strictObject({ target: combatantParam('The monster') }),
  offers: {
    target: (state, call) => {
      const own = state.units.find(({ id }) => id === call.actor);
      return state.units
        .filter((unit) => isMonster(unit) && own && areHostile(own, unit) && !hasStudied(state, own, unit))
        .map(({ id }) => ({ value: id, label: ref(id) }));
    },
  },
  act: (draft, unit, { target }) => {
    const state = draft.now();
    const monster = requireCombatant(state, target);
    if (!monster.ok) return monster;
    if (!isMonster(monster.value))
      return refuse('E_NO_TARGET', { why: say`${ref(monster.value.id)} is not a monster` });
    if (!isUnitAble(unit)) return refuse('E_CANNOT_ACT', { unit: ref(unit.id), reason: unableReason(unit) });
    if (hasStudied(state, unit, monster.value))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.id)} has already tried to recall this kind of monster` });
    if (isUnderwaterInMetalArmor(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
    knowledgeCheck(draft, unit, monster.value);
    return doneVerdict;
  },
});
