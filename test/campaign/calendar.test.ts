import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AvailableHours,
  addFreeTime,
  endOfDay,
  formatMoment,
  freeTimeBetween,
  isFreeTime,
  isTimeZone,
} from '../../src/campaign/calendar.ts';
import { runInLanguage } from '../../src/core/message.ts';

const hour = 3_600_000;
const at = (iso: string): number => Date.parse(iso);
const iso = (moment: number): string => new Date(moment).toISOString().replace(':00.000Z', 'Z');

const always: AvailableHours = { zone: 'UTC', weekdaysOff: [], datesOff: [] };
const night = { from: 22 * 60, to: 7 * 60 };
const berlin: AvailableHours = { ...always, zone: 'Europe/Berlin', quiet: night };

describe('available hours', () => {
  test.each([
    {
      says: 'a player without settings is always available',
      hours: always,
      from: '2026-03-01T10:00Z',
      free: 24,
      until: '2026-03-02T10:00Z',
    },
    {
      says: 'quiet hours over midnight do not count',
      hours: berlin,
      from: '2026-01-10T20:00Z',
      free: 2,
      until: '2026-01-11T07:00Z',
    },
    {
      says: 'the last available minute counts',
      hours: berlin,
      from: '2026-01-10T20:00Z',
      free: 0.5,
      until: '2026-01-10T20:30Z',
    },
    {
      says: 'a deadline at the start of quiet hours moves to their end',
      hours: berlin,
      from: '2026-01-10T20:00Z',
      free: 1,
      until: '2026-01-11T06:00Z',
    },
    {
      says: 'time that starts in quiet hours starts at their end',
      hours: berlin,
      from: '2026-01-10T23:30Z',
      free: 1,
      until: '2026-01-11T07:00Z',
    },
    {
      says: 'quiet hours within a day do not count',
      hours: { ...always, quiet: { from: 540, to: 1020 } },
      from: '2026-01-10T08:00Z',
      free: 2,
      until: '2026-01-10T18:00Z',
    },
    {
      says: 'a weekend off does not count',
      hours: { ...always, weekdaysOff: [6, 7] },
      from: '2026-11-20T20:00Z',
      free: 8,
      until: '2026-11-23T04:00Z',
    },
    {
      says: 'days off by date do not count',
      hours: { ...always, datesOff: [{ from: '2026-12-24', to: '2026-12-26' }] },
      from: '2026-12-23T23:00Z',
      free: 2,
      until: '2026-12-27T01:00Z',
    },
    {
      says: 'days off are days in the player’s time zone',
      hours: { ...always, zone: 'Pacific/Auckland', weekdaysOff: [6] },
      from: '2026-06-05T11:00Z',
      free: 2,
      until: '2026-06-06T13:00Z',
    },
    {
      says: 'the night when clocks go forward is an hour shorter',
      hours: berlin,
      from: '2026-03-28T20:00Z',
      free: 1,
      until: '2026-03-29T05:00Z',
    },
    {
      says: 'the night when clocks go back is an hour longer',
      hours: berlin,
      from: '2026-10-24T19:00Z',
      free: 1,
      until: '2026-10-25T06:00Z',
    },
    {
      says: 'quiet minutes skipped by a clock change end an hour later',
      hours: { ...always, zone: 'Europe/Berlin', quiet: { from: 130, to: 170 } },
      from: '2026-03-29T00:00Z',
      free: 2,
      until: '2026-03-29T02:40Z',
    },
    {
      says: 'a day of 23 hours counts as a day off',
      hours: { ...always, zone: 'Europe/Berlin', weekdaysOff: [6] },
      from: '2026-03-28T23:00Z',
      free: 23,
      until: '2026-03-29T22:00Z',
    },
  ])('$says', ({ hours, from, free, until }) => {
    expect(iso(addFreeTime(at(from), free * hour, hours))).toBe(iso(at(until)));
    expect(freeTimeBetween(at(from), at(until), hours)).toBe(free * hour);
  });

  test('a player with no available hours is treated as always available', () => {
    const never: AvailableHours = { ...always, weekdaysOff: [1, 2, 3, 4, 5, 6, 7] };
    expect(addFreeTime(at('2026-01-01T00:00Z'), hour, never)).toBe(at('2026-01-01T01:00Z'));
  });

  const anyHours: fc.Arbitrary<AvailableHours> = fc.record({
    zone: fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Africa/Casablanca',
    ),
    quiet: fc.option(
      fc
        .record({ from: fc.integer({ min: 0, max: 1439 }), long: fc.integer({ min: 1, max: 1200 }) })
        .map(({ from, long }) => ({ from, to: (from + long) % 1440 })),
      { nil: undefined },
    ),
    weekdaysOff: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 5 }),
    datesOff: fc.constantFrom([], [{ from: '2026-10-20', to: '2026-10-27' }]),
  });
  const anyMoment = fc
    .integer({ min: at('2026-01-01T00:00Z') / 60_000, max: at('2027-12-31T00:00Z') / 60_000 })
    .map((m) => m * 60_000);

  test('the available time until a calculated deadline equals the time given', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, fc.integer({ min: 0, max: 10_000 }), (hours, from, minutes) => {
        const until = addFreeTime(from, minutes * 60_000, hours);
        expect(until).toBeGreaterThanOrEqual(from + minutes * 60_000);
        expect(isFreeTime(until, hours)).toBe(true);
        expect(freeTimeBetween(from, until, hours)).toBe(minutes * 60_000);
      }),
      { numRuns: 150 },
    );
  });

  test('a longer available time never ends earlier, and its two parts add up to the whole', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, fc.nat(3000), fc.nat(3000), (hours, from, a, b) => {
        const half = addFreeTime(from, a * 60_000, hours);
        const whole = addFreeTime(from, (a + b) * 60_000, hours);
        expect(whole).toBeGreaterThanOrEqual(half);
        expect(addFreeTime(half, b * 60_000, hours)).toBe(whole);
      }),
      { numRuns: 150 },
    );
  });
});

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('%j is a time zone: %j', (zone, is) => expect(isTimeZone(zone)).toBe(is));

test.each([
  ['2026-12-24', 'Europe/Berlin', '2026-12-24T22:59:59.999Z'],
  ['2026-02-30', 'Europe/Berlin', undefined],
])('the end of %s in %s is %s', (date, zone, end) => {
  const moment = endOfDay(date, zone);
  expect(moment === undefined ? undefined : new Date(moment).toISOString()).toBe(end);
});

test.each([
  [undefined, 'Sat 21 Nov 2026, 14:05 (Europe/Berlin)'],
  ['ja', '2026年11月21日(土) 14:05 (Europe/Berlin)'],
  ['de', 'Sa., 21. Nov. 2026, 14:05 (Europe/Berlin)'],
])('a moment is formatted in the order of the language %s', (language, shown) => {
  const dictionary = language === undefined ? undefined : { language, sentences: {} };
  expect(runInLanguage(dictionary, () => formatMoment(at('2026-11-21T13:05Z'), 'Europe/Berlin'))).toBe(shown);
});
