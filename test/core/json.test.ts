import { expect, test } from 'vitest';
import { readJson } from '../../src/core/json.ts';

const limits = { longest: 4000, deepest: 4, brackets: 100, commas: 200 };
const read = (json: string): unknown => {
  const found = readJson(json, limits);
  return found.ok ? found.value : found.error.code;
};

test.each([
  ['-0', 0],
  ['{"a":[-0,{"b":-0.0}]}', { a: [0, { b: 0 }] }],
  ['"a\\u0000b"', 'ab'],
  ['{"a\\u0000":1}', { a: 1 }],
  ['"a\\\\u0000b"', 'a\\u0000b'],
  ['"a\\\\\\u0000b"', 'a\\b'],
  ['"[[[[[[\\"[[["', '[[[[[["[[['],
  ['[1e999]', 'bad-json'],
  ['[-1e999]', 'bad-json'],
  ['[[[[1]]]]', [[[[1]]]]],
  ['[[[[[1]]]]]', 'bad-json'],
  ['[[[[[', 'bad-json'],
  ['{"a":', 'bad-json'],
  ['"open', 'bad-json'],
])('%s parses as %j', (json, value) => {
  expect(read(json)).toEqual(value);
  expect(Object.is(read(json), -0)).toBe(false);
});

test('a key called __proto__ is an ordinary key', () => {
  const found = read('{"__proto__":{"a":-0}}');
  expect(Object.keys(Object(found))).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(found)).toBe(Object.prototype);
});

const base64 = 'iVBORw0KGgo'.padEnd(9000, 'A');

test.each([
  ['brackets', `[${'{},'.repeat(99)}{}]`, 'file-too-heavy'],
  ['commas', `[${'0,'.repeat(201)}0]`, 'file-too-heavy'],
  ['words', JSON.stringify('word '.repeat(900)), 'file-too-heavy'],
  ['words that never end', `"${'word '.repeat(900)}`, 'file-too-heavy'],
  ['a picture and words', JSON.stringify([base64, 'word '.repeat(900)]), 'file-too-heavy'],
])('too many %s are refused before parsing', (_, json, code) => {
  expect(read(json)).toBe(code);
});

test.each([base64, `data:image/png;base64,${base64}`])(
  'an embedded picture does not count towards the limits',
  (picture) => {
    expect(read(JSON.stringify({ picture, words: 'word '.repeat(700) }))).toMatchObject({ picture });
    // PHP and others escape every slash.
    const escaped = JSON.stringify({ picture }).replaceAll('/', '\\/');
    expect(read(escaped)).toEqual({ picture });
  },
);
