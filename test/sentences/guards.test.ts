import { expect, test } from 'vitest';
import type { Sentence } from './scan.ts';
import { sentenceTable } from './table.ts';

/** The bot's own sentences, without rules and sheets. */
const table = sentenceTable().filter(({ file }) => !/RULES\.md|\/sheet\.ts$/.test(file));

const list = (sentences: readonly Sentence[]): readonly string[] =>
  sentences.map(({ template, file, line }) => `${file}:${line} ${template}`);

const those = (wrong: RegExp, but?: RegExp): readonly string[] =>
  list(table.filter(({ template }) => wrong.test(template) && !but?.test(template)));

test('a negative number has a true minus sign, unless it is typed', () => {
  expect(those(/(?<![\p{L}\p{N}{}.)=-])-\d/u, /like|amount -1|Wolf: -3|1-50/)).toEqual([]);
});

test('words are separated by one blank', () => {
  expect(those(/\S {2,}\S/)).toEqual([]);
});

test('no text says “called one”, “undefined” or “somebody” in place of a name', () => {
  expect(those(/\bcalled (?:one|undefined|somebody)\b|There is no the\b/)).toEqual([]);
});

test('a refusal ends with a full stop', () => {
  const refusals = table.filter(({ file }: Sentence) => /refusals\.ts$|refusal-messages\.ts$/.test(file));
  expect(refusals.length).toBeGreaterThan(400);
  expect(refusals.filter(({ template }) => / /.test(template) && !/(?:[.!?…]|\{\d+\}):?$/.test(template))).toEqual([]);
});

test('no sentence contains a code', () => {
  expect(those(/ .*\b[A-Z]{2,}_[A-Z_]+\b|\bE_[A-Z]+|\bcfg\b|outside the seed|\bundefined\b/)).toEqual([]);
});

test('no sentence begins or ends in its middle', () => {
  expect(those(/^[\s,:;.)]|[\s,;(]$/u)).toEqual([]);
  // A heading may end with a colon.
  expect(those(/:$/u, /^\{1\}:$/)).toEqual([]);
});

test('no hole is filled with one of two verbs', () => {
  const verbs = table.filter(({ holes }) => holes.some((hole) => /“\p{Ll}+s” or “\p{Ll}+s”/u.test(hole)));
  expect(list(verbs)).toEqual([]);
});

/** Plural nouns of the bot's counts that are also verbs, so that a name may stand before them. */
const verbs = /^(?:attacks|charges|controls|games|hits|matches|misses|notes|rolls|steps|times|turns|uses)$/;
/** Where the number before a plural is never one: sizes, limits, and parts of more. */
const never = [
  /at most \{|limit|\{\d\} ×|\{\d\} by \{|columns|\d to \{|longer than|largest die|between 1 and|would be blocked|room for/,
  /more than \{|\{\d\} of (?:\{\d\} points|your)|hit points|The charge would cover|asks \{1\} characters|margin of/,
];

test('a number before a plural noun has a form for one', () => {
  const nouns = new Set(
    table.flatMap(({ template, one }) =>
      one === undefined ? [] : (/^\{1\} (?:\p{L}+ )*?(\p{Ll}+s)$/u.exec(template)?.[1] ?? []),
    ),
  );
  expect(nouns.size).toBeGreaterThan(40);
  const counted = new RegExp(
    `\\{\\d\\} (?:\\p{Ll}+ )?(?:${[...nouns].filter((each) => !verbs.test(each)).join('|')})\\b`,
    'u',
  );
  const wrong = table.filter(({ template, one }) => one === undefined && counted.test(template));
  expect(list(wrong.filter(({ template }) => !never.some((each) => each.test(template))))).toEqual([]);
});
