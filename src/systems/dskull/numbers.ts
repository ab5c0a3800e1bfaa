import type { Numbers } from '../../rules/reader.ts';

/** What is told of others' warriors: the steps of a roll as they are, their sheets not at all. */
export const numbers: Numbers = {
  steps: { says: 'What the steps of a roll are made of: skill, cover, traits', usual: 'exact', kind: 'rate' },
  armour: { says: 'The armour roll', usual: 'exact', kind: 'rate' },
  sheet: { says: 'What else is on the sheet: cost, weapons, traits, skills', usual: 'off', kind: 'rate' },
};
