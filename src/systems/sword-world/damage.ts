import type { Damage, Part } from './events.ts';
import { guardFeats } from './feats.ts';
import type { State, Unit } from './model.ts';
import type { PowerRoll } from './power.ts';
import { sumOf } from './rolls.ts';
import type { Body, Change, DamageType } from './sheet.ts';
import { effectTotal, hostile } from './units.ts';

/** What kind of damage is dealt: SW-DMG-1, SW-ATTR-1. */
export interface Harm {
  readonly type: DamageType;
  readonly attributes: readonly string[];
}

/** SW-DMG-6. A change applies where damage type and attribute match. */
export const matches = (change: Change, { type, attributes }: Harm): boolean =>
  (change.type === 'any' || change.type === type) &&
  (change.attribute === undefined || attributes.includes(change.attribute));

const matching = (rule: string, says: string, changes: readonly (Change | undefined)[], harm: Harm): Part[] =>
  changes.flatMap((change) =>
    change !== undefined && matches(change, harm)
      ? [{ rule, says: change.attribute ?? says, value: change.value }]
      : [],
  );

/** SW-DMG-6, SW-ATTR-2. What the attacker has, and the target's weaknesses once they are known. */
export const increasesFor = (
  state: State,
  attacker: Unit,
  target: Unit,
  harm: Harm,
  more: readonly { readonly id: string; readonly increase?: Change | undefined }[],
): Part[] => [
  ...matching('SW-DMG-6', 'increase', attacker.sheet.increases, harm),
  ...attacker.effects.flatMap(({ id, increase }) => matching('SW-DMG-6', id, [increase], harm)),
  ...more.flatMap(({ id, increase }) => matching('SW-FEAT-1', id, [increase], harm)),
  ...hungPart(state, attacker, 'increase'),
  ...(target.weaknessKnown && (target.sheet.kind !== 'mount' || hostile(attacker, target))
    ? target.sheet.weaknesses.flatMap(({ attribute, damageType, bonus }) =>
        matching('SW-ATTR-2', 'weakness', [{ value: bonus, type: damageType ?? 'any', attribute }], harm),
      )
    : []),
];

/** SW-DMG-7. Defense against physical damage, and every reduction that matches. */
export const reductionsFor = (
  state: State,
  attacker: Unit | undefined,
  target: Unit,
  body: Body,
  harm: Harm,
  more: readonly { readonly id: string; readonly reduction?: Change | undefined }[],
): Part[] => [
  ...(harm.type === 'physical' ? [{ rule: 'SW-DMG-1', says: 'Defense', value: defenseOf(state, target, body) }] : []),
  ...matching('SW-DMG-7', 'reduction', target.sheet.reductions, harm),
  ...target.effects.flatMap(({ id, reduction }) => matching('SW-DMG-7', id, [reduction], harm)),
  ...guardFeats(target).flatMap(({ id, reduction }) => matching('SW-FEAT-1', id, [reduction], harm)),
  ...(attacker === undefined ? [] : more.flatMap(({ id, reduction }) => matching('SW-FEAT-1', id, [reduction], harm))),
  ...hungPart(state, target, 'reduction'),
];

const hungPart = (state: State, unit: Unit, term: 'increase' | 'reduction'): Part[] => {
  const value = state.effects.reduce(
    (sum, { who, modifiers }) => sum + (who === unit.id ? (modifiers[term] ?? 0) : 0),
    0,
  );
  return value === 0 ? [] : [{ rule: term === 'increase' ? 'SW-DMG-6' : 'SW-DMG-7', says: 'the GM', value }];
};

export const defenseOf = (state: State, unit: Unit, body: Body): number =>
  body.defense + effectTotal(state, unit, 'defense');

export interface Blow {
  readonly harm: Harm;
  readonly power?: number | undefined;
  readonly c?: number | undefined;
  readonly canCrit: boolean;
  readonly roll: PowerRoll;
  readonly extra: number;
  readonly half: boolean;
  readonly increases: readonly Part[];
  readonly reductions: readonly Part[];
}

/**
 * SW-DMG-2..7, SW-DMG-11. Calculated (halved upward), total, applied. An automatic failure deals nothing (SW-POWER-6);
 * only the applied damage stops at 0.
 */
export const dealt = ({ harm, power, c, canCrit, roll, extra, half, increases, reductions }: Blow): Damage => {
  const { autoFail } = roll;
  const sum = roll.powerTotal + extra;
  const calculated = autoFail ? 0 : half ? halved(sum) : sum;
  const increase = autoFail ? 0 : sumOf(increases);
  const total = calculated + increase;
  const reduction = sumOf(reductions);
  return {
    type: harm.type,
    attributes: [...harm.attributes],
    ...(power !== undefined && { power }),
    ...(c !== undefined && { c }),
    canCrit,
    ...roll,
    extra: autoFail ? 0 : extra,
    half,
    calculated,
    increases: autoFail ? [] : [...increases],
    increase,
    total,
    reductions: [...reductions],
    reduction,
    applied: autoFail ? 0 : Math.max(0, total - reduction),
  };
};

/** SW-DMG-5, SW-RUL-40. Half, fractions up. */
export const halved = (value: number): number => Math.ceil(value / 2) || 0;
