import { sameName } from '../../core/text.ts';
import type { Combatant, Settings, Spell } from './model.ts';

/** SEG-CAST-4: up to this rank, segments for a GK and an SK spell. */
const times = [
  [5, 6, 7],
  [10, 5, 6],
  [15, 4, 5],
  [20, 3, 4],
  [21, 2, 3],
] as const;

/** SEG-CAST-4, SEG-CAST-7, SEG-RUL-47, SEG-RUL-48: segments from beginning to going off. */
export const castingTime = (
  { castingTime: own, rank = 0, knowledge = 'GK' }: Pick<Spell, 'castingTime' | 'rank' | 'knowledge'>,
  { roundSpellSegments }: Pick<Settings, 'roundSpellSegments'>,
): number => {
  if (own === 'round') return roundSpellSegments;
  if (own !== undefined) return own;
  const [, gk, sk] = times.find(([most]) => rank <= most) ?? [22, 1, 2];
  return knowledge === 'GK' ? gk : sk;
};

/** A spell on the sheet that can be cast at all: a mage's rank is at least 1. */
export const castable = ({ sheet }: Combatant, name: string): Spell | undefined =>
  sheet.spells.find((spell) => sameName(spell.name, name) && (spell.tradition === 'cleric' || (spell.rank ?? 0) >= 1));

/** What is left for a spell, and what it takes; SEG-CAST-1. */
export const powerFor = (
  { energy, uses }: Combatant,
  spell: Spell,
): { readonly enough: boolean; readonly left: number; readonly cost: number } => {
  const left = uses[spell.name];
  if (left !== undefined && left < 1) return { enough: false, left, cost: 1 };
  return spell.cost > 0 && energy !== undefined
    ? { enough: energy >= spell.cost, left: energy, cost: spell.cost }
    : { enough: true, left: left ?? 0, cost: 0 };
};

/** SEG-CAST-2, 3, 5, 7: when a spell begins and goes off by an initiative, or that it is carried. */
export const castingPlan = (
  spell: Spell,
  initiative: number,
  settings: Settings,
): { readonly begins: number; readonly goesOff: number; readonly carried: boolean } => {
  const round = spell.castingTime === 'round';
  const begins = round && initiative >= 10 ? 10 : initiative;
  const goesOff = begins - castingTime(spell, settings);
  return { begins, goesOff, carried: goesOff <= -6 || (round && initiative < 10) };
};
