import { z } from 'zod';
import { isSameName, maskedRef, ok, phrase, ref, refuse, say } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line, type RuleEvent } from '../../rules/event.ts';
import type { Reader } from '../../rules/reader.ts';
import type { SheetCheck } from '../../rules/sheets.ts';
import {
  combatantParam,
  doneVerdict,
  type FindParamOffers,
  oneOfParam,
  textParam,
  wholeNumberParam,
} from '../../rules/verb.ts';
import { createOffer, offerEnemies, requireBattleNotOver, requireCommanded } from './checks.ts';
import { degreeRowsFor, percentRowsFor } from './rows.ts';
import type { Sheet, Skill } from './sheet.ts';
import {
  adHocParts,
  type CheckResult,
  type Combatant,
  combatantId,
  type DegreeRoll,
  degreeRollSchema,
  effectiveDex,
  event,
  findByName,
  order,
  type PercentRoll,
  percentRollSchema,
  type State,
  type SumPart,
  sightDegrees,
  sumOfParts,
  sumPart,
  update,
} from './state.ts';
import { currentWound } from './wounds.ts';

/** SEG-WOUND-1, SEG-RUL-36, SEG-GEN-7: what is added to every check of this combatant just now. */
const checkParts = (state: State, who: Combatant): readonly SumPart[] =>
  [
    sumPart('SEG-WOUND-1', 'wounds', currentWound(state, who).modifier),
    ...adHocParts(state, who, 'check'),
    sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, who.id, 'check')),
  ].filter(({ value }) => value !== 0);

/** SEG-CHECK-1, SEG-RUL-37: the smallest multiple of the attribute that the roll reaches; 5 when 4x fails. SEG-CHECK-2, SEG-RUL-38: no roll stands by itself. */
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

/** Rolls d100 at or under the sum of these parts. */
const rollUnder = (parts: SumPart[], dice: Dice, name: string): PercentRoll => {
  const target = sumOfParts(parts);
  const roll = dice.roll(100, name);
  return { roll, target, success: roll <= target, parts };
};

/** Rolls d100 at or under a base and all that applies to checks. */
export const rollPercent = (state: State, who: Combatant, base: SumPart, dice: Dice, name: string): PercentRoll =>
  rollUnder([base, ...checkParts(state, who)], dice, name);

/** SEG-CHECK-1: one multiple of an attribute. */
export const rollAttributeMultiple = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  multiple: number,
  dice: Dice,
): PercentRoll => {
  const label = phrase`${multiple}x ${kind.toUpperCase()}`;
  return rollPercent(state, who, sumPart('SEG-CHECK-1', label, multiple * attributeOf(who, kind)), dice, kind);
};

/** SEG-CHECK-3, SEG-RUL-18: no wound modifier; 20 worse under no movement. */
const rollLuck = (state: State, who: Combatant, dice: Dice): PercentRoll => {
  const others = [
    sumPart('SEG-NOMOVE-2', 'no movement', who.noMovement ? -20 : 0),
    sumPart('SEG-GEN-7', 'effects', effectSum(state.effects, who.id, 'luck')),
    ...adHocParts(state, who, 'check'),
  ].filter(({ value }) => value !== 0);
  return rollUnder([sumPart('SEG-CHECK-3', 'Luck', who.sheet.luck), ...others], dice, 'luck');
};

/** SEG-MELEE-1: worse than 2x is a failure. */
export const sightDegreeOf = (degree: number): SightCheck['seen'] =>
  degree === 1 ? '1x' : degree === 2 ? '2x' : 'fail';

/** SEG-GEN-7: what the GM named for a check counts once. */
export const withoutCheckModifiers = (state: State, who: string): State => ({
  ...state,
  adHocs: state.adHocs.filter((each) => each.who !== who || each.on !== 'check'),
});

const checkLine = (reader: Reader, who: string, what: string, rule: string, roll: PercentRoll) =>
  line(
    say`${ref(who)} ${roll.success ? 'makes' : 'fails'} ${what}.`,
    roll.success ? 'good' : 'bad',
    percentRowsFor(reader, who, rule, roll),
  );

