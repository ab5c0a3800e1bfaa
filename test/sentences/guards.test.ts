import { expect, test } from 'vitest';
import type { Sentence } from './scan.ts';
import { sentenceTable } from './table.ts';

/** The bot's own sentences, without rules and sheets. */
const table = sentenceTable().filter(({ file }) => !/RULES\.md|\/sheet\.ts$/.test(file));

const those = (wrong: RegExp, but?: RegExp): readonly string[] =>
  table
    .filter(({ template }) => wrong.test(template) && !but?.test(template))
    .map(({ template, file, line }) => `${file}:${line} ${template}`);

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
