import { z } from 'zod';
import { type Term, term } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import { loadTables } from '../../rules/presets.ts';
import type { Settings } from './settings.ts';
import { traitCopies, type Warrior } from './state.ts';

const word = z.string();
const names = z.array(word);

/** All traits, the traits of each race and what each body gives. Section 6; DS-TRAIT-14, DS-DATA-6, DS-DATA-7. */
export const { traits, races, bodyTypes } = loadTables(
  new URL('./traits.json', import.meta.url),
  z.strictObject({
    /** `needs`: the trait that a warrior must have first. `rule`: the rule of its dice step. */
    traits: z.record(z.string(), z.strictObject({ word, needs: z.string().optional(), rule: z.string().optional() })),
    /** Races added by the GM have no traits. */
    races: z.record(z.string(), z.strictObject({ word, traits: names })),
    /** Bodies count if the GM allows them. `medicine`: the level of this skill. RULING-28. */
    bodyTypes: z.record(z.string(), z.strictObject({ word, traits: names, medicine: z.int().optional() })),
  }),
);

/** The word for a trait, race or body. What the GM added stays as written. */
export const sheetWord = (name: string): Term | string => {
  const found = ownValue<{ readonly word: string }>({ ...traits, ...races, ...bodyTypes }, name);
  return found === undefined ? name : term(found.word);
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
