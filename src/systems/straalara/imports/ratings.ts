import { normalizeText, phrase } from '../../../core/message.ts';
import type { PlainObject } from '../../../core/plain-object.ts';

/** The attributes of d10 sheets; the rulebook needs strength, dexterity, stamina and wits. */
export const attributeNames = [
  'strength',
  'dexterity',
  'stamina',
  'charisma',
  'manipulation',
  'appearance',
  'composure',
  'perception',
  'intelligence',
  'wits',
  'resolve',
] as const;

/** The whole number that stands there, as a number or a text; 0 where none does. */
export const parseWholeNumber = (value: unknown): number => {
  const given = typeof value === 'string' && /^\s*[+-]?\d{1,6}\s*$/.test(value) ? Number(value) : value;
  return typeof given === 'number' && Number.isFinite(given) ? Math.trunc(given) : 0;
};

/** A name of at most 100 characters. */
export const parseName = (value: unknown): string =>
  typeof value === 'string' ? normalizeText(value).slice(0, 100).trim() : '';

const between = (least: number, value: number, most: number): number => Math.min(most, Math.max(least, value));

/** A rating from 0 to 10. */
const clampRating = (value: number): number => between(0, value, 10);

/** The attributes no combatant is without: of none they have 1. */
const needed: readonly string[] = ['strength', 'dexterity', 'stamina', 'wits'];

const ours: Readonly<Record<string, string>> = { melee: 'weaponry', firearms: 'archery' };

/** What an ability of another d10 game is called here. */
export const translateAbility = (id: string): string => {
  const plain = id.trim().toLowerCase();
  return (Object.hasOwn(ours, plain) ? ours[plain] : undefined) ?? plain;
};

export const isAttribute = (name: string): boolean => attributeNames.some((each) => each === name);

/** Attributes and abilities as our sheet has them, and what had to be changed to fit. */
export const importRatings = (attributes: ReadonlyMap<string, number>, abilities: ReadonlyMap<string, number>) => {
  const own = attributeNames.flatMap((name): readonly (readonly [string, number])[] => {
    const dots = clampRating(attributes.get(name) ?? 0);
    return dots > 0 ? [[name, dots]] : needed.includes(name) ? [[name, 1]] : [];
  });
  const raised = needed.filter((name) => clampRating(attributes.get(name) ?? 0) === 0);
  const lowered = [...attributes].filter(([, dots]) => dots > 10).map(([name]) => name);
  const skilled = [...abilities].filter(([name, dots]) => name !== '' && dots > 0);
  const sheet: PlainObject = {
    attributes: Object.fromEntries(own),
    abilities: Object.fromEntries(skilled.map(([name, dots]) => [name.slice(0, 100), clampRating(dots)])),
  };
  return {
    sheet,
    derived: [
      ...(raised.length > 0 ? [phrase`${raised.join(', ')}: raised to 1, the minimum`] : []),
      ...(lowered.length > 0 ? [phrase`${lowered.join(', ')}: lowered to 10, the maximum`] : []),
    ],
  };
};
