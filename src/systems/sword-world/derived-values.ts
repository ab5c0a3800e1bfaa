import { normalizeName } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { effectsOn } from '../../rules/effects.ts';
import { isUnderwater } from './battlefield.ts';
import { conditionsOf, type EffectTerm, effectTotal, withOnlyRaisingEffects } from './conditions.ts';
import type { SumPart } from './dice.ts';
import { attackFeats } from './feats.ts';
import { areHostile } from './relations.ts';
import type { Ability, Body, CheckValue, Grip, RaisedAttackKind, Weapon, WeaponMode } from './sheet.ts';
import type { State, Unit } from './state.ts';
import { effectName } from './text.ts';

const part = (rule: string, says: string, value: number): SumPart => ({ rule, says, value });

/** SW-ACC-6. What each effect on the unit adds to a term, by its name: a feat, a spell, or what the GM laid on it. */
const effectParts = (state: State, unit: Unit, term: EffectTerm, rule = 'SW-ACC-6'): readonly SumPart[] => {
  if (unit.effects.length === 0 && state.effects.length === 0) return [];
  return [
    ...unit.effects.map((effect) => part(rule, effectName(effect.id), effect[term] ?? 0)),
    ...effectsOn(state.effects, unit.id).map(({ name, modifiers }) => part(rule, name, modifiers[term] ?? 0)),
  ].filter(({ value }) => value !== 0);
};

/** SW-CRIT-4, SW-FEAT-6. What effects that raise weapons, or spells, add to the Critical Value, by their names. */
export const criticalParts = (state: State, unit: Unit, what: RaisedAttackKind): readonly SumPart[] =>
  effectParts(state, withOnlyRaisingEffects(unit, what), 'cMod', 'SW-CRIT-4');

/** SW-DATA-3. floor(score / 6), with what effects change of the score counted at once. */
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

/** The best of some classes, ties in their order; undefined without a level in any. */
export const bestClass = (unit: Unit, classes: readonly string[]): string | undefined =>
  classes.filter((cls) => classLevel(unit, cls) > 0).toSorted((a, b) => classLevel(unit, b) - classLevel(unit, a))[0];

/** SW-DATA-4. */
export const adventurerLevel = ({ sheet }: Unit): number =>
  sheet.advLevel ?? Math.max(0, ...Object.values(sheet.classes));

/** SW-ATK-4. The classes that give skill, in the order of the table. */
export const attackClasses = (mode: WeaponMode): readonly string[] =>
  mode === 'melee'
    ? ['Fighter', 'Grappler', 'Fencer', 'Battle Dancer']
    : mode === 'throw'
      ? ['Fighter', 'Fencer', 'Marksman']
      : ['Marksman'];

/** Levels and one ability; nothing at all without a level: SW-DICE-2. */
export const skilled = (unit: Unit, rule: string, classes: readonly string[], ability: Ability): SumPart[] => {
  const cls = bestClass(unit, classes);
  return cls === undefined
    ? [part(rule, 'unskilled', 0)]
    : [part(rule, cls, classLevel(unit, cls)), part('SW-DATA-3', ability, abilityMod(unit, ability))];
};

/** A number on the sheet goes before what would be derived; a change of the ability still counts: SW-DMG-4. */
const direct = (unit: Unit, rule: string, value: number, ability: Ability): SumPart[] => [
  part(rule, 'sheet', value),
  part('SW-DATA-3', ability, abilityGrowth(unit, ability)),
];

/**
 * SW-ACC-6, SW-WATER-3, SW-RUL-89. What changes every check; `resisting` ones are spared by being prone and by water.
 */
export const checkModifiers = (state: State, unit: Unit, resisting = false): SumPart[] => [
  ...effectParts(state, unit, 'checks'),
  ...(resisting
    ? []
    : [
        part(
          'SW-ACT-21',
          'prone',
          conditionsOf(unit).includes('prone') || unit.turn?.stoodUp ? state.settings.prone.checks : 0,
        ),
        part('SW-WATER-2', 'underwater', isUnderwater(state, unit) ? -4 : 0),
      ]),
];

/** What is known of the attack for its Accuracy. */
export interface WeaponUse {
  readonly weapon: Weapon | undefined;
  readonly mode: WeaponMode;
  readonly grip: Grip | undefined;
  readonly cls: string | undefined;
}

/** SW-ACC-2, SW-ACC-4. Whether dice are rolled, and what counts. */
export interface CheckFormula {
  readonly rolled: boolean;
  readonly parts: readonly SumPart[];
}

