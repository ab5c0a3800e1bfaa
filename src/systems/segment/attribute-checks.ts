import { z } from 'zod';
import { masked, ref, say } from '../../core/message.ts';
import type { Dice } from '../../dice/dice.ts';
import { effectSum } from '../../rules/effects.ts';
import { line } from '../../rules/lines.ts';
import { combatant, oneOf, whole } from '../../rules/params.ts';
import { done } from '../../rules/verb.ts';
import { commanded, enemies, notOver } from './checks.ts';
import { degreeRow, percentRow } from './rows.ts';
import {
  type Combatant,
  called,
  type DegreeRoll,
  degreeSchema,
  degrees,
  effectiveDex,
  event,
  name,
  on,
  order,
  type Part,
  type PercentRoll,
  percentSchema,
  type State,
} from './state.ts';
import { tellsDegree, tellsSum } from './visibility.ts';
import { woundNow } from './wounds.ts';

/** SEG-WOUND-1, SEG-RUL-36, SEG-GEN-7: what is added to every check of this combatant just now. */
const checkParts = (state: State, who: Combatant): readonly Part[] =>
  [
    { rule: 'SEG-WOUND-1', label: 'wounds', value: woundNow(state, who).modifier },
    ...state.adHocs
      .filter((each) => each.who === who.id && each.on === 'check')
      .map(({ reason, amount }) => ({ rule: 'SEG-GEN-7', label: reason, value: amount })),
    { rule: 'SEG-GEN-7', label: 'effects', value: effectSum(state.effects, who.id, 'check') },
  ].filter(({ value }) => value !== 0);

const sum = (parts: readonly Part[]): number => parts.reduce((total, { value }) => total + value, 0);

/** SEG-CHECK-1, SEG-RUL-37: the smallest multiple of the attribute that the roll reaches; 5 when 4x fails. SEG-CHECK-2, SEG-RUL-38: no roll stands by itself. */
const degreeOf = (roll: number, attribute: number, modifier: number): number =>
  [1, 2, 3, 4].find((multiple) => roll <= multiple * attribute + modifier) ?? 5;

const attributeOf = (who: Combatant, attribute: 'dex' | 'per'): number =>
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
const rollLuck = (state: State, who: Combatant, dice: Dice): PercentRoll => {
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
export const seenBy = (degree: number): Sight['seen'] => (degree === 1 ? '1x' : degree === 2 ? '2x' : 'fail');

export const checked = event(
  'checked',
  {
    who: name,
    what: z.enum(['dex', 'per', 'luck']),
    multiple: z.int(),
    roll: percentSchema,
    degree: z.int().optional(),
  },
  {
    apply: (state, event) => ({
      ...state,
      adHocs: state.adHocs.filter((each) => each.who !== event.who || each.on !== 'check'),
    }),
    tell: ({ who, what, multiple, roll }, { reader }) => {
      const kind = what === 'luck' ? 'a Luck save' : `${multiple}x ${what.toUpperCase()}`;
      return line(
        say`${ref(who)} ${roll.success ? 'makes' : 'fails'} ${kind}.`,
        roll.success ? 'good' : 'bad',
        tellsSum(reader, who, 'checks', roll.parts) ? [percentRow('SEG-CHECK-1', roll)] : [],
      );
    },
  },
);

/** SEG-MELEE-1, by the degree of the PER check. */
const locating = { '1x': 'locates', '2x': 'half locates', fail: 'does not locate' } as const;

export const sightSchema = z.strictObject({ who: name, foe: name, roll: degreeSchema, seen: z.enum(degrees) });

export type Sight = z.output<typeof sightSchema>;

/** SEG-MELEE-7. */
export const sighted = event(
  'sighted',
  { sight: sightSchema },
  {
    apply: (state, event) => {
      const { who, foe, seen } = event.sight;
      return on(state, who, ({ unseen }) => ({ unseen: { ...unseen, [foe]: seen } }));
    },
    tell: ({ sight: { who, foe, roll, seen } }, { reader }) =>
      line(
        say`${ref(who)} ${locating[seen]} ${masked(foe)}.`,
        'plain',
        tellsDegree(reader, who, roll) ? [degreeRow('SEG-MELEE-7', 'PER', roll)] : [],
      ),
  },
);

/** SEG-CHECK; against a named unseen foe it counts for SEG-MELEE-1 (setting `unseenCheck`: gm). */
export const check = order({
  summary: 'Roll DEX, PER or Luck',
  role: 'player',
  params: z.strictObject({
    kind: oneOf('What is tested', ['dex', 'per', 'luck'] as const),
    multiple: whole('How many times the attribute', 1, 5).default(1),
    foe: combatant('PER: the unseen foe it is for').optional(),
  }),
  offers: { foe: enemies },
  resolve: (draft, call, { kind, multiple, foe: named }) => {
    const state = draft.now();
    const running = notOver(state);
    if (!running.ok) return running;
    const found = commanded(state, call);
    if (!found.ok) return found;
    const who = found.value;
    const foe = named === undefined ? undefined : called(state, named);
    if (kind === 'per' && foe !== undefined) {
      const roll = rollDegree(state, who, 'per', draft.dice);
      draft.emit({ type: 'sighted', sight: { who: who.id, foe: foe.id, roll, seen: seenBy(roll.degree) } });
      return done;
    }
    if (kind === 'luck') {
      draft.emit({ type: 'checked', who: who.id, what: kind, multiple: 1, roll: rollLuck(state, who, draft.dice) });
      return done;
    }
    const roll = rollMultiple(state, who, kind, multiple, draft.dice);
    const modifier = checkParts(state, who).reduce((sum, { value }) => sum + value, 0);
    const degree = degreeOf(roll.roll, attributeOf(who, kind), modifier);
    draft.emit({ type: 'checked', who: who.id, what: kind, multiple, roll, degree });
    return done;
  },
});
