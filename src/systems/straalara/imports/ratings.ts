import { phrase } from '../../../core/language.ts';
import type { PlainObject } from '../../../core/plain-object.ts';
import { attributeNames } from './names.ts';
import { clampRating } from './values.ts';

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