export const checked = event(
  'checked',
  {
    who: combatantId,
    what: z.enum(['dex', 'per', 'luck']),
    multiple: z.int(),
    roll: percentRollSchema,
    degree: z.int().optional(),
  },
  {
    apply: (state, { who }) => withoutCheckModifiers(state, who),
    narrate: ({ who, what, multiple, roll }, { reader }) => {
      const kind = what === 'luck' ? 'a Luck save' : `${multiple}x ${what.toUpperCase()}`;
      return checkLine(reader, who, kind, 'SEG-CHECK-1', roll);
    },
  },
);

/** SEG-MELEE-1, by the degree of the PER check. */
const locating = { '1x': 'locates', '2x': 'partly locates', fail: 'does not locate' } as const;

export const sightCheckSchema = z.strictObject({
  who: combatantId,
  foe: combatantId,
  roll: degreeRollSchema,
  seen: z.enum(sightDegrees),
});

export type SightCheck = z.output<typeof sightCheckSchema>;

/** The battle with what a combatant found out about an unseen foe. */
export const withSight = (state: State, { who, foe, seen }: SightCheck): State =>
  update(state, who, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } }));

/** SEG-MELEE-7. */
export const sighted = event(
  'sighted',
  { sight: sightCheckSchema },
  {
    apply: (state, { sight }) => withSight(state, sight),
    narrate: ({ sight: { who, foe, roll, seen } }, { reader }) =>
      line(
        say`${ref(who)} ${locating[seen]} ${maskedRef(foe)}.`,
        'plain',
        degreeRowsFor(reader, who, 'SEG-MELEE-7', 'PER', roll),
      ),
  },
);

/** SEG-CHECK-5. */
export const skillRolled = event(
  'skill-rolled',
  { who: combatantId, skill: combatantId, roll: percentRollSchema },
  {
    apply: (state, { who }) => withoutCheckModifiers(state, who),
    narrate: ({ who, skill, roll }, { reader }) => checkLine(reader, who, skill, 'SEG-CHECK-5', roll),
  },
);

/** SEG-CHECK-5: the skills of a sheet, First Aid with them where it has any. */
export const skillsOf = ({ sheet: { skills = [], firstAid } }: Pick<Combatant, 'sheet'>): readonly Skill[] =>
  firstAid > 0 ? [...skills, { name: 'First Aid', chance: firstAid }] : skills;

export const offerSkills: FindParamOffers<State> = (state, { actor }) => {
  const who = findByName(state, actor);
  return who === undefined ? [] : skillsOf(who).map(({ name, chance }) => createOffer(name, `${name} ${chance}%`));
};

/** SEG-CHECK-5, SEG-RUL-36, SEG-CHECK-2: d100 at or under the skill, wounds and the like added; no roll stands by itself. */
const rollSkill = (state: State, who: Combatant, wanted: string, dice: Dice): CheckResult<RuleEvent> => {
  const skills = skillsOf(who);
  const skill = skills.find((each) => isSameName(each.name, wanted));
  if (skill === undefined)
    return refuse('NO_SUCH_SKILL', {
      who: ref(who.id),
      skill: wanted,
      skills: skills.map(({ name }) => name).join(', '),
    });
  const own = sumPart('SEG-CHECK-5', skill.name, skill.chance);
  return ok(skillRolled({ who: who.id, skill: skill.name, roll: rollPercent(state, who, own, dice, 'skill') }));
};

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
    const roll = rollAttributeMultiple(state, who, kind, multiple, draft.dice);
    const degree = degreeOf(roll.roll, attributeOf(who, kind), sumOfParts(checkParts(state, who)));
    draft.emit(checked({ who: who.id, what: kind, multiple, roll, degree }));
    return doneVerdict;
  },
});

const percent = (name: string, target: number): SheetCheck => ({
  ...{ name, notation: 'd100', succeeds: 'at-most', target },
});

/** SEG-CHECK-1. */
const multiples = [2, 3, 4, 5] as const;

/** SEG-CHECK-1, SEG-CHECK-3, SEG-CHECK-5: attributes and their multiples, Luck and skills, as the sheet has them. */
export const sheetChecks = (sheet: Sheet): readonly SheetCheck[] => {
  const attributes = [
    ['PER', sheet.per],
    ['DEX', sheet.dex],
  ] as const;
  return [
    ...attributes.map(([name, value]) => percent(name, value)),
    percent('Luck', sheet.luck),
    ...skillsOf({ sheet }).map(({ name, chance }) => percent(name, chance)),
    ...attributes.flatMap(([name, value]) => multiples.map((by) => percent(`${by}x ${name}`, by * value))),
  ];
};
