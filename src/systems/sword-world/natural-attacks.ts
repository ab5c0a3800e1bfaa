import { formatSigned, isSameName, ok, phrase, refuse } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { Dice } from '../../dice/dice.ts';
import { isBodyAble } from './conditions.ts';
import { type Critical, criticalFromParts, metalArmorPart, type PowerRoll, rollPower } from './damage.ts';
import { rollTwoDice, type SumPart } from './dice.ts';
import type { Attack, Body } from './sheet.ts';
import type { CheckResult, Turn, Unit } from './state.ts';

/** A body’s natural attacks and abilities, in the order of the sheet. The first is the default attack. SW-ATK-9. */
export const attacksOf = ({ attack, attacks = [] }: Pick<Body, 'attack' | 'attacks'>): readonly Attack[] =>
  attack ? [attack, ...attacks] : attacks;

/** True if an attack is resisted or affects an area, so that the target rolls no Evasion. SW-ATK-9, SW-ATK-11. */
export const isResistedAttack = ({ resist, shape = 'target' }: Attack): boolean =>
  resist !== undefined || shape !== 'target';

/** The attacks that roll Accuracy against Evasion. SW-ATK-9. */
export const accuracyAttacks = (body: Pick<Body, 'attack' | 'attacks'>): readonly Attack[] =>
  attacksOf(body).filter((attack) => !isResistedAttack(attack));

export const findAttack = (body: Body, name: string): Attack | undefined =>
  attacksOf(body).find(({ id }) => id !== undefined && isSameName(id, name));

/** True if the body has a Major Action left in the turn. SW-ACT-3, SW-MULTI-2, SW-ATK-12. */
export const hasMajorActionLeft = ({ majors = 1 }: Pick<Body, 'majors'>, id: string, turn: Turn | undefined): boolean =>
  (turn?.majors ?? []).filter((used) => used === id).length < majors;

/** True if the body can act and has a Major Action left. */
export const mayStillAct = (unit: Unit, body: Body): boolean =>
  isBodyAble(unit, body) && hasMajorActionLeft(body, body.id, unit.turn);

/** The section that uses an ability: the first section with it that may still act. SW-ATK-9. */
export const findSectionWithAbility = (unit: Unit, ability: string): Body | undefined => {
  const own = unit.bodies.filter((body) => findAttack(body, ability));
  return own.find((body) => mayStillAct(unit, body)) ?? own[0];
};

/** Refuses an attack if the body has too few MP or no uses left. SW-ATK-12, SW-SPELL-2. */
export const requireAffordableAttack = (body: Body, attack: Attack): CheckResult<true> => {
  const { id = '', uses, mpCost = 0 } = attack;
  if (uses !== undefined && (ownValue(body.used, id) ?? 0) >= uses) return refuse('E_USED_UP', { ability: id });
  return body.mp < mpCost ? refuse('E_NO_MP', { have: body.mp, need: mpCost }) : ok(true);
};

/** The body after using an ability, with fewer MP and fewer uses left. */
export const bodyAfterUse = (body: Body, ability: string | undefined, cost: number): Partial<Body> => ({
  ...(cost > 0 && { mp: Math.max(0, body.mp - cost) }),
  ...(ability !== undefined && { used: { ...body.used, [ability]: (ownValue(body.used, ability) ?? 0) + 1 } }),
});

/** The damage of an attack before increases and reductions. */
export interface DamageFormula {
  /** The row of the power table. Undefined if the damage does not use the table. */
  readonly power?: number;
  readonly c?: number;
  readonly cParts?: readonly SumPart[];
  readonly canCrit: boolean;
  readonly extra: number;
  readonly rollPower: (dice: Dice, canCrit: boolean) => PowerRoll;
}

/** The damage formula of a row of the power table. */
export const powerFormula = (power: number, { effective: c, ...critical }: Critical, extra: number): DamageFormula => ({
  ...{ power, c, ...critical, extra },
  rollPower: (dice, crits) => rollPower(dice, 'power', power, c, crits),
});

const plainRoll = (pair: readonly [number, number] | undefined): PowerRoll => {
  const total = pair ? pair[0] + pair[1] : 0;
  const rolls = pair ? [{ dice: [pair[0], pair[1]] as [number, number], total, value: total }] : [];
  return { rolls, criticals: 0, powerTotal: total, autoFail: false };
};

/** Damage of a natural attack: 2d + X, a flat number, or a row of the power table. SW-DMG-9, SW-DMG-10, SW-ATK-10. */
export const naturalDamage = ({ id, damage, damageType }: Attack, target: Unit): DamageFormula => {
  if ('x' in damage)
    return { canCrit: false, extra: damage.x, rollPower: (dice) => plainRoll(rollTwoDice(dice, 'damage')) };
  if ('flat' in damage) return { canCrit: false, extra: damage.flat, rollPower: () => plainRoll(undefined) };
  const base = { rule: 'SW-CRIT-4', says: id ?? 'base', value: damage.c ?? 10 };
  return powerFormula(damage.power, criticalFromParts(base, [metalArmorPart(target, damageType)]), damage.extra ?? 0);
};

/** Formats the damage of an attack: `2d+6`, `5`, `power 20+4`. */
export const formatAttackDamage = ({ damage }: Attack): string =>
  'x' in damage
    ? `2d${formatSigned(damage.x)}`
    : 'flat' in damage
      ? String(damage.flat)
      : phrase`power ${`${damage.power}${damage.extra ? formatSigned(damage.extra) : ''}`}`;
