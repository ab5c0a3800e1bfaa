import { refuse } from '../../core/refusal.ts';
import { ok } from '../../core/result.ts';
import type { Dice } from '../../dice/dice.ts';
import { powerTable } from '../../dice/power-table.ts';
import type { Damage } from './damage.ts';
import { rollTwoDice, type SumPart } from './dice.ts';
import type { CheckResult, Unit } from './state.ts';

/** SW-POWER-3, SW-POWER-5. A base power outside the table is refused. */
export const requirePowerInTable = (power: number): CheckResult<number> =>
  Number.isInteger(power) && power >= 0 && power <= 100 ? ok(power) : refuse('E_BAD_POWER');

/** SW-POWER-3, SW-RUL-37. What raises or lowers power stops at the table's ends. */
export const clampPower = (power: number): number => Math.max(0, Math.min(100, power));

/**
 * SW-CRIT-6, SW-CRIT-7, SW-RUL-38. The sum of base and changes; below 8 it is 8, from 13 on no critical is possible.
 */
export const criticalValue = (base: number, changes: readonly number[]): { effective: number; canCrit: boolean } => {
  const sum = changes.reduce((total, change) => total + change, base);
  const effective = Math.min(13, Math.max(8, sum));
  return { effective, canCrit: effective < 13 };
};

/** SW-CRIT-4. What metal armour adds against physical damage. */
export const metalArmorPart = ({ sheet }: Pick<Unit, 'sheet'>, type: Damage['type']): SumPart => ({
  rule: 'SW-CRIT-4',
  says: 'metal armour',
  value: sheet.metalArmor !== false && type === 'physical' ? 1 : 0,
});

/** SW-CRIT-4. The same of named parts, which are given where anything changes the first of them. */
export const criticalFromParts = (
  base: SumPart,
  changes: readonly SumPart[],
): { effective: number; canCrit: boolean; cParts?: SumPart[] } => {
  const changing = changes.filter(({ value }) => value !== 0);
  const critical = criticalValue(
    base.value,
    changing.map(({ value }) => value),
  );
  return { ...critical, ...(changing.length > 0 && { cParts: [base, ...changing] }) };
};

/** SW-POWER-1, SW-POWER-2. One row of the table; null for 1+1. */
export const powerValue = (power: number, total: number): number | null => powerTable[power]?.[total - 2] ?? null;

export type PowerRoll = Pick<Damage, 'rolls' | 'criticals' | 'powerTotal' | 'autoFail'>;

/**
 * SW-POWER-6, SW-CRIT-1, SW-CRIT-3. 2d on a row, again after each critical; 1+1 fails on the first roll only. Each pass
 * rolls, so the ceiling on an order's dice ends a chain at the latest.
 */
export const rollPower = (dice: Dice, name: string, power: number, c: number, canCrit: boolean): PowerRoll => {
  const rolls: PowerRoll['rolls'] = [];
  let again = true;
  while (again) {
    const fell = rollTwoDice(dice, name);
    const total = fell[0] + fell[1];
    const value = powerValue(power, total);
    rolls.push({ dice: fell, total, value: rolls.length === 0 ? value : (value ?? 0) });
    again = canCrit && total >= c;
  }
  return {
    rolls,
    criticals: rolls.length - 1,
    powerTotal: rolls.reduce((sum, { value }) => sum + (value ?? 0), 0),
    autoFail: rolls[0]?.value === null,
  };
};
