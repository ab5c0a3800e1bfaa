import type { Numbers } from '../../rules/reader.ts';

/** What is told of foes: what a pencil needs for a blow as it is, life in words, the rest not at all. */
export const numbers: Numbers = {
  hp: { says: 'Hit points', kind: 'health' },
  essence: { says: 'Essence, and what spells cost', kind: 'reserve' },
  attack: { says: 'Attack', kind: 'roll' },
  defense: { says: 'Defense, and with it the damage that is dealt', kind: 'roll' },
  speed: { says: 'Speed', kind: 'roll' },
  agility: { says: 'Agility', kind: 'roll' },
  affinity: { says: 'Weak or strong against which element, and by how much', kind: 'roll' },
  sheet: { says: 'What else is on the sheet: reach, traits, spells', kind: 'sheet' },
};
