import { z } from 'zod';
import { asName, isSameName, joined, maskedRef, ref, refuse, say, type Text, term } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import type { EntrantInBattle, SheetCheck } from '../../rules/sheets.ts';
import {
  combatantParam,
  createOffer,
  type FindParamOffers,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { offerEnemies, refuseAction, requireBattleNotOver, requireControlledCombatant } from './checks.ts';
import type { Sheet, Skill } from './sheet.ts';
import {
  type Combatant,
  type DegreeRoll,
  degreeRollSchema,
  effectiveDex,
  event,
  findByName,
  gmModifierParts,
  nonZeroParts,
  order,
  type PercentRoll,
  percentRollSchema,
  type State,
  type SumPart,
  sightDegrees,
  sumOfParts,
  sumPart,
  update,
  withoutGmModifiers,
} from './state.ts';
import { degreeRowsFor, percentRowsFor } from './visibility.ts';
import { currentWound } from './wounds.ts';

/** The modifiers that apply to every check of a combatant: wounds, GM, effects. SEG-WOUND-1, SEG-RUL-36, SEG-GEN-7. */
const checkParts = (state: State, who: Combatant): readonly SumPart[] =>
  nonZeroParts(
    sumPart('SEG-WOUND-1', 'wounds', currentWound(state, who).modifier),
    ...gmModifierParts(state, who, 'check'),
    sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, who.id, 'check')),
  );

/** The smallest multiple of the attribute that succeeds with this roll, or 5 if 4x fails. SEG-RUL-37, SEG-RUL-38. */
const degreeOf = (roll: number, attribute: number, modifier: number): number =>
  [1, 2, 3, 4].find((multiple) => roll <= multiple * attribute + modifier) ?? 5;

const attributeOf = (who: Combatant, attribute: 'dex' | 'per'): number =>
  attribute === 'dex' ? effectiveDex(who) : who.sheet.per;

export const rollAttributeDegree = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  dice: Dice,
  name: string = kind,
): DegreeRoll => {
  const attribute = attributeOf(who, kind);
  const modifier = sumOfParts(checkParts(state, who));
  const roll = dice.roll(100, name);
  return { roll, attribute, modifier, degree: degreeOf(roll, attribute, modifier) };
};

/** Rolls d100, which succeeds at or under the sum of the parts. */
const rollUnder = (parts: SumPart[], dice: Dice, name: string): PercentRoll => {
  const target = sumOfParts(parts);
  const roll = dice.roll(100, name);
  return { roll, target, success: roll <= target, parts };
};

/** Rolls d100, which succeeds at or under a base plus the modifiers that apply to every check. */
export const rollPercent = (state: State, who: Combatant, base: SumPart, dice: Dice, name: string): PercentRoll =>
  rollUnder([base, ...checkParts(state, who)], dice, name);

/** Rolls against one multiple of DEX or PER. SEG-CHECK-1. */
export const rollAttributeMultiple = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  multiple: number,
  dice: Dice,
): PercentRoll => {
  const label = say`${multiple}x ${term(kind.toUpperCase())}`;
  return rollPercent(state, who, sumPart('SEG-CHECK-1', label, multiple * attributeOf(who, kind)), dice, kind);
};

/** The parts of a Luck save, which wounds do not change; “no movement” lowers it by 20. SEG-CHECK-3, SEG-RUL-18. */
const luckParts = (state: State, who: Combatant): SumPart[] => [
  sumPart('SEG-CHECK-3', 'Luck', who.sheet.luck),
  ...nonZeroParts(
    sumPart('SEG-NOMOVE-2', 'no movement', who.noMovement ? -20 : 0),
    sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, who.id, 'luck')),
    ...gmModifierParts(state, who, 'check'),
  ),
];

/** How well a PER check locates a foe; a degree worse than 2x is a failure. SEG-MELEE-1. */
export const sightDegreeOf = (degree: number): SightCheck['seen'] =>
  degree === 1 ? '1x' : degree === 2 ? '2x' : 'fail';

const checkLine = (reader: Reader, who: string, what: Text, rule: string, roll: PercentRoll) =>
  line(
    roll.success ? say`${ref(who)} makes ${what}.` : say`${ref(who)} fails ${what}.`,
    roll.success ? 'good' : 'bad',
    percentRowsFor(reader, who, rule, roll),
  );

export const checked = event('checked', {
  facts: {
    who: z.string(),
    what: z.enum(['dex', 'per', 'luck']),
    multiple: z.int(),
    roll: percentRollSchema,
    degree: z.int().optional(),
  },
  apply: (state, { who }) => withoutGmModifiers(state, who, 'check'),
  narrate: ({ who, what, multiple, roll }, { reader }) => {
    const kind = what === 'luck' ? term('a Luck save') : say`${multiple}x ${term(what.toUpperCase())}`;
    return checkLine(reader, who, kind, 'SEG-CHECK-1', roll);
  },
});

/** Describes the result of a PER check against an unseen foe. SEG-MELEE-1. */
const describeSight = (seen: SightCheck['seen'], who: Text, foe: Text): Text =>
  ({
    '1x': say`${who} locates ${foe}.`,
    '2x': say`${who} partly locates ${foe}.`,
    fail: say`${who} does not locate ${foe}.`,
  })[seen];

