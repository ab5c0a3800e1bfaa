import { listing, maskedRef, ref, type Text } from '../../core/message.ts';
import type { LineTone } from '../../rules/event.ts';
import type { NumberTerms, Reader } from '../../rules/reader.ts';
import type { Moment, Unit } from './state.ts';
import { find, findBody, formatBodyName } from './units.ts';

/** Numbers whose visibility the GM chooses. Default: a monster’s sheet is secret until recalled. SW-KNOW-2. */
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

/** True if the reader may know a number of the unit. Everyone knows the sheet of a revealed monster. SW-KNOW-2. */
export const isVisibleTerm = (reader: Reader, unit: Unit | undefined, term: string): boolean =>
  unit !== undefined && (reader.isNumberVisible(unit.id, term) || (unit.revealed && term !== 'hp' && term !== 'mp'));

/** True if the reader knows a number from the sheet or by the GM’s choice, not only from rolls. SW-RUL-93. */
export const isKnownTerm = (reader: Reader, unit: Unit, term: string): boolean =>
  isVisibleTerm(reader, unit, term) && (isVisibleTerm(reader, unit, 'sheet') || reader.foes.of?.[term] !== undefined);

/** The id of the unit that a section belongs to. For a unit, the unit’s own id. */
const ownerOf = ({ before, after }: Moment, id: string): string =>
  findBody(after, id)?.unit.id ?? findBody(before, id)?.unit.id ?? id;

/** True if the reader sees the unit or section. */
export const isVisible = (moment: Moment, id: string): boolean => moment.reader.canSee(ownerOf(moment, id));

/** True if the reader may know this number of a unit or section. `term` is one of `numberTerms`. */
export const isVisibleNumber = (moment: Moment, id: string, term: string): boolean => {
  const owner = ownerOf(moment, id);
  return moment.reader.canSee(owner) && isVisibleTerm(moment.reader, find(moment.after, owner), term);
};

/** True if the reader may know the damage applied to a unit or section: of a revealed monster, everyone. SW-KNOW-2. */
export const isDamageVisible = (moment: Moment, id: string): boolean =>
  isVisibleNumber(moment, id, 'hp') ||
  (isVisible(moment, id) && find(moment.after, ownerOf(moment, id))?.revealed === true);

/** The name of a unit or section, with a reference that hides the line from readers who cannot see it. */
export const visibleName = (moment: Moment, id: string): Text => formatBodyName({ id: ownerOf(moment, id) }, { id });

/** The name of a unit or section. Readers who cannot see it read `somebody`. */
export const maskedName = (moment: Moment, id: string): Text =>
  isVisible(moment, id) ? visibleName(moment, id) : maskedRef(ownerOf(moment, id));

export const visibleIds = ({ reader }: Moment, ids: readonly string[]): readonly string[] => ids.filter(reader.canSee);

/** Lists the units that the reader sees. Undefined if the reader sees none. */
export const describeVisible = (moment: Moment, ids: readonly string[]): Text | undefined => {
  const seen = visibleIds(moment, ids);
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};

/** The tone of a line: good or bad for units that the reader controls, otherwise plain. */
export const chooseTone = (moment: Moment, doer: string, sufferer: string, good: boolean): LineTone => {
  const { controls } = moment.reader;
  if (controls.includes(ownerOf(moment, doer))) return good ? 'good' : 'bad';
  return controls.includes(ownerOf(moment, sufferer)) ? (good ? 'bad' : 'good') : 'plain';
};
