import type { Numbers } from '../../rules/reader.ts';

/** What is told of foes: what a pencil needs for a strike as it is, life in words, the rest not at all. */
export const numbers: Numbers = {
  hp: { says: 'Hit points, wounds, and the damage that is taken', usual: 'words', kind: 'health' },
  energy: { says: 'Energy', usual: 'off', kind: 'reserve' },
  sc: { says: 'Strike chance', usual: 'exact', kind: 'rate' },
  def: { says: 'Defense', usual: 'exact', kind: 'rate' },
  prot: { says: 'Protection', usual: 'off', kind: 'rate' },
  initiative: { says: 'What a segment comes from', usual: 'exact', kind: 'rate' },
  checks: { says: 'Attribute checks and casting rolls', usual: 'exact', kind: 'rate' },
  sheet: { says: 'What else is on the sheet: attributes, weapons, spells', usual: 'off', kind: 'rate' },
};