/** The dice or fixed value of a monster, and what else counts. */
const monsterParts = (
  { useFixed }: Unit,
  rule: string,
  value: CheckValue | undefined,
  more: readonly SumPart[],
): CheckFormula => {
  if (typeof value === 'number') return { rolled: true, parts: [part(rule, 'sheet', value), ...more] };
  const { mod, fixed } = value ?? { mod: 0, fixed: 7 };
  const base = part(rule, useFixed && value ? 'fixed' : 'value', useFixed ? fixed : mod);
  return { rolled: !useFixed, parts: [base, ...more] };
};

/** SW-ATK-11. What an ability sets against the resistance: its own value, or the Accuracy of its body. */
export const abilityParts = (state: State, unit: Unit, value: CheckValue | undefined): CheckFormula =>
  monsterParts(unit, 'SW-ATK-11', value, checkModifiers(state, unit));

/** SW-ATTR-2. What a known weakness adds to the Accuracy against it. */
const weaknessOf = (attacker: Unit, target: Unit | undefined): readonly SumPart[] =>
  target?.weaknessKnown === true && (target.sheet.kind !== 'mount' || areHostile(attacker, target))
    ? target.sheet.weaknesses.flatMap(({ accuracy }) =>
        accuracy === undefined ? [] : [part('SW-ATTR-2', 'weakness', accuracy)],
      )
    : [];

/** SW-RUL-4. */
export const accuracyParts = (state: State, unit: Unit, body: Body, aim: WeaponUse, target?: Unit): CheckFormula => {
  const feats = attackFeats(unit, { melee: aim.mode === 'melee', weapon: aim.weapon });
  const more = [
    ...feats.map(({ id, accMod }) => part('SW-FEAT-2', id, accMod ?? 0)),
    ...effectParts(state, unit, 'accuracy'),
    ...checkModifiers(state, unit),
    ...weaknessOf(unit, target),
  ];
  if (unit.sheet.kind !== 'pc' || typeof body.accuracy === 'object')
    return monsterParts(unit, 'SW-ACC-4', body.accuracy, more);
  if (body.accuracy !== undefined)
    return { rolled: true, parts: [...direct(unit, 'SW-ACC-2', body.accuracy, 'dex'), ...more] };
  const { cls } = aim;
  const accMod = (aim.grip && aim.weapon?.stances[aim.grip]?.accMod) ?? 0;
  const skill =
    cls === undefined
      ? [part('SW-ACC-2', 'unskilled', 0)]
      : [
          part('SW-ACC-2', cls, classLevel(unit, cls)),
          part('SW-DATA-3', 'dex', abilityMod(unit, 'dex')),
          part('SW-ACC-2', aim.weapon?.id ?? 'weapon', accMod),
        ];
  return { rolled: true, parts: [...skill, ...more] };
};

/** SW-GEAR-1. The shields of its sheet that are in its hands. */
export const shieldsHeld = ({ sheet, held }: Unit) =>
  (sheet.shields ?? []).filter(({ id }) => held.some((thing) => normalizeName(thing) === normalizeName(id)));

/** SW-GEAR-2. The set of Defense in force; nothing where the sheet's own Defense is. */
const defenseSet = ({ sheet: { defenses = [] }, held }: Unit) =>
  defenses.find(
    ({ holds }) => holds !== undefined && held.some((thing) => normalizeName(thing) === normalizeName(holds)),
  ) ?? defenses.find(({ holds }) => holds === undefined);

/** SW-GEAR-1, SW-GEAR-2. Defense of a body with what its unit wears and holds, before effects. */
export const wornDefense = (unit: Unit, body: Body): number =>
  (unit.bodies.length > 1 ? body.defense : (defenseSet(unit)?.defense ?? body.defense)) +
  shieldsHeld(unit).reduce((sum, { defense }) => sum + defense, 0);

export const evasionParts = (state: State, unit: Unit, body: Body): CheckFormula => {
  const more = [...effectParts(state, unit, 'evasion'), ...checkModifiers(state, unit)];
  if (unit.sheet.kind !== 'pc' || typeof body.evasion === 'object')
    return monsterParts(unit, 'SW-ACC-4', body.evasion, more);
  const shielded = shieldsHeld(unit).map(({ id, evaMod }) => part('SW-GEAR-1', id, evaMod ?? 0));
  if (body.evasion !== undefined)
    return { rolled: true, parts: [...direct(unit, 'SW-ACC-3', body.evasion, 'agi'), ...shielded, ...more] };
  const skill = skilled(unit, 'SW-ACC-3', attackClasses('melee'), 'agi');
  const set = defenseSet(unit);
  const armour = skill.length > 1 ? [part('SW-ACC-3', set?.id ?? 'armour', set?.evaMod ?? unit.sheet.evaMod)] : [];
  return { rolled: true, parts: [...skill, ...armour, ...shielded, ...more] };
};

