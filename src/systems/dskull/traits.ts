import type { Settings } from './settings.ts';
import { traitCopies, type Warrior } from './state.ts';

/** All traits. `needs`: the trait that a warrior must have first. Section 6; DS-TRAIT-14. */
export const traits: Readonly<Record<string, { readonly needs?: string }>> = {
  strong: {},
  'very-strong': { needs: 'strong' },
  brave: {},
  'very-brave': { needs: 'brave' },
  intimidating: {},
  fearsome: {},
  'awe-inspiring': {},
  tough: {},
  fragile: {},
  'weak-willed': {},
  'strong-willed': {},
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

/** Dice steps that traits add to Morale tests. DS-TRAIT-5, DS-TRAIT-6. */
export const moraleBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'brave') +
  traitCopies(warrior, 'very-brave') +
  traitCopies(warrior, 'strong-willed') -
  traitCopies(warrior, 'weak-willed');

/** Dice steps that traits add to Strength tests. DS-TRAIT-2, DS-TRAIT-3. */
export const strengthBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'strong') + traitCopies(warrior, 'very-strong');

/** Dice steps that traits add to Persuasion tests. DS-TRAIT-7. */
export const persuasionBonus = (warrior: Warrior): number => traitCopies(warrior, 'intimidating');

/** Dice steps that traits add to injury rolls. DS-TRAIT-10. */
export const toughnessStep = (warrior: Warrior, { injury }: Settings): number =>
  injury.toughStep * traitCopies(warrior, 'tough') + injury.fragileStep * traitCopies(warrior, 'fragile');

/** Dice step on armour and injury rolls if the attacker spends ADV: −2, −1 or 0. DS-TRAIT-3, DS-TRAIT-4, RULING-26. */
export const advEffect = (warrior: Warrior, how: 'best' | 'strong'): -2 | -1 | 0 =>
  how === 'best' && traitCopies(warrior, 'very-strong') > 0 ? -2 : traitCopies(warrior, 'strong') > 0 ? -1 : 0;
