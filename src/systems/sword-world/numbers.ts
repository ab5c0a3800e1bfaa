import type { Numbers } from '../../rules/reader.ts';

/** SW-KNOW-2. A monster’s sheet is secret until somebody knows it; until then life is told in words. */
export const numbers: Numbers = {
  hp: { says: 'Hit points, and the damage that is taken', usual: 'words', kind: 'health' },
  mp: { says: 'Magic points, and what spells cost', usual: 'off', kind: 'reserve' },
  accuracy: { says: 'Accuracy and Magic Power rolls', usual: 'off', kind: 'rate' },
  evasion: { says: 'Evasion and Resistance rolls', usual: 'off', kind: 'rate' },
  damage: { says: 'The damage that is dealt, up to what is taken off', usual: 'off', kind: 'rate' },
  defense: { says: 'Defense and whatever else is taken off damage', usual: 'off', kind: 'rate' },
  checks: { says: 'All other checks: initiative, tumbling, dying', usual: 'off', kind: 'rate' },
  sheet: { says: 'What else is on the sheet: classes, feats, spells, effects', usual: 'off', kind: 'rate' },
};
