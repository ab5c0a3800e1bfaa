import { isSameName } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { effectsOn } from '../../rules/effects.ts';
import { isUnderwater } from './battlefield.ts';
import { conditionsOf, type EffectTerm, effectTotal, withOnlyRaisingEffects } from './conditions.ts';
import type { CheckFormula, SumPart } from './dice.ts';
import { attackFeats } from './feats.ts';
import { areHostile, isMount } from './relations.ts';
import type { Ability, Body, CheckValue, Grip, RaisedAttackKind, Sheet, Weapon, WeaponMode } from './sheet.ts';
import type { State, Unit } from './state.ts';
import { effectName } from './text.ts';

const part = (rule: string, says: string, value: number): SumPart => ({ rule, says, value });

/** A part for each effect that changes a value: feat, spell or GM’s effect. SW-ACC-6. */
const effectParts = (state: State, unit: Unit, term: EffectTerm, rule = 'SW-ACC-6'): readonly SumPart[] => {
  if (unit.effects.length === 0 && state.effects.length === 0) return [];
  return [
    ...unit.effects.map((effect) => part(rule, effectName(effect.id), effect[term] ?? 0)),
    ...effectsOn(state.effects, unit.id).map(({ name, modifiers }) => part(rule, name, modifiers[term] ?? 0)),
  ].filter(({ value }) => value !== 0);
};

/** A part for each effect that changes the Critical Value of this kind of attack. SW-CRIT-4, SW-FEAT-6. */
export const criticalParts = (state: State, unit: Unit, what: RaisedAttackKind): readonly SumPart[] =>
  effectParts(state, withOnlyRaisingEffects(unit, what), 'cMod', 'SW-CRIT-4');

/** The ability modifier: the score divided by 6, rounded down. Includes effects on the score. SW-DATA-3. */
export const abilityMod = (unit: Unit, ability: Ability): number => {
  const changed = unit.effects.reduce((sum, effect) => sum + (effect.ability?.[ability] ?? 0), 0);
  const own = unit.sheet.mods[ability];
  const score = unit.sheet.abilities?.[ability] ?? (own ?? 0) * 6;
  const grown = Math.floor((score + changed) / 6) - Math.floor(score / 6);
  return (own ?? Math.floor(score / 6)) + grown;
};

const abilityGrowth = (unit: Unit, ability: Ability): number =>
  unit.effects.length === 0 ? 0 : abilityMod(unit, ability) - abilityMod({ ...unit, effects: [] }, ability);

export const classLevel = ({ sheet }: Unit, cls: string): number => ownValue(sheet.classes, cls) ?? 0;

/** The class with the highest level, the first if equal. Undefined if the unit has none of these classes. */
export const bestClass = (unit: Unit, classes: readonly string[]): string | undefined =>
  classes.filter((cls) => classLevel(unit, cls) > 0).toSorted((a, b) => classLevel(unit, b) - classLevel(unit, a))[0];

/** The adventurer level: the highest class level, unless the sheet has its own. SW-DATA-4. */
export const adventurerLevel = ({ sheet }: Unit): number =>
  sheet.advLevel ?? Math.max(0, ...Object.values(sheet.classes));

/** Classes whose level counts for attacks in this mode, in the order of the table. SW-ATK-4. */
export const attackClasses = (mode: WeaponMode): readonly string[] =>
  mode === 'melee'
    ? (['Fighter', 'Grappler', 'Fencer', 'Battle Dancer'] as const)
    : mode === 'throw'
      ? (['Fighter', 'Fencer', 'Marksman'] as const)
      : ['Marksman'];

/** Class level and ability modifier for a check. “Unskilled” with 0 without any of the classes. SW-DICE-2. */
export const skillParts = (unit: Unit, rule: string, classes: readonly string[], ability: Ability): SumPart[] => {
  const cls = bestClass(unit, classes);
  return cls === undefined
    ? [{ rule, says: 'unskilled', value: 0 }]
    : [part(rule, cls, classLevel(unit, cls)), part('SW-DATA-3', ability, abilityMod(unit, ability))];
};

/** A number that the sheet states, which replaces the calculation; effects on the ability still count. SW-DMG-4. */
const direct = (unit: Unit, rule: string, value: number, ability: Ability): SumPart[] => [
  part(rule, 'sheet', value),
  part('SW-DATA-3', ability, abilityGrowth(unit, ability)),
];

/** Modifiers of every check. Checks to resist ignore prone and water. SW-ACC-6, SW-WATER-3, SW-RUL-89. */
export const checkModifiers = (state: State, unit: Unit, resisting = false): SumPart[] => {
  const all = [...effectParts(state, unit, 'checks')];
  if (resisting) return all;
  const prone = conditionsOf(unit).includes('prone') || unit.turn?.stoodUp ? state.settings.prone.checks : 0;
  const water = isUnderwater(state, unit) ? -4 : 0;
  return [...all, part('SW-ACT-21', 'prone', prone), part('SW-WATER-2', 'underwater', water)];
};

