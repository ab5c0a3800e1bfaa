import type { Settings } from './settings.ts';
import { traitCopies, type Warrior } from './state.ts';

/** Section 6, DS-TRAIT-14. Every trait by name, and the trait it needs. */
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

/** DS-DATA-7. A race the GM adds has none. */
export const racialTraits: Readonly<Record<string, readonly string[]>> = {
  human: [],
  orc: ['tough', 'weak-willed'],
  dwarf: ['slow', 'tough', 'strong-willed'],
  elf: ['fleet-footed', 'fragile'],
  goblin: ['slow', 'weak-willed', 'fragile', 'small'],
};

/** DS-DATA-6, RULING-28. What a body brings once the GM allows it. */
export const bodyTypes: Readonly<Record<string, { readonly traits: readonly string[]; readonly medicine?: number }>> = {
  grunt: { traits: [] },
  bruiser: { traits: ['strong'] },
  scout: { traits: ['fast'] },
  guardian: { traits: ['tough'] },
  healer: { traits: [], medicine: 0 },
};

/** DS-TRAIT-12. More movement points of a Movement action. */
export const fastBonus = (warrior: Warrior): number =>
  traitCopies(warrior, 'fast') + 2 * traitCopies(warrior, 'very-fast') + traitCopies(warrior, 'fleet-footed');

/** DS-TRAIT-11. Fewer movement points, as a number of 0 or more. */
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

/** DS-TRAIT-2, DS-TRAIT-3, DS-TRAIT-4, RULING-26. What one spent ADV does to the target's rolls: −2, −1, or nothing. */
export const advEffect = (warrior: Warrior, how: 'best' | 'strong'): -2 | -1 | 0 =>
  how === 'best' && traitCopies(warrior, 'very-strong') > 0 ? -2 : traitCopies(warrior, 'strong') > 0 ? -1 : 0;
