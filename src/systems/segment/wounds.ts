import { effectSum } from '../../rules/effects.ts';
import type { Combatant, State } from './state.ts';

/** Wound levels with a modifier, worst first. `most` is the highest number of hit points of the level. SEG-WOUND-1. */
const woundRows = [
  { most: 5, modifier: -30, level: 'very-badly-last' },
  { most: 10, modifier: -20, level: 'very-badly' },
  { most: 20, modifier: -10, level: 'badly' },
] as const;

/** Names of the wound levels; the rulebook gives two rows the same name. SEG-RUL-35. */
export const woundNames = {
  unhurt: 'Unhurt',
  wounded: 'Wounded',
  bloodied: 'Bloodied',
  badly: 'Badly wounded',
  'very-badly': 'Very badly wounded',
  'very-badly-last': 'Very badly wounded, last stage',
} as const;

/** Wound level at `hp`; levels already reached at the start do not count. SEG-WOUND-2, SEG-WOUND-3, SEG-RUL-34. */
const woundOf = (hp: number, maxHp: number, starting = maxHp) => {
  const from = woundRows.find(({ most }) => starting <= most)?.most ?? Number.POSITIVE_INFINITY;
  const row = woundRows.find(({ most }) => hp <= most && most < from);
  if (row !== undefined) return { level: row.level, modifier: row.modifier };
  const level = hp >= maxHp ? 'unhurt' : 2 * hp < maxHp ? 'bloodied' : 'wounded';
  return { level, modifier: 0 } as const;
};

/** The wound level at the combatant’s current hit points. SEG-WOUND-4. */
export const currentWound = ({ settings }: State, { hp, entryHp, sheet }: Combatant) =>
  woundOf(hp, sheet.maxHp, settings.startingHp === 'entry' ? entryHp : sheet.maxHp);

/** TMR after wounds and effects (feet a round). SEG-MOVE-3. */
export const effectiveTmr = (state: State, combatant: Combatant): number =>
  Math.max(
    0,
    combatant.sheet.tmr + currentWound(state, combatant).modifier + effectSum(state.effects, combatant.id, 'tmr'),
  );