/** A weapon with the mode, grip and class of its use. */
export interface WeaponUse {
  readonly weapon: Weapon | undefined;
  readonly mode: WeaponMode;
  readonly grip: Grip | undefined;
  readonly cls: string | undefined;
}

/** A monster’s check: dice or a fixed value, plus the modifiers in `more`. */
const monsterParts = ({ useFixed }: Unit, rule: string, more: readonly SumPart[], value?: CheckValue): CheckFormula => {
  if (typeof value === 'number') return { rolled: true, parts: [part(rule, 'sheet', value), ...more] };
  const { mod, fixed } = value ?? { mod: 0, fixed: 7 };
  const base = part(rule, useFixed && value ? 'fixed' : 'value', useFixed ? fixed : mod);
  return { rolled: !useFixed, parts: [base, ...more] };
};

/** The check of an ability: with its own value, or with its body’s Accuracy. SW-ATK-11. */
export const abilityParts = (state: State, unit: Unit, value: CheckValue | undefined): CheckFormula =>
  monsterParts(unit, 'SW-ATK-11', checkModifiers(state, unit), value);

/** The known weaknesses that an attacker exploits: of monsters, and of enemies’ mounts. SW-ATTR-2. */
export const knownWeaknesses = (attacker: Unit, target: Unit): Sheet['weaknesses'] =>
  target.weaknessKnown && (!isMount(target) || areHostile(attacker, target)) ? target.sheet.weaknesses : [];

/** The bonus to Accuracy against a target with a known weakness. SW-ATTR-2. */
const weaknessOf = (attacker: Unit, target: Unit | undefined): readonly SumPart[] =>
  (target ? knownWeaknesses(attacker, target) : []).flatMap(({ accuracy }) =>
    accuracy === undefined ? [] : [{ rule: 'SW-ATTR-2', says: 'weakness', value: accuracy }],
  );

/** The Accuracy check of a body: class, weapon, feats and effects. SW-RUL-4. */
export const accuracyParts = (state: State, unit: Unit, body: Body, aim: WeaponUse, target?: Unit): CheckFormula => {
  const feats = attackFeats(unit, aim);
  const more = [
    ...feats.map(({ id, accMod }) => part('SW-FEAT-2', id, accMod ?? 0)),
    ...effectParts(state, unit, 'accuracy'),
    ...checkModifiers(state, unit),
    ...weaknessOf(unit, target),
  ];
  if (unit.sheet.kind !== 'pc' || typeof body.accuracy === 'object')
    return monsterParts(unit, 'SW-ACC-4', more, body.accuracy);
  if (body.accuracy !== undefined)
    return { rolled: true, parts: [...direct(unit, 'SW-ACC-2', body.accuracy, 'dex'), ...more] };
  const skill = skillParts(unit, 'SW-ACC-2', aim.cls === undefined ? [] : [aim.cls], 'dex');
  const accMod = (aim.grip && aim.weapon?.stances[aim.grip]?.accMod) ?? 0;
  const weapon = aim.cls === undefined ? [] : [part('SW-ACC-2', aim.weapon?.id ?? 'weapon', accMod)];
  return { rolled: true, parts: [...skill, ...weapon, ...more] };
};

/** The shields that the unit holds. SW-GEAR-1. */
const shieldsHeld = ({ sheet, held }: Unit) =>
  (sheet.shields ?? []).filter(({ id }) => held.some((thing) => isSameName(thing, id)));

/** The set of Defense in use. Undefined if the sheet’s basic Defense is in use. SW-GEAR-2. */
const defenseSet = ({ sheet: { defenses = [] }, held }: Unit) =>
  defenses.find(({ holds }) => holds !== undefined && held.some((thing) => isSameName(thing, holds))) ??
  defenses.find(({ holds }) => holds === undefined);

/** The Defense of a body with its gear, before effects. SW-GEAR-1, SW-GEAR-2. */
export const wornDefense = (unit: Unit, body: Body): number =>
  (unit.bodies.length > 1 ? body.defense : (defenseSet(unit)?.defense ?? body.defense)) +
  shieldsHeld(unit).reduce((sum, { defense }) => sum + defense, 0);

