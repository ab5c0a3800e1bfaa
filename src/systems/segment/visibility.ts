import { listing, ref, type Text } from '../../core/message.ts';
import type { Numbers, Reader } from '../../rules/reader.ts';
import type { DegreeRoll, Part, State } from './state.ts';

/** What is told of foes: what a pencil needs for a strike as it is, life in words, the rest not at all. */
export const numbers = {
  hp: { says: 'Hit points, wounds, and the damage that is taken', kind: 'health' },
  energy: { says: 'Energy', kind: 'reserve' },
  sc: { says: 'Strike chance', kind: 'roll' },
  def: { says: 'Defense', kind: 'roll' },
  prot: { says: 'Protection', kind: 'roll', formerly: 'off' },
  initiative: { says: 'What a segment is made of', kind: 'roll' },
  checks: { says: 'Attribute checks and casting rolls', kind: 'roll' },
  sheet: { says: 'What else is on the sheet: attributes, weapons, spells', kind: 'sheet' },
} as const satisfies Numbers;

type Term = keyof typeof numbers;

/** Is this reader told that number of a combatant? */
export const isVisible = (reader: Reader, id: string, term: Term): boolean => reader.sees(id) && reader.tells(id, term);

/** The same for a sum: not where wounds count in it, from which the hit points that are left would follow. */
export const isSumVisible = (reader: Reader, id: string, term: Term, parts: readonly Part[]): boolean =>
  isVisible(reader, id, term) &&
  (isVisible(reader, id, 'hp') || parts.every(({ label, value }) => label !== 'wounds' || value === 0));

/** Is this reader told how a check came out that wounds may weigh on? */
export const isDegreeVisible = (reader: Reader, id: string, { modifier }: DegreeRoll): boolean =>
  isVisible(reader, id, 'checks') && (modifier === 0 || isVisible(reader, id, 'hp'));

/** A side by its name, where this reader knows of anybody on it. */
export const sideFor = (state: State, reader: Reader, team: string): string =>
  reader.gm || state.combatants.some((each) => each.team === team && reader.sees(each.id)) ? team : 'another side';

/** Those of them this reader sees, or nothing where it sees none. */
export const seenText = (reader: Reader, ids: readonly string[]): Text | undefined => {
  const seen = ids.filter((id) => reader.sees(id));
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};
