import { z } from 'zod';
import { phrase } from '../../core/language.ts';
import { maskedRef, ref, say } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line } from '../../rules/lines.ts';
import { degreeRow, percentRow } from './rows.ts';
import {
  type Combatant,
  combatantId,
  type DegreeRoll,
  degreeRollSchema,
  effectiveDex,
  event,
  type PercentRoll,
  percentRollSchema,
  type State,
  type SumPart,
  sightDegrees,
  update,
} from './state.ts';
import { isDegreeVisible, isSumVisible } from './visibility.ts';
import { currentWound } from './wounds.ts';

/** SEG-WOUND-1, SEG-RUL-36, SEG-GEN-7: what is added to every check of this combatant just now. */
const checkParts = (state: State, who: Combatant): readonly SumPart[] =>
  [
    { rule: 'SEG-WOUND-1', label: 'wounds', value: currentWound(state, who).modifier },
    ...state.adHocs
      .filter((each) => each.who === who.id && each.on === 'check')
      .map(({ reason, amount }) => ({ rule: 'SEG-GEN-7', label: reason, value: amount })),
    { rule: 'SEG-GEN-7', label: 'effects', value: effectSum(state.effects, who.id, 'check') },
  ].filter(({ value }) => value !== 0);

const sum = (parts: readonly SumPart[]): number => parts.reduce((total, { value }) => total + value, 0);

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
  const modifier = sum(checkParts(state, who));
  const roll = dice.roll(100, name);
  return { roll, attribute, modifier, degree: degreeOf(roll, attribute, modifier) };
};

/** d100 at or under a base and all that applies to checks. */
export const rollPercent = (state: State, who: Combatant, base: SumPart, dice: Dice, name: string): PercentRoll => {
  const parts = [base, ...checkParts(state, who)];
  const target = sum(parts);
  const roll = dice.roll(100, name);
  return { roll, target, success: roll <= target, parts };
};

/** SEG-CHECK-1: one multiple of an attribute. */
export const rollAttributeMultiple = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  multiple: number,
  dice: Dice,
): PercentRoll =>
  rollPercent(
    state,
    who,
    {
      rule: 'SEG-CHECK-1',
      label: phrase`${multiple}x ${kind.toUpperCase()}`,
      value: multiple * attributeOf(who, kind),
    },
    dice,
    kind,
  );

/** SEG-CHECK-1: one multiple of an attribute, and the degree that the roll reaches. */
export const rollAttributeMultipleAndDegree = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  multiple: number,
  dice: Dice,
): { readonly roll: PercentRoll; readonly degree: number } => {
  const roll = rollAttributeMultiple(state, who, kind, multiple, dice);
  return { roll, degree: degreeOf(roll.roll, attributeOf(who, kind), sum(checkParts(state, who))) };
};

/** SEG-CHECK-3, SEG-RUL-18: no wound modifier; 20 worse under no movement. */
export const rollLuck = (state: State, who: Combatant, dice: Dice): PercentRoll => {
  const parts = [
    { rule: 'SEG-CHECK-3', label: 'Luck', value: who.sheet.luck },
    ...(who.noMovement ? [{ rule: 'SEG-NOMOVE-2', label: 'no movement', value: -20 }] : []),
    { rule: 'SEG-GEN-7', label: 'effects', value: effectSum(state.effects, who.id, 'luck') },
    ...state.adHocs
      .filter((each) => each.who === who.id && each.on === 'check')
      .map(({ reason, amount }) => ({ rule: 'SEG-GEN-7', label: reason, value: amount })),
  ].filter(({ value, label }) => value !== 0 || label === 'Luck');
  const target = sum(parts);
  const roll = dice.roll(100, 'luck');
  return { roll, target, success: roll <= target, parts };
};

/** SEG-MELEE-1: worse than 2x is a failure. */
export const sightDegreeOf = (degree: number): SightCheck['seen'] =>
  degree === 1 ? '1x' : degree === 2 ? '2x' : 'fail';

/** SEG-GEN-7: what the GM named for a check counts once. */
export const withoutCheckModifiers = (state: State, who: string): State => ({
  ...state,
  adHocs: state.adHocs.filter((each) => each.who !== who || each.on !== 'check'),
});

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
      return line(
        say`${ref(who)} ${roll.success ? 'makes' : 'fails'} ${kind}.`,
        roll.success ? 'good' : 'bad',
        isSumVisible(reader, who, 'checks', roll.parts) ? [percentRow('SEG-CHECK-1', roll)] : [],
      );
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

/** SEG-MELEE-7. */
export const sighted = event(
  'sighted',
  { sight: sightCheckSchema },
  {
    apply: (state, event) => {
      const { who, foe, seen } = event.sight;
      return update(state, who, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } }));
    },
    narrate: ({ sight: { who, foe, roll, seen } }, { reader }) =>
      line(
        say`${ref(who)} ${locating[seen]} ${maskedRef(foe)}.`,
        'plain',
        isDegreeVisible(reader, who, roll) ? [degreeRow('SEG-MELEE-7', 'PER', roll)] : [],
      ),
  },
);
