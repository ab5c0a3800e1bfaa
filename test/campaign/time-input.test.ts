import { expect, test } from 'vitest';
import { formatDuration } from '../../src/battle/saved/clock-settings.ts';
import {
  formatDaysOff,
  formatQuietHours,
  parseDaysOff,
  parseDuration,
  parseEndTime,
  parseQuietHours,
} from '../../src/campaign/calendar.ts';

test.each([
  ['24h', 86_400],
  ['1d12h', 129_600],
  ['90 m', 5400],
  ['2 weeks', 1_209_600],
  ['1 day, 2 hours', 93_600],
  ['soon', undefined],
  ['24', undefined],
  ['', undefined],
])('%j is a span of %j seconds', (typed, seconds) => expect(parseDuration(typed)).toBe(seconds));

test.each([
  ['22:00-07:00', { from: 1320, to: 420 }],
  ['22-7', { from: 1320, to: 420 }],
  ['9:30 to 17.15', { from: 570, to: 1035 }],
  ['01:00-22:00', undefined],
  ['22:00', undefined],
  ['25:00-07:00', undefined],
  ['08:00-08:00', undefined],
])('%j are quiet hours %j', (typed, quiet) => expect(parseQuietHours(typed)).toEqual(quiet));

test.each([
  ['Sat, sunday', { weekdaysOff: [6, 7], datesOff: [] }],
  ['2026-12-24..2026-12-27, fri', { weekdaysOff: [5], datesOff: [{ from: '2026-12-24', to: '2026-12-27' }] }],
  ['', { weekdaysOff: [], datesOff: [] }],
  ['2026-02-30', undefined],
  ['2026-12-27..2026-12-24', undefined],
  ['mon,tue,wed,thu,fri,sat,sun', undefined],
  ['someday', undefined],
])('%j are days off %j', (typed, days) => expect(parseDaysOff(typed)).toEqual(days));

test('an absence ends at the end of a day in the user’s zone, or after a duration', () => {
  expect(parseEndTime('2026-12-24', 0, 'America/New_York')).toBe(Date.parse('2026-12-25T04:59:59.999Z'));
  expect(parseEndTime('5d', 1000, 'UTC')).toBe(432_001_000);
  expect(parseEndTime('some time', 0, 'UTC')).toBeUndefined();
});

test('quiet hours, days off and durations are formatted as they can be typed', () => {
  expect(formatQuietHours({ from: 1320, to: 425 })).toBe('22:00-07:05');
  expect(formatDaysOff({ weekdaysOff: [6, 7], datesOff: [{ from: '2026-12-24', to: '2026-12-24' }] })).toBe(
    'Sat, Sun, 2026-12-24',
  );
  expect([30, 60, 3600, 90_000, 5_000_000].map(formatDuration)).toEqual([
    '1 minute',
    '1 minute',
    '1 hour',
    '1 day 1 hour',
    '57 days 20 hours',
  ]);
});
