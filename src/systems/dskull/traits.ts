import type { Settings } from './settings.ts';
import { traitCopies, type Warrior } from './state.ts';

/** All traits. `needs`: the trait that a warrior must have first. `rule`: of its dice step. Section 6; DS-TRAIT-14. */
export const traits: Readonly<Record<string, { readonly needs?: string; readonly rule?: string }>> = {
  strong: { rule: 'DS-TRAIT-2' },
  'very-strong': { needs: 'strong', rule: 'DS-TRAIT-3' },
  brave: { rule: 'DS-TRAIT-5' },
  'very-brave': { needs: 'brave', rule: 'DS-TRAIT-6' },
  intimidating: { rule: 'DS-TRAIT-7' },
  fearsome: {},
  'awe-inspiring': {},
  tough: { rule: 'DS-TRAIT-10' },
  fragile: { rule: 'DS-TRAIT-10' },
  'weak-willed': { rule: 'DS-TRAIT-5' },
  'strong-willed': { rule: 'DS-TRAIT-5' },
  slow: {},
  'very-slow': {},
  fast: {},
  'very-fast': {},
  'fleet-footed': {},
  small: {},
  berserk: {},
};

/** Traits of each race. Races added by the GM have none. DS-DATA-7. */
export const racialTraits: Readonly<Record<string, readonly string[]>> = {
  human: [],
  orc: ['tough', 'weak-willed'],
  dwarf: ['slow', 'tough', 'strong-willed'],
  elf: ['fleet-footed', 'fragile'],
  goblin: ['slow', 'weak-willed', 'fragile', 'small'],
};

/** Traits and Medicine level that each body gives, if the GM allows that body. DS-DATA-6, RULING-28. */
export const bodyTypes: Readonly<Record<string, { readonly traits: readonly string[]; readonly medicine?: number }>> = {
  grunt: { traits: [] },
  bruiser: { traits: ['strong'] },
  scout: { traits: ['fast'] },
  guardian: { traits: ['tough'] },
  healer: { traits: [], medicine: 0 },
};

/** Extra movement points from fast traits for each Movement action. DS-TRAIT-12. */
export const fastBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'fast') + 2 * traitCopies(warrior, 'very-fast') + traitCopies(warrior, 'fleet-footed');

/** Movement points lost to slow traits, 0 or more. DS-TRAIT-11. */
export const slowPenalty = (warrior: Warrior): number =>
  traitCopies(warrior, 'slow') + 2 * traitCopies(warrior, 'very-slow');

/** Dice steps of a warrior’s traits, by trait. `each`: the step of one copy. */
const traitSteps = (warrior: Warrior, each: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(each).map(([trait, step]) => [trait, step * traitCopies(warrior, trait)]));

/** Dice steps that traits add to a test, by trait. DS-TRAIT-2, DS-TRAIT-3, DS-TRAIT-5, DS-TRAIT-6, DS-TRAIT-7. */
export const testTraitSteps = (warrior: Warrior, skill: string): Readonly<Record<string, number>> => {
  switch (skill) {
    case 'morale':
      return traitSteps(warrior, { brave: 1, 'very-brave': 1, 'strong-willed': 1, 'weak-willed': -1 });
    case 'strength':
      return traitSteps(warrior, { strong: 1, 'very-strong': 1 });
    case 'persuasion':
      return traitSteps(warrior, { intimidating: 1 });
    default:
      return {};
  }
};

/** Dice steps that traits add to injury rolls, by trait. DS-TRAIT-10. */
export const toughnessSteps = (warrior: Warrior, { injury }: Settings): Readonly<Record<string, number>> =>
  traitSteps(warrior, { tough: injury.toughStep, fragile: injury.fragileStep });

/** Dice step on armour and injury rolls if the attacker spends ADV: −2, −1 or 0. DS-TRAIT-3, DS-TRAIT-4, RULING-26. */
export const advEffect = (warrior: Warrior, how: 'best' | 'strong'): -2 | -1 | 0 =>
  how === 'best' && traitCopies(warrior, 'very-strong') > 0 ? -2 : traitCopies(warrior, 'strong') > 0 ? -1 : 0;
