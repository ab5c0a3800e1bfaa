import { z } from 'zod';
import { listing, maskedRef, phrase, present, ref, refuse, say, sentences, term } from '../../core/message.ts';
import type { Die } from '../../dice/dice.ts';
import { line, step } from '../../rules/event.ts';
import type { EntrantInBattle, SheetCheck } from '../../rules/sheets.ts';
import {
  combatantParam,
  doneVerdict,
  needsApprovalWhenGiven,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { isUnderwaterInMetalArmor } from './battlefield.ts';
import { createOffers, offerUnits, requireCombatant } from './checks.ts';
import { isUnitAble, refuseUnable } from './conditions.ts';
import { abilityMod, checkModifiers, classLevel, resistParts, skillParts } from './derived-values.ts';
import { type CheckFormula, checkRollRow, checkRollSchema, isSuccess, rollCheck, sumParts } from './dice.ts';
import { earnExperience, experienceEarned, failureXp } from './life.ts';
import { areHostile, isCharacter, isMonster, isSameKind } from './relations.ts';
import { settingsSchema } from './settings.ts';
import { createUnit, emptyBattle } from './setup.ts';
import { type Ability, abilities, type Sheet } from './sheet.ts';
import { type Draft, event, type State, type Unit, unitOrThingId } from './state.ts';
import { unitOrder } from './turns.ts';
import { find, requireUnit, update, updateUnits } from './units.ts';
import { chooseTone, isVisibleNumber } from './visibility.ts';

/** A unit rolls a check against a target number. SW-DICE-2. */
export const checked = event('checked', {
  facts: {
    who: unitOrThingId,
    what: z.union([z.string(), z.array(z.string())]),
    rolled: checkRollSchema,
    tn: z.int(),
    success: z.boolean(),
  },
  narrate: ({ who, what, rolled, tn, success }, moment) => {
    const rows = isVisibleNumber(moment, who, 'checks')
      ? [[...checkRollRow('SW-DICE-2', 'check', rolled), step('SW-DICE-2', phrase`against ${tn}`)]]
      : [];
    const of = listing([what].flat().map((each) => term(each)));
    const text = success ? say`${ref(who)} succeeds in the check (${of}).` : say`${ref(who)} fails the check (${of}).`;
    return line(text, chooseTone(moment, who, who, success), rows);
  },
});

/** The parts of a check by class and ability, each optional. Without a class: unskilled. SW-DICE-2, SW-RUL-1. */
const checkParts = (state: State, who: Unit, cls?: string, ability?: Ability): CheckFormula['parts'] => {
  const level = cls === undefined ? 0 : classLevel(who, cls);
  return present([
    level > 0 && { rule: 'SW-DICE-2', says: cls ?? '', value: level },
    level > 0 && ability && { rule: 'SW-DATA-3', says: ability, value: abilityMod(who, ability) },
    ...checkModifiers(state, who),
  ]);
};

/** A check as dice notation. A fixed value has no dice. SW-DICE-3, SW-ACC-4. */
const toSheetCheck = (name: string, { rolled, parts }: CheckFormula, earns: string | undefined): SheetCheck => {
  const sum = sumParts(parts);
  const added = sum === 0 ? '' : `${sum < 0 ? '-' : '+'}${Math.abs(sum)}`;
  return rolled
    ? { name, notation: `2d6${added}`, succeeds: 'at-least', always: { succeeds: 12, fails: 2, earns } }
    : { name, notation: `${sum}`, succeeds: 'at-least' };
};

/** The checks of a unit: both resistances, each class alone and with each ability, unskilled. SW-DICE-2, SW-DATA-5. */
export const sheetChecks = (sheet: Sheet, there?: EntrantInBattle<State>): readonly SheetCheck[] => {
  const state = there?.state ?? emptyBattle(settingsSchema.parse({}));
  const unit = find(state, there?.id) ?? createUnit('', undefined, sheet);
  const earns = there && isCharacter(unit) ? phrase`${failureXp} XP` : undefined;
  const resistances = unit.bodies
    .slice(0, 1)
    .flatMap((body) => [
      toSheetCheck('Fortitude', resistParts(state, unit, body, 'fortitude'), earns),
      toSheetCheck('Willpower', resistParts(state, unit, body, 'willpower'), earns),
    ]);
  if (isUnderwaterInMetalArmor(state, unit)) return resistances;
  const roll = (name: string, cls?: string, ability?: Ability): SheetCheck =>
    toSheetCheck(name, { rolled: true, parts: checkParts(state, unit, cls, ability) }, earns);
  const classes = Object.keys(unit.sheet.classes).filter((cls) => classLevel(unit, cls) > 0);
  return [
    ...resistances,
    ...classes.flatMap((cls) => [...abilities.map((each) => roll(`${cls} ${each}`, cls, each)), roll(cls, cls)]),
    roll('unskilled'),
  ];
};

/** The experience points for 1+1 on a check that the GM asks for. SW-XP-1. */
export const checkEvents = ({ state, id }: EntrantInBattle<State>, dice: readonly Pick<Die, 'value'>[]) => {
  const unit = find(state, id);
  const isEarned = unit && isCharacter(unit) && dice.length === 2 && dice.every(({ value }) => value === 1);
  return isEarned ? [experienceEarned({ who: id, amount: failureXp })] : [];
};

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
    class: (state, call) => createOffers(Object.keys(find(state, call.actor)?.sheet.classes ?? {})),
  },
  act: (draft, who, { tn, class: cls, ability, mod }) => {
    const state = draft.now();
    if (!isUnitAble(who)) return refuseUnable(who);
    if (isUnderwaterInMetalArmor(state, who)) return refuse('E_FULL_METAL_UNDERWATER');
    if (cls !== undefined && classLevel(who, cls) === 0) return refuse('E_NO_CLASS', { unit: ref(who.id), cls });
    const rolled = rollCheck(draft.dice, 'check', [
      ...checkParts(state, who, cls, ability),
      { rule: 'SW-DICE-2', says: 'granted', value: mod },
    ]);
    const named = present([cls, ability]);
    const what = named.length === 0 ? 'unskilled' : named;
    draft.emit(checked({ who: who.id, what, rolled, tn, success: isSuccess(rolled, tn) }));
    earnExperience(draft, who, rolled);
    return doneVerdict;
  },
});

