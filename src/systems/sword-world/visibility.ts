import { listing, masked, ref, type Text } from '../../core/message.ts';
import type { Moment } from '../../rules/definition.ts';
import type { Tone } from '../../rules/lines.ts';
import type { Numbers, Reader } from '../../rules/reader.ts';
import { bodyCalled, bodyText, find, type State, type Unit } from './state.ts';

/** SW-KNOW-2. A monster’s sheet is secret until somebody knows it; until then life is told in words. */
export const numbers: Numbers = {
  hp: { says: 'Hit points, and the damage that is taken', kind: 'health' },
  mp: { says: 'Magic points, and what spells cost', kind: 'reserve' },
  accuracy: { says: 'Accuracy and Magic Power rolls', kind: 'roll', formerly: 'off' },
  evasion: { says: 'Evasion and Resistance rolls', kind: 'roll', formerly: 'off' },
  damage: { says: 'The damage that is dealt, up to what is taken off', kind: 'roll', formerly: 'off' },
  defense: { says: 'Defense and whatever else is taken off damage', kind: 'roll', formerly: 'off' },
  checks: { says: 'All other checks: initiative, tumbling, dying', kind: 'roll', formerly: 'off' },
  sheet: { says: 'What else is on the sheet: classes, feats, spells, effects', kind: 'sheet' },
};

/**
 * Is this reader told that number of a unit? SW-KNOW-2: what is on the sheet of a monster somebody knows, everybody is
 * told.
 */
export const visibilityOf = (reader: Reader, unit: Unit | undefined, term: string): boolean =>
  unit !== undefined && (reader.tells(unit.id, term) || (unit.revealed && term !== 'hp' && term !== 'mp'));

/** Whose body it is; a unit is its own. */
const ownerOf = ({ before, after }: Moment<State>, id: string): string =>
  bodyCalled(after, id)?.unit.id ?? bodyCalled(before, id)?.unit.id ?? id;

/** Does this reader know of that unit or section? */
export const sees = (moment: Moment<State>, id: string): boolean => moment.reader.sees(ownerOf(moment, id));

/** Is this number of it told, by its term among the rulebook's numbers? */
export const isNumberVisible = (moment: Moment<State>, id: string, term: string): boolean => {
  const owner = ownerOf(moment, id);
  return moment.reader.sees(owner) && visibilityOf(moment.reader, find(moment.after, owner), term);
};

/** A unit or a section by name: what names it so is only for those who see it. */
export const nameText = (moment: Moment<State>, id: string): Text => bodyText({ id: ownerOf(moment, id) }, { id });

/** The same, but `somebody` to those who do not see it. */
export const maskedName = (moment: Moment<State>, id: string): Text =>
  sees(moment, id) ? nameText(moment, id) : masked(ownerOf(moment, id));

/** Those of them this reader sees. */
export const seenOf = ({ reader }: Moment<State>, ids: readonly string[]): readonly string[] => ids.filter(reader.sees);

/** Those this reader sees, in one phrase; nothing where it sees none. */
export const seenText = (moment: Moment<State>, ids: readonly string[]): Text | undefined => {
  const seen = seenOf(moment, ids);
  return seen.length === 0 ? undefined : listing(seen.map(ref));
};

/** Good or bad news for this reader, who runs the one or the other. */
export const toneOf = (moment: Moment<State>, doer: string, sufferer: string, good: boolean): Tone => {
  const { controls } = moment.reader;
  if (controls.includes(ownerOf(moment, doer))) return good ? 'good' : 'bad';
  return controls.includes(ownerOf(moment, sufferer)) ? (good ? 'bad' : 'good') : 'plain';
};
