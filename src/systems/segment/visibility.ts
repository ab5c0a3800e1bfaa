import { listing, ref, type Text } from '../../core/message.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import type { DegreeRoll, State, SumPart } from './state.ts';

/** What is told of foes: what a pencil needs for a strike as it is, life in words, the rest not at all. */
export const numberTerms = {
  hp: { description: 'Hit points, wounds and damage taken', kind: 'health' },
  energy: { description: 'Energy', kind: 'reserve' },
  sc: { description: 'Strike chance', kind: 'roll' },
  def: { description: 'Defense', kind: 'roll' },
  prot: { description: 'Protection', kind: 'roll' },
  initiative: { description: 'How the segment of an action is calculated', kind: 'roll' },
  checks: { description: 'Attribute checks and casting rolls', kind: 'roll' },
  sheet: { description: 'Everything else on the sheet: attributes, weapons, spells', kind: 'sheet' },
} as const satisfies NumberTerms;

type Term = keyof typeof numberTerms;

/** Is this reader told that number of a combatant? */
export const isNumberVisible = (reader: Reader, id: string, term: Term): boolean =>
  reader.canSee(id) && reader.isNumberVisible(id, term);

/** The same for a sum: not where wounds count in it, from which the hit points that are left would follow. */
export const isSumVisible = (reader: Reader, id: string, term: Term, parts: readonly SumPart[]): boolean =>
  isNumberVisible(reader, id, term) &&
  (isNumberVisible(reader, id, 'hp') || parts.every(({ label, value }) => label !== 'wounds' || value === 0));

/** Is this reader told how a check came out that wounds may weigh on? */
export const isDegreeVisible = (reader: Reader, id: string, { modifier }: DegreeRoll): boolean =>
  isNumberVisible(reader, id, 'checks') && (modifier === 0 || isNumberVisible(reader, id, 'hp'));

/** A side by its name, where this reader knows of anybody on it. */
export const visibleSideName = (state: State, reader: Reader, team: string): string =>
  reader.gm || state.combatants.some((each) => each.team === team && reader.canSee(each.id)) ? team : 'another side';

/** Those of them this reader sees, or nothing where it sees none. */
export const describeVisibleCombatants = (reader: Reader, ids: readonly string[]): Text | undefined => {
  const seen = ids.filter((id) => reader.canSee(id));
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};
