import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findTimeZone } from '../../src/app/input/time-zone.ts';
import { isTimeZone, parseDuration, parseEndTime, parseHour, parseQuietHours } from '../../src/campaign/calendar.ts';
import { parseDecimal, parseNumber } from '../../src/rules/value-parsers.ts';

const units = new Set(
  'm min mins minute minutes h hr hrs hour hours d day days w wk wks week weeks mo month months y yr yrs year years and'.split(
    ' ',
  ),
);
const word = fc.stringMatching(/^[a-z]{1,12}$/).filter((each) => !units.has(each));
const now = Date.parse('2026-01-31T12:00:00Z');

describe('a typed quantity with an unknown word is refused', () => {
  test.each<readonly [string, (typed: string) => unknown]>([
    ['duration', parseDuration],
    ['end time', (typed) => parseEndTime(typed, now, 'UTC')],
    ['hour', (typed) => parseHour(typed.replace(/[ap]\.?m\.?$/, 'x'))],
    ['quiet hours', (typed) => parseQuietHours(`${typed.replace(/[ap]\.?m\.?$/, 'x')}-7`)],
    ['whole number', parseNumber],
    ['decimal number', parseDecimal],
  ])('%s', (_name, parse) => {
    fc.assert(
      fc.property(
        fc.nat(9999),
        fc.constantFrom('', ' '),
        word,
        fc.constantFrom('', ' 2h', ', 1d'),
        (n, gap, unit, end) => {
          expect(parse(`${n}${gap}${unit}${end}`)).toBeUndefined();
        },
      ),
    );
  });
});

test.each([
  ['1 month', undefined],
  ['2 decades', undefined],
  ['1 mohttnh', undefined],
  ['1M', undefined],
  ['3 constructor', undefined],
  ['1 hour and 30 minutes', 5400],
  ['90 mins', 5400],
])('%j is a span of %j seconds', (typed, seconds) => expect(parseDuration(typed)).toBe(seconds));

test.each([
  ['1 month', 'UTC', '2026-02-28T12:00:00.000Z'],
  ['2 years', 'UTC', '2028-01-31T12:00:00.000Z'],
  ['2 months', 'Europe/Berlin', '2026-03-31T11:00:00.000Z'],
  ['2 decades', 'UTC', undefined],
])('an absence of %s in %s ends at %s, by the calendar', (typed, zone, end) => {
  const at = parseEndTime(typed, now, zone);
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(end);
});

test.each([
  ['10pm-7am', { from: 1320, to: 420 }],
  ['22:00~07:00', { from: 1320, to: 420 }],
  ['２２：００～０７：００', { from: 1320, to: 420 }],
  ['10 p.m. to 7 a.m.', { from: 1320, to: 420 }],
  ['12am − 12pm', { from: 0, to: 720 }],
  ['7-10pm', undefined],
  ['13pm-7am', undefined],
])('%j are quiet hours %j', (typed, quiet) => expect(parseQuietHours(typed)).toEqual(quiet));

test.each([
  ['8pm', '20:00'],
  ['20.30', '20:30'],
  ['10m', undefined],
  ['20', undefined],
])('%j is the hour %j', (typed, hour) => expect(parseHour(typed)).toBe(hour));

test.each([
  ['berlin', 'Europe/Berlin'],
  ['New York', 'America/New_York'],
  ['europe/berlin', 'Europe/Berlin'],
  ['utc', 'UTC'],
  ['US/Eastern', 'US/Eastern'],
])('%j is the time zone %j', (typed, zone) => expect(findTimeZone(typed, now)).toEqual({ found: zone }));

test.each([
  ['EST', ['America/New_York', 'America/Toronto']],
  ['ist', ['Europe/Dublin', 'Asia/Jerusalem', 'Asia/Kolkata']],
  ['UTC+5:30', ['Asia/Kolkata', 'Asia/Calcutta', 'Asia/Colombo']],
  ['-3', expect.arrayContaining(['America/Sao_Paulo'])],
  ['Berl', ['Europe/Berlin']],
  ['Xyzzyx', []],
  ['+99', []],
])('%j asks back: %j', (typed, suggestions) =>
  expect(findTimeZone(typed, now)).toEqual({ found: undefined, suggestions }),
);

test('a random text is never a time zone that it does not name', () => {
  fc.assert(
    fc.property(fc.oneof(word, fc.string({ maxLength: 12 })), (typed) => {
      const { found } = findTimeZone(typed, now);
      expect(found === undefined || isTimeZone(found)).toBe(true);
      if (found !== undefined)
        expect(found.toLowerCase().replaceAll('_', ' ').endsWith(typed.trim().toLowerCase())).toBe(true);
    }),
  );
});
