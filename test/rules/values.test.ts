import { expect, test } from 'vitest';
import { formatValue, parseNumber } from '../../src/rules/value-parsers.ts';

test.each([
  ['5', 5],
  ['+5', 5],
  ['-5', -5],
  ['−5', -5],
  ['-0', 0],
  ['999999', 999_999],
  ['1000000', undefined],
  ['0x10', undefined],
  ['1e1', undefined],
  ['1 5', undefined],
  ['', undefined],
])('the number “%s” parses as %s', (text, number) => {
  expect(parseNumber(text)).toBe(number);
});

test.each([
  ['none', undefined],
  ['none', []],
  ['none', {}],
  ['yes', true],
  ['−5', -5],
  ['D4', { x: 3, y: 3 }],
  ['stunned, prone', ['stunned', 'prone']],
  ['medicine=1, weapon=0', { medicine: 1, weapon: 0 }],
  ['longsword 90', { name: 'longsword', n: 90 }],
  [
    'Fighter 3, Ranger 1',
    [
      ['Fighter', 3],
      ['Ranger', 1],
    ],
  ],
])('a value is formatted as a user would type it: %s', (text, value) => {
  expect(formatValue(value)).toBe(text);
});
