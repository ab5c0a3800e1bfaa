import { expect, test } from 'vitest';
import { formatSigned, isSameName, listed, normalizeName, normalizeText } from '../../src/core/message.ts';

test.each([
  ['  Ann \n the\tBold ', 'Ann the Bold'],
  ['\u202eevil\u202c', 'evil'],
  ['zero\u200bwidth\u2060\ufeff', 'zerowidth'],
  ['nul\u0000l', 'null'],
  ['\u3164\u115f', ''],
  ['Ægir Łóś 王', 'Ægir Łóś 王'],
])('%j is normalized to %j', (typed, shown) => {
  expect(normalizeText(typed)).toBe(shown);
});

test('names ignore letter case, width and invisible characters', () => {
  expect(isSameName('ZOMBIE 1', ' zombie\u200b 1')).toBe(true);
  expect(normalizeName('Ｚ')).toBe('z');
  expect(isSameName('Zombie 1', 'Zombie 11')).toBe(false);
});

test('lists read as “a, b and c”, and numbers have signs', () => {
  expect([listed([]), listed(['a']), listed(['a', 'b']), listed(['a', 'b', 'c'])]).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ]);
  expect([formatSigned(3), formatSigned(-3), formatSigned(0)]).toEqual(['+3', '−3', '0']);
});
