import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { effectiveDex } from './battle.ts';
import type { DegreeRoll, Part, PercentRoll } from './events.ts';
import type { Combatant, State } from './model.ts';
import { woundNow } from './wounds.ts';

/** SEG-WOUND-1, SEG-GEN-7: what is added to every check of this combatant just now. */
export const checkParts = (state: State, who: Combatant): readonly Part[] =>
  [
    { rule: 'SEG-WOUND-1', label: 'wounds', value: woundNow(state, who).modifier },
    ...state.adHocs
      .filter((each) => each.who === who.id && each.on === 'check')
      .map(({ reason, amount }) => ({ rule: 'SEG-GEN-7', label: reason, value: amount })),
    { rule: 'SEG-GEN-7', label: 'effects', value: effectSum(state.effects, who.id, 'check') },
  ].filter(({ value }) => value !== 0);

const sum = (parts: readonly Part[]): number => parts.reduce((total, { value }) => total + value, 0);

/** SEG-CHECK-1, SEG-CHECK-2: the smallest multiple of the attribute that the roll reaches; 5 when 4x fails. */
export const degreeOf = (roll: number, attribute: number, modifier: number): number =>
  [1, 2, 3, 4].find((multiple) => roll <= multiple * attribute + modifier) ?? 5;

export const attributeOf = (who: Combatant, attribute: 'dex' | 'per'): number =>
  attribute === 'dex' ? effectiveDex(who) : who.sheet.per;

export const rollDegree = (
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
export const rollPercent = (state: State, who: Combatant, base: Part, dice: Dice, name: string): PercentRoll => {
  const parts = [base, ...checkParts(state, who)];
  const target = sum(parts);
  const roll = dice.roll(100, name);
  return { roll, target, success: roll <= target, parts };
};

/** SEG-CHECK-1: one multiple of an attribute. */
export const rollMultiple = (
  state: State,
  who: Combatant,
  kind: 'dex' | 'per',
  multiple: number,
  dice: Dice,
): PercentRoll =>
  rollPercent(
    state,
    who,
    { rule: 'SEG-CHECK-1', label: `${multiple}x ${kind.toUpperCase()}`, value: multiple * attributeOf(who, kind) },
    dice,
    kind,
  );

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
