import { DateTime, Duration, IANAZone } from 'luxon';
import { asName, capitalize, currentDictionary, phrase } from '../core/message.ts';
import type { PersonalSettings } from './people.ts';

/** The hours in which a user has time, in their time zone. */
export type AvailableHours = Readonly<Pick<PersonalSettings, 'zone' | 'quiet' | 'weekdaysOff' | 'datesOff'>>;

interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Maximum number of days to search for free time. */
const maxDaysAhead = 800;

export const isTimeZone = (zone: string): boolean => zone === 'UTC' || IANAZone.isValidZone(zone);

/** How far a time zone is ahead of UTC at a moment (minutes). */
export const utcOffset = (zone: string, at: number): number => DateTime.fromMillis(at, { zone }).offset;

/** The moment of a time on a day (minute of the day). A time that daylight saving skips is an hour later. */
const timeOnDay = (day: DateTime, minute: number): number =>
  day.set({ hour: Math.floor(minute / 60), minute: minute % 60, second: 0, millisecond: 0 }).toMillis();

const quietSpans = (day: DateTime, { quiet }: AvailableHours): readonly TimeSpan[] => {
  if (quiet === undefined || quiet.from === quiet.to) return [];
  const end = quiet.to > quiet.from ? day : day.plus({ days: 1 });
  return [{ from: timeOnDay(day, quiet.from), to: timeOnDay(end, quiet.to) }];
};

const isOff = (day: DateTime, { weekdaysOff, datesOff }: AvailableHours): boolean => {
  const date = day.toISODate() ?? '';
  return weekdaysOff.includes(day.weekday) || datesOff.some(({ from, to }) => from <= date && date <= to);
};

/** Lists the free times of one day. A day on which daylight saving starts or ends has 23 or 25 hours. */
const freeSpans = (day: DateTime, hours: AvailableHours): readonly TimeSpan[] => {
  if (isOff(day, hours)) return [];
  const whole: TimeSpan = { from: day.toMillis(), to: day.plus({ days: 1 }).toMillis() };
  const closed = [...quietSpans(day.minus({ days: 1 }), hours), ...quietSpans(day, hours)];
  return closed.reduce<readonly TimeSpan[]>(
    (free, { from, to }) =>
      free
        .flatMap((span) => [
          { from: span.from, to: Math.min(span.to, from) },
          { from: Math.max(span.from, to), to: span.to },
        ])
        .filter((span) => span.to > span.from),
    [whole],
  );
};

/** Yields the spans of free time from a moment on. */
function* freeSpansFrom(at: number, hours: AvailableHours): Generator<TimeSpan> {
  if (hours.quiet === undefined && hours.weekdaysOff.length === 0 && hours.datesOff.length === 0) {
    yield { from: at, to: Number.POSITIVE_INFINITY };
    return;
  }
  let day = DateTime.fromMillis(at, { zone: hours.zone }).startOf('day');
  for (let count = 0; count < maxDaysAhead; count += 1) {
    for (const { from, to } of freeSpans(day, hours)) if (to > at) yield { from: Math.max(from, at), to };
    day = day.plus({ days: 1 }).startOf('day');
  }
}

/** The moment after an amount of free time has passed. */
export const addFreeTime = (at: number, milliseconds: number, hours: AvailableHours): number => {
  let left = milliseconds;
  for (const { from, to } of freeSpansFrom(at, hours)) {
    if (to - from > left) return from + left;
    left -= to - from;
  }
  return at + milliseconds;
};

/** The free time between two moments (milliseconds). */
export const freeTimeBetween = (at: number, until: number, hours: AvailableHours): number => {
  let free = 0;
  for (const { from, to } of freeSpansFrom(at, hours)) {
    if (from >= until) break;
    free += Math.min(to, until) - from;
  }
  return free;
};

export const isFreeTime = (at: number, hours: AvailableHours): boolean => addFreeTime(at, 0, hours) === at;

/** The end of a day in a time zone. Undefined if the text is no date. */
export const endOfDay = (date: string, zone: string): number | undefined => {
  const day = DateTime.fromISO(date, { zone });
  return day.isValid ? day.endOf('day').toMillis() : undefined;
};

/** Formats a moment in a time zone: `Sat 21 Nov 2026, 14:00 (Europe/Berlin)`. */
export const formatMoment = (at: number, zone: string): string => {
  const { language } = currentDictionary() ?? {};
  const moment = DateTime.fromMillis(at, { zone, locale: language ?? 'en-GB' });
  const date =
    language === undefined
      ? moment.toFormat('ccc d LLL yyyy, HH:mm')
      : moment.toLocaleString({ ...DateTime.DATETIME_MED_WITH_WEEKDAY, hourCycle: 'h23', numberingSystem: 'latn' });
  return phrase`${asName(date)} (${asName(zone)})`;
};

/** The words for each unit of a duration. A capital M is none: it may mean minutes or months. */
const durationUnits: ReadonlyMap<string, string> = new Map(
  [
    'minutes m min mins minute',
    'hours h hr hrs hour',
    'days d day',
    'weeks w wk wks week',
    'months mo month',
    'years y yr yrs year',
  ]
    .map((words) => words.split(' '))
    .flatMap(([unit = '', ...words]) => [unit, ...words].map((word) => [word, unit] as const)),
);

