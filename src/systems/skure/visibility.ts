import type { NumberTerms } from '../../rules/reader.ts';

/** Numbers of a combatant that a battle may hide from players. */
export const numberTerms: NumberTerms = {
  hp: { description: 'Hit points', kind: 'health' },
  essence: { description: 'Essence, and what spells cost', kind: 'reserve' },
  attack: { description: 'Attack', kind: 'roll' },
  defense: { description: 'Defense, and the damage that depends on it', kind: 'roll' },
  speed: { description: 'Speed', kind: 'roll' },
  agility: { description: 'Agility', kind: 'roll' },
  affinity: { description: 'Weakness or strength against elements, and by how much', kind: 'roll' },
  sheet: { description: 'The rest of the sheet: reach, traits, spells', kind: 'sheet' },
};