/** SW-DATA-4. Fortitude with Vitality, Willpower with Spirit. */
export const resistParts = (state: State, unit: Unit, body: Body, by: 'fortitude' | 'willpower'): CheckFormula => {
  const ability = by === 'fortitude' ? 'vit' : 'spi';
  const own = body[by] ?? unit.sheet[by];
  const more = [...effectParts(state, unit, by), ...checkModifiers(state, unit, true)];
  if (unit.sheet.kind !== 'pc' || typeof own === 'object') return monsterParts(unit, 'SW-DATA-5', own, more);
  const base =
    own === undefined
      ? [part('SW-DATA-4', 'level', adventurerLevel(unit)), part('SW-DATA-3', ability, abilityMod(unit, ability))]
      : direct(unit, 'SW-DATA-4', own, ability);
  return { rolled: true, parts: [...base, ...more] };
};

export const initiativeParts = (state: State, unit: Unit): SumPart[] => [
  ...(unit.sheet.initiativeValue === undefined
    ? skilled(unit, 'SW-DATA-4', ['Scout'], 'agi')
    : direct(unit, 'SW-DATA-4', unit.sheet.initiativeValue, 'agi')),
  ...checkModifiers(state, unit),
];

export const tumbleParts = (state: State, unit: Unit): SumPart[] => [
  ...(unit.sheet.tumble === undefined
    ? skilled(unit, 'SW-DATA-4', ['Scout', 'Ranger'], 'agi')
    : direct(unit, 'SW-DATA-4', unit.sheet.tumble, 'agi')),
  ...checkModifiers(state, unit),
];

const wizardClasses = [
  'Sorcerer',
  'Conjurer',
  'Priest',
  'Fairy Tamer',
  'Artificer',
  'Magitech',
  'Druid',
  'Demon Tamer',
] as const;

/** SW-DMG-3. Magic Power of one class: its level and Intelligence; without the class the sheet's own number or 0. */
export const magicPower = (state: State, unit: Unit, cls: string | undefined): number => {
  const wizard = cls ?? bestClass(unit, wizardClasses);
  const own = ownValue(unit.sheet.magicPowers, wizard ?? '') ?? unit.sheet.magicPower;
  const derived =
    wizard !== undefined && classLevel(unit, wizard) > 0 ? classLevel(unit, wizard) + abilityMod(unit, 'int') : 0;
  const base = own === undefined ? derived : own + abilityGrowth(unit, 'int');
  return base + (base === 0 && derived === 0 && own === undefined ? 0 : effectTotal(state, unit, 'magicPower'));
};

/** SW-DMG-3, SW-ATK-14. Extra damage of a weapon attack: its user's, and the weapon's own. */
export const extraDamage = (state: State, unit: Unit, aim: WeaponUse): number =>
  usersExtra(state, unit, aim) + ((aim.grip && aim.weapon?.stances[aim.grip]?.dmgMod) ?? 0);

/** SW-DMG-3, SW-RUL-34. What the class gives. */
const usersExtra = (state: State, unit: Unit, aim: WeaponUse): number => {
  const gun = aim.mode === 'gun';
  if (unit.sheet.extra !== undefined) return unit.sheet.extra + abilityGrowth(unit, gun ? 'int' : 'str');
  if (gun) return classLevel(unit, 'Artificer') > 0 ? magicPower(state, unit, 'Artificer') : 0;
  return aim.cls === undefined ? 0 : classLevel(unit, aim.cls) + abilityMod(unit, 'str');
};

/** SW-HEAL-1. Ranger and an ability; 0 without Ranger. */
export const rangerRecoveryBonus = (unit: Unit, ability: 'dex' | 'int'): number =>
  classLevel(unit, 'Ranger') > 0 ? classLevel(unit, 'Ranger') + abilityMod(unit, ability) : 0;

/** SW-DATA-7. Metres; a character's own is the Agility score. */
export const speedOf = (state: State, unit: Unit): number =>
  Math.max(0, (unit.sheet.speed ?? unit.sheet.abilities?.agi ?? 10) + effectTotal(state, unit, 'speed'));

export const hasRiderLevel = (unit: Unit): boolean => classLevel(unit, 'Rider') > 0;
