import type { Reader } from '../../rules/reader.ts';

/** A count with its noun: `1 space`, `2 spaces`. */
export const amount = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** A name that may be hidden, to begin a sentence. */
export const subject = (reader: Reader, who: string): string => (reader.sees(who) ? who : 'Somebody');