/** Parses amounts of time such as `1d12h`, `90 m` or `1 month and 2 days`. Undefined if the text has anything else. */
const parseAmounts = (typed: string): Duration | undefined => {
  const words = typed.trim().replaceAll(/,|\band\b/gi, ' ');
  if (!/^(?:\d{1,4}\s*[a-z]+\s*)+$/i.test(words)) return undefined;
  let sum = Duration.fromMillis(0);
  for (const [, count, word = ''] of words.matchAll(/(\d+)\s*([a-z]+)/gi)) {
    const unit = word === 'M' ? undefined : durationUnits.get(word.toLowerCase());
    if (unit === undefined) return undefined;
    sum = sum.plus({ [unit]: Number(count) });
  }
  return sum;
};

/** Parses a duration such as `1d12h`, `90 m` or `2 weeks` (seconds). Undefined for months and years: they differ. */
export const parseDuration = (typed: string): number | undefined => {
  const span = parseAmounts(typed);
  return span === undefined || span.months > 0 || span.years > 0 ? undefined : span.as('seconds');
};

/** Parses the end of an absence: the end of a date, or an amount of time from now. Undefined if invalid. */
export const parseEndTime = (typed: string, now: number, zone: string): number | undefined => {
  const text = typed.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return endOfDay(text, zone);
  const span = parseAmounts(text);
  return span && DateTime.fromMillis(now, { zone }).plus(span).toMillis();
};

/** Parses a time of the day like `20:00` or `8pm`. Undefined for any other text, also a number. */
export const parseHour = (typed: string): string | undefined => {
  const minute = /^\s*\d+\s*$/.test(typed) ? undefined : parseTimeOfDay(typed);
  return minute === undefined ? undefined : formatTimeOfDay(minute);
};

/** The next moment at a time of the day. */
export const nextHour = (from: number, { at, zone }: { readonly at: string; readonly zone: string }): number => {
  const day = DateTime.fromMillis(from, { zone }).startOf('day');
  const [now = 0, next = 0] = [day, day.plus({ days: 1 })].map((each) => timeOnDay(each, parseTimeOfDay(at) ?? 0));
  return now > from ? now : next;
};

/** Parses `22`, `22:30`, `22.30` or `10 pm` (minute of the day). */
const parseTimeOfDay = (text: string): number | undefined => {
  const pattern = /^(\d{1,2})(?:[:.](\d{2}))?(?:\s*([ap])\.?m\.?)?$/i;
  const [, figures, minute = '0', half] = pattern.exec(text.trim()) ?? [];
  if (figures === undefined || Number(minute) > 59) return undefined;
  const hour = Number(figures);
  if (half === undefined) return hour > 23 ? undefined : hour * 60 + Number(minute);
  return hour < 1 || hour > 12 ? undefined : ((hour % 12) + (/p/i.test(half) ? 12 : 0)) * 60 + Number(minute);
};

/** Parses `22:00-07:00` or `10pm to 7am` (minutes of the day). Undefined if it is invalid or over 20 hours. */
export const parseQuietHours = (typed: string): { readonly from: number; readonly to: number } | undefined => {
  const [first = '', second = '', ...rest] = typed.normalize('NFKC').split(/\s*(?:\p{Dash}|~|to)\s*/iu);
  const [from, to] = [parseTimeOfDay(first), parseTimeOfDay(second)];
  // `7-10pm` may begin in the morning or in the evening.
  const isUnclear = /m/i.test(first) !== /m/i.test(second);
  if (from === undefined || to === undefined || from === to || isUnclear || rest.length > 0) return undefined;
  return (to - from + 1440) % 1440 > 1200 ? undefined : { from, to };
};

const formatTimeOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const formatQuietHours = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${formatTimeOfDay(from)}-${formatTimeOfDay(to)}`;

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

type DaysOff = Pick<AvailableHours, 'weekdaysOff' | 'datesOff'>;

/** Parses days off: `Sat, Sun, 2026-12-24..2026-12-27`. Undefined if a part is invalid, or no weekday remains. */
export const parseDaysOff = (typed: string): DaysOff | undefined => {
  const weekdaysOff = new Set<number>();
  const datesOff: DaysOff['datesOff'] = [];
  for (const part of typed.split(',').map((each) => each.trim().toLowerCase())) {
    if (part === '') continue;
    const weekday = weekdays.findIndex((name) => /^[a-z]{3,9}$/.test(part) && part.startsWith(name));
    const [, from, to = from] = /^(\d{4}-\d{2}-\d{2})(?:\s*\.\.\s*(\d{4}-\d{2}-\d{2}))?$/.exec(part) ?? [];
    if (weekday >= 0) weekdaysOff.add(weekday + 1);
    else if (from !== undefined && to !== undefined && isDay(from) && isDay(to) && from <= to)
      datesOff.push({ from, to });
    else return undefined;
  }
  return weekdaysOff.size > 6 || datesOff.length > 40
    ? undefined
    : { weekdaysOff: [...weekdaysOff].toSorted((a, b) => a - b), datesOff };
};

const isDay = (text: string): boolean => endOfDay(text, 'UTC') !== undefined;

/** Formats days off as they are typed: `Sat, Sun, 2026-12-24`. Empty if there are none. */
export const formatDaysOff = ({ weekdaysOff, datesOff }: DaysOff): string => {
  const named = weekdaysOff.map((day) => capitalize(weekdays[day - 1] ?? ''));
  const dates = datesOff.map(({ from, to }) => (from === to ? from : `${from}..${to}`));
  return [...named, ...dates].join(', ');
};
