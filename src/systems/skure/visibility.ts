import type { Numbers } from '../../rules/reader.ts';

/** What is told of foes: what a pencil needs for a blow as it is, life in words, the rest not at all. */
export const numbers: Numbers = {
  hp: { says: 'Hit points', usual: 'words', kind: 'health' },
  essence: { says: 'Essence, and what spells cost', usual: 'off', kind: 'reserve' },
  attack: { says: 'Attack', usual: 'exact', kind: 'rate' },
  defense: { says: 'Defense, and with it the damage that is dealt', usual: 'exact', kind: 'rate' },
  speed: { says: 'Speed', usual: 'exact', kind: 'rate' },
  agility: { says: 'Agility', usual: 'exact', kind: 'rate' },
  affinity: { says: 'Weak or strong against which element, and by how much', usual: 'exact', kind: 'rate' },
  sheet: { says: 'What else is on the sheet: reach, traits, spells', usual: 'off', kind: 'rate' },
};
