import type { Numbers } from '../../rules/reader.ts';

/** What is told of foes: successes, and life in words; a foe’s rolls are hidden rolls until the GM opens its pools. */
export const numbers: Numbers = {
  health: { says: 'Health levels, and how many a blow costs', usual: 'words', kind: 'health' },
  pools: { says: 'Dice of attacks, defenses, acts and initiative', usual: 'off', kind: 'rate' },
  soak: { says: 'Soak dice and stamina', usual: 'off', kind: 'rate' },
  progress: { says: 'How far an extended action has come', usual: 'off', kind: 'rate' },
  sheet: { says: 'What else is on the sheet: attributes, gear, spells', usual: 'off', kind: 'rate' },
};
