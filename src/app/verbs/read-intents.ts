import { readFileSync } from 'node:fs';
import { stemWord } from '../input/everyday-words.ts';

/** What users want to do: the stems of everyday words, and the verbs, queries and commands for it, likeliest first. */
interface Intent {
  readonly stems: ReadonlySet<string>;
  readonly ways: readonly string[];
}

/** Reads the intentions in `intents.txt`, one a line: `words = way | way`. */
export const readIntents = (): readonly Intent[] =>
  readFileSync(new URL('./intents.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((each) => each.split(' = '))
    .map(([words = '', ways = '']) => ({ stems: new Set(words.split(' ').map(stemWord)), ways: ways.split(' | ') }));