export const evasionParts = (state: State, unit: Unit, body: Body): CheckFormula => {
  const more = [...effectParts(state, unit, 'evasion'), ...checkModifiers(state, unit)];
  if (unit.sheet.kind !== 'pc' || typeof body.evasion === 'object')
    return monsterParts(unit, 'SW-ACC-4', more, body.evasion);
  const shielded = shieldsHeld(unit).map(({ id, evaMod }) => part('SW-GEAR-1', id, evaMod ?? 0));
  if (body.evasion !== undefined)
    return { rolled: true, parts: [...direct(unit, 'SW-ACC-3', body.evasion, 'agi'), ...shielded, ...more] };
  const skill = skillParts(unit, 'SW-ACC-3', attackClasses('melee'), 'agi');
  const set = defenseSet(unit);
  const armour = skill.length > 1 ? [part('SW-ACC-3', set?.id ?? 'armour', set?.evaMod ?? unit.sheet.evaMod)] : [];
  return { rolled: true, parts: [...skill, ...armour, ...shielded, ...more] };
};

/** The check to resist: Fortitude with Vitality, or Willpower with Spirit. SW-DATA-4. */
export const resistParts = (state: State, unit: Unit, body: Body, by: 'fortitude' | 'willpower'): CheckFormula => {
  const ability = by === 'fortitude' ? 'vit' : 'spi';
  const own = body[by] ?? unit.sheet[by];
  const more = [...effectParts(state, unit, by), ...checkModifiers(state, unit, true)];
  if (unit.sheet.kind !== 'pc' || typeof own === 'object') return monsterParts(unit, 'SW-DATA-5', more, own);
  const base =
    own === undefined
      ? [part('SW-DATA-4', 'level', adventurerLevel(unit)), part('SW-DATA-3', ability, abilityMod(unit, ability))]
      : direct(unit, 'SW-DATA-4', own, ability);
  return { rolled: true, parts: [...base, ...more] };
};

export const initiativeParts = (state: State, unit: Unit): SumPart[] => [
  ...(unit.sheet.initiativeValue === undefined
    ? skillParts(unit, 'SW-DATA-4', ['Scout'], 'agi')
    : direct(unit, 'SW-DATA-4', unit.sheet.initiativeValue, 'agi')),
  ...checkModifiers(state, unit),
];

export const tumbleParts = (state: State, unit: Unit): SumPart[] => [
  ...(unit.sheet.tumble === undefined
    ? skillParts(unit, 'SW-DATA-4', ['Scout', 'Ranger'] as const, 'agi')
    : direct(unit, 'SW-DATA-4', unit.sheet.tumble, 'agi')),
  ...checkModifiers(state, unit),
];

const wizards = ['Sorcerer', 'Conjurer', 'Priest', 'Fairy Tamer', 'Artificer', 'Magitech', 'Druid', 'Demon Tamer'];

/** The Magic Power of a class: its level and Intelligence. Without the class, the sheet’s number or 0. SW-DMG-3. */
export const magicPower = (state: State, unit: Unit, cls: string | undefined): number => {
  const wizard = cls ?? bestClass(unit, wizards);
  const own = ownValue(unit.sheet.magicPowers, wizard ?? '') ?? unit.sheet.magicPower;
  const derived =
    wizard !== undefined && classLevel(unit, wizard) > 0 ? classLevel(unit, wizard) + abilityMod(unit, 'int') : 0;
  const base = own === undefined ? derived : own + abilityGrowth(unit, 'int');
  return base + (base === 0 && derived === 0 && own === undefined ? 0 : effectTotal(state, unit, 'magicPower'));
};

/** Extra damage of a weapon attack, from the user and the weapon. SW-DMG-3, SW-ATK-14. */
export const extraDamage = (state: State, unit: Unit, aim: WeaponUse): number =>
  usersExtra(state, unit, aim) + ((aim.grip && aim.weapon?.stances[aim.grip]?.dmgMod) ?? 0);

/** Extra damage of a weapon attack from the attacker’s class and ability. SW-DMG-3, SW-RUL-34. */
const usersExtra = (state: State, unit: Unit, aim: WeaponUse): number => {
  const gun = aim.mode === 'gun';
  if (unit.sheet.extra !== undefined) return unit.sheet.extra + abilityGrowth(unit, gun ? 'int' : 'str');
  if (gun) return classLevel(unit, 'Artificer') > 0 ? magicPower(state, unit, 'Artificer') : 0;
  return aim.cls === undefined ? 0 : classLevel(unit, aim.cls) + abilityMod(unit, 'str');
};

/** A Ranger’s bonus to healing: level and ability modifier. 0 without Ranger levels. SW-HEAL-1. */
export const rangerRecoveryBonus = (unit: Unit, ability: 'dex' | 'int'): number =>
  classLevel(unit, 'Ranger') > 0 ? classLevel(unit, 'Ranger') + abilityMod(unit, ability) : 0;

/** Move Speed (metres). For a character the Agility score, unless the sheet states a speed. SW-DATA-7. */
export const speedOf = (state: State, unit: Unit): number =>
  Math.max(0, (unit.sheet.speed ?? unit.sheet.abilities?.agi ?? 10) + effectTotal(state, unit, 'speed'));

export const hasRiderLevel = (unit: Unit): boolean => classLevel(unit, 'Rider') > 0;
