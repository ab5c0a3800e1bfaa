import { listing, maskedRef, ref, type Text } from '../../core/message.ts';
import type { EventContext, LineTone } from '../../rules/event.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import type { State, Unit } from './state.ts';
import { find, findBody, formatBodyName } from './units.ts';

/** SW-KNOW-2. A monster’s sheet is secret until somebody knows it; until then life is told in words. */
export const numberTerms: NumberTerms = {
  hp: { description: 'Hit points and damage taken', kind: 'health' },
  mp: { description: 'Magic points and the MP cost of spells', kind: 'reserve' },
  accuracy: { description: 'Accuracy and Magic Power rolls', kind: 'roll' },
  evasion: { description: 'Evasion and Resistance rolls', kind: 'roll' },
  damage: { description: 'The damage dealt, before reductions', kind: 'roll' },
  defense: { description: 'Defense and other reductions of damage', kind: 'roll' },
  checks: { description: 'All other checks, like initiative, Tumble and Death Checks', kind: 'roll' },
  sheet: { description: 'Everything else on the sheet: classes, feats, spells, effects', kind: 'sheet' },
};

/**
 * Is this reader told that number of a unit? SW-KNOW-2: what is on the sheet of a monster somebody knows, everybody is
 * told.
 */
export const isTermVisible = (reader: Reader, unit: Unit | undefined, term: string): boolean =>
  unit !== undefined && (reader.isNumberVisible(unit.id, term) || (unit.revealed && term !== 'hp' && term !== 'mp'));

/** Whose body it is; a unit is its own. */
const ownerOf = ({ before, after }: EventContext<State>, id: string): string =>
  findBody(after, id)?.unit.id ?? findBody(before, id)?.unit.id ?? id;

/** Does this reader know of that unit or section? */
export const canReaderSee = (moment: EventContext<State>, id: string): boolean =>
  moment.reader.canSee(ownerOf(moment, id));

/** Is this number of it told, by its term among the rulebook's numbers? */
export const isNumberVisible = (moment: EventContext<State>, id: string, term: string): boolean => {
  const owner = ownerOf(moment, id);
  return moment.reader.canSee(owner) && isTermVisible(moment.reader, find(moment.after, owner), term);
};

/** A unit or a section by name: what names it so is only for those who see it. */
export const visibleName = (moment: EventContext<State>, id: string): Text =>
  formatBodyName({ id: ownerOf(moment, id) }, { id });

/** The same, but `somebody` to those who do not see it. */
export const maskedName = (moment: EventContext<State>, id: string): Text =>
  canReaderSee(moment, id) ? visibleName(moment, id) : maskedRef(ownerOf(moment, id));

/** Those of them this reader sees. */
export const visibleIds = ({ reader }: EventContext<State>, ids: readonly string[]): readonly string[] =>
  ids.filter(reader.canSee);

/** Those this reader sees, in one phrase; nothing where it sees none. */
export const describeSeen = (moment: EventContext<State>, ids: readonly string[]): Text | undefined => {
  const seen = visibleIds(moment, ids);
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};

/** Good or bad news for this reader, who runs the one or the other. */
export const chooseTone = (moment: EventContext<State>, doer: string, sufferer: string, good: boolean): LineTone => {
  const { controls } = moment.reader;
  if (controls.includes(ownerOf(moment, doer))) return good ? 'good' : 'bad';
  return controls.includes(ownerOf(moment, sufferer)) ? (good ? 'bad' : 'good') : 'plain';
};
