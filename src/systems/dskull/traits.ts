import type { Settings } from './settings.ts';
import { traitCopies, type Warrior } from './state.ts';

/** All traits, with the trait each requires. Section 6, DS-TRAIT-14. */
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

/** Racial traits. Races added by the GM have none. DS-DATA-7. */
export const racialTraits: Readonly<Record<string, readonly string[]>> = {
  human: [],
  orc: ['tough', 'weak-willed'],
  dwarf: ['slow', 'tough', 'strong-willed'],
  elf: ['fleet-footed', 'fragile'],
  goblin: ['slow', 'weak-willed', 'fragile', 'small'],
};

/** What bodies give if the GM allows them. DS-DATA-6, RULING-28. */
export const bodyTypes: Readonly<Record<string, { readonly traits: readonly string[]; readonly medicine?: number }>> = {
  grunt: { traits: [] },
  bruiser: { traits: ['strong'] },
  scout: { traits: ['fast'] },
  guardian: { traits: ['tough'] },
  healer: { traits: [], medicine: 0 },
};

/** Extra movement points of a Movement action. DS-TRAIT-12. */
export const fastBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'fast') + 2 * traitCopies(warrior, 'very-fast') + traitCopies(warrior, 'fleet-footed');

/** Movement points lost, as a number of 0 or more. DS-TRAIT-11. */
export const slowPenalty = (warrior: Warrior): number =>
  traitCopies(warrior, 'slow') + 2 * traitCopies(warrior, 'very-slow');

/** DS-TRAIT-5, DS-TRAIT-6. */
export const moraleBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'brave') +
  traitCopies(warrior, 'very-brave') +
  traitCopies(warrior, 'strong-willed') -
  traitCopies(warrior, 'weak-willed');

/** DS-TRAIT-2, DS-TRAIT-3. */
export const strengthBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'strong') + traitCopies(warrior, 'very-strong');

/** DS-TRAIT-7. */
export const persuasionBonus = (warrior: Warrior): number => traitCopies(warrior, 'intimidating');

/** DS-TRAIT-10. */
export const toughnessStep = (warrior: Warrior, { injury }: Settings): number =>
  injury.toughStep * traitCopies(warrior, 'tough') + injury.fragileStep * traitCopies(warrior, 'fragile');

/** Effect of one spent ADV on the target's rolls: −2, −1 or 0. DS-TRAIT-2, DS-TRAIT-3, DS-TRAIT-4, RULING-26. */
export const advEffect = (warrior: Warrior, how: 'best' | 'strong'): -2 | -1 | 0 =>
  how === 'best' && traitCopies(warrior, 'very-strong') > 0 ? -2 : traitCopies(warrior, 'strong') > 0 ? -1 : 0;
