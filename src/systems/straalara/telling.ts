import type { Moment } from '../../rules/definition.ts';
import { type Line, line, type Row, type Tone } from '../../rules/lines.ts';
import type { Reader } from '../../rules/reader.ts';
import { counted, tellsOf } from './describe.ts';
import type { State } from './model.ts';

/** An event with the battle before and after it, for one reader. */
export type Told = Moment<State>;

/** Nothing that this reader may be told. */
export const nothing: readonly Line[] = [];
/** One line. */
export const one = (text: string, tone: Tone = 'plain', rows: readonly Row[] = []): readonly Line[] => [
  line(text, tone, rows),
];

/** A line about one combatant, for those who may know of it. */
export const about = (reader: Reader, who: string, text: string, tone: Tone = 'plain', rows: readonly Row[] = []) =>
  reader.sees(who) ? one(text, tone, rows) : nothing;

export const successes = (n: number): string => counted(n, 'success', 'successes');

/** What a blow cost, as far as the reader is told the target’s numbers. */
export const lossWords = (healthLost: number, target: string, reader: Reader): string => {
  if (healthLost === 0) return 'no harm done';
  return tellsOf(reader, target, 'health') ? `${counted(healthLost, 'level')} lost` : 'a wound';
};
