import type { Moment } from '../../rules/definition.ts';
import { type Line, line } from '../../rules/lines.ts';
import type { State } from './model.ts';

/** When an event happened, and who hears of it. */
export type At = Moment<State>;

/** A line about one combatant, or nothing for those who must not know of it. */
export const about = (
  { reader }: At,
  who: string,
  says: (name: string) => string,
  tone: Line['tone'] = 'plain',
  rows: Line['rows'] = [],
): readonly Line[] => (reader.sees(who) ? [line(says(reader.name(who)), tone, rows)] : []);