export const sightCheckSchema = z.strictObject({
  who: z.string(),
  foe: z.string(),
  roll: degreeRollSchema,
  seen: z.enum(sightDegrees),
});

export type SightCheck = z.output<typeof sightCheckSchema>;

/** The battle with the result of a PER check against an unseen foe. */
export const withSight = (state: State, { who, foe, seen }: SightCheck): State =>
  update(state, who, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } }));

/** A combatant rolled PER to locate an unseen foe. SEG-MELEE-7. */
export const foeLocated = event('sighted', {
  facts: { sight: sightCheckSchema },
  apply: (state, { sight }) => withSight(state, sight),
  narrate: ({ sight: { who, foe, roll, seen } }, { reader }) =>
    line(
      describeSight(seen, ref(who), maskedRef(foe)),
      'plain',
      degreeRowsFor(reader, who, 'SEG-MELEE-7', term('PER'), roll),
    ),
});

/** A combatant rolled a skill. SEG-CHECK-5. */
export const skillRolled = event('skill-rolled', {
  facts: { who: z.string(), skill: z.string(), roll: percentRollSchema },
  apply: (state, { who }) => withoutGmModifiers(state, who, 'check'),
  narrate: ({ who, skill, roll }, { reader }) => checkLine(reader, who, skill, 'SEG-CHECK-5', roll),
});

/** The skills on a sheet, with First Aid if the sheet has it. SEG-CHECK-5. */
export const skillsOf = ({ sheet: { skills = [], firstAid } }: Pick<Combatant, 'sheet'>): readonly Skill[] =>
  firstAid > 0 ? [...skills, { name: 'First Aid', chance: firstAid }] : skills;

const offerSkills: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  return who === undefined ? [] : skillsOf(who).map(({ name, chance }) => createOffer(name, `${name} ${chance}%`));
};

/** Rolls d100 at or under a skill. Refuses with NO_SUCH_SKILL. SEG-CHECK-5, SEG-RUL-36, SEG-CHECK-2. */
const rollSkill = (state: State, who: Combatant, wanted: string, dice: Dice) => {
  const skills = skillsOf(who);
  const skill = skills.find((each) => isSameName(each.name, wanted));
  if (skill === undefined)
    return refuse('NO_SUCH_SKILL', {
      who: ref(who.id),
      skill: wanted,
      skills: joined(skills.map(({ name }) => term(name))),
    });
  const own = sumPart('SEG-CHECK-5', asName(skill.name), skill.chance);
  return skillRolled({ who: who.id, skill: skill.name, roll: rollPercent(state, who, own, dice, 'skill') });
};

/** Rolls DEX, PER, Luck or a skill. PER with a foe also locates this foe. SEG-CHECK-1, SEG-CHECK-3, SEG-MELEE-1. */
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
  requires: requireBattleNotOver,
  resolve: ({ dice }, call, { kind, skill, multiple, foe: named }, state) => {
    const found = requireControlledCombatant(state, call);
    if (!found.ok) return found;
    const who = found.value;
    if (skill !== undefined && kind !== undefined)
      return refuseAction('a check is for an attribute or for a skill, not for both; leave one of the two out');
    if (skill !== undefined) return rollSkill(state, who, skill, dice);
    if (kind === undefined) return refuseAction('choose what to test: dex, per, luck or a skill');
    const foe = named === undefined ? undefined : findByName(state, named);
    if (kind === 'per' && foe !== undefined) {
      const roll = rollAttributeDegree(state, who, 'per', dice);
      return foeLocated({ sight: { who: who.id, foe: foe.id, roll, seen: sightDegreeOf(roll.degree) } });
    }
    if (kind === 'luck')
      return checked({ who: who.id, what: kind, multiple: 1, roll: rollUnder(luckParts(state, who), dice, kind) });
    const roll = rollAttributeMultiple(state, who, kind, multiple, dice);
    const degree = degreeOf(roll.roll, attributeOf(who, kind), sumOfParts(checkParts(state, who)));
    return checked({ who: who.id, what: kind, multiple, roll, degree });
  },
});

const percent = (name: string, target: number): SheetCheck => ({
  ...{ name, notation: 'd100', succeeds: 'at-most', target },
});

/** The multiples of DEX and PER that a sheet offers as checks. SEG-CHECK-1. */
const multiples = [2, 3, 4, 5] as const;

/** Lists the checks of a sheet: attributes, their multiples, Luck and skills. SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5. */
export const sheetChecks = (sheet: Sheet, there?: EntrantInBattle<State>): readonly SheetCheck[] => {
  const who = there && findByName(there.state, there.id);
  const modifier = who ? sumOfParts(checkParts(there.state, who)) : 0;
  const changed = (name: string, chance: number): SheetCheck => percent(name, chance + modifier);
  const attributes = [
    ['PER', sheet.per],
    ['DEX', who ? effectiveDex(who) : sheet.dex],
  ] as const;
  return [
    ...attributes.map(([name, value]) => changed(name, value)),
    percent('Luck', who ? sumOfParts(luckParts(there.state, who)) : sheet.luck),
    ...skillsOf({ sheet }).map(({ name, chance }) => changed(name, chance)),
    ...attributes.flatMap(([name, value]) => multiples.map((by) => changed(`${by}x ${name}`, by * value))),
  ];
};