/** A character recalls a kind of monster, or fails to. Everyone who sees the monster reads this log entry. SW-KNOW-2. */
export const knowledgeChecked = event('knowledge', {
  facts: {
    who: unitOrThingId,
    monster: unitOrThingId,
    rolled: checkRollSchema,
    revealed: z.boolean(),
    weakness: z.boolean(),
  },
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
    const [unit, name] = [maskedRef(who), ref(monster)];
    const known = weakness ? say`${unit} knows ${name} and its weakness.` : say`${unit} knows ${name}.`;
    const recalled = weakness
      ? say`${unit} recalls the weakness of ${name}.`
      : say`${unit} recalls nothing of ${name}.`;
    const rows = isVisibleNumber(moment, who, 'checks') ? [checkRollRow('SW-KNOW-2', 'Monster Knowledge', rolled)] : [];
    const where = (revealed || weakness) && say`See /battle status who:${name}.`;
    return line(sentences(revealed ? known : recalled, where), 'plain', rows);
  },
});

/** True if the unit has already tried to recall a monster of this kind. SW-KNOW-2. */
const hasStudied = (state: State, { studied }: Unit, monster: Unit): boolean =>
  state.units.some((each) => studied.includes(each.id) && isSameKind(each, monster));

/** Rolls Monster Knowledge, which may reveal the monster’s sheet and, to a Sage, its weakness. SW-KNOW-2, SW-RUL-85. */
const knowledgeCheck = (draft: Draft, unit: Unit, monster: Unit): void => {
  const sage = classLevel(unit, 'Sage');
  const rolled = rollCheck(draft.dice, 'Monster Knowledge', [
    ...skillParts(unit, 'SW-KNOW-2', ['Sage'] as const, 'int'),
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
      const own = find(state, call.actor);
      return offerUnits(
        state.units.filter((unit) => isMonster(unit) && own && areHostile(own, unit) && !hasStudied(state, own, unit)),
      );
    },
  },
  act: (draft, unit, { target }) => {
    const state = draft.now();
    const monster = requireCombatant(state, target);
    if (!monster.ok) return monster;
    if (!isMonster(monster.value))
      return refuse('E_NO_TARGET', { why: say`${ref(monster.value.id)} is not a monster` });
    if (!isUnitAble(unit)) return refuseUnable(unit);
    if (hasStudied(state, unit, monster.value))
      return refuse('E_NOT_NOW', { why: say`${ref(unit.id)} has already tried to recall this kind of monster` });
    if (isUnderwaterInMetalArmor(state, unit)) return refuse('E_FULL_METAL_UNDERWATER');
    knowledgeCheck(draft, unit, monster.value);
    return doneVerdict;
  },
});
