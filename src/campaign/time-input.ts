import { endOfDay } from './calendar.ts';

const unitSeconds: Readonly<Record<string, number>> = { w: 604_800, d: 86_400, h: 3600, m: 60 };

/** `1d12h`, `90 m`, `2 weeks`: seconds; nothing where it is no span. */
export const parseDuration = (typed: string): number | undefined => {
  const words = typed.trim().toLowerCase();
  if (!/^(\d{1,4}\s*(w|d|h|m)[a-z]*[\s,]*)+$/.test(words)) return undefined;
  let seconds = 0;
  for (const [, count = '0', unit = ''] of words.matchAll(/(\d{1,4})\s*(w|d|h|m)/g))
    seconds += Number(count) * (unitSeconds[unit] ?? 0);
  return seconds;
};

/** `2026-12-24`, to its end by somebody's clock, or a span from now: a moment; nothing where it is neither. */
export const parseEndTime = (typed: string, now: number, zone: string): number | undefined => {
  const text = typed.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return endOfDay(text, zone);
  const span = parseDuration(text);
  return span === undefined ? undefined : now + span * 1000;
};

const parseTimeOfDay = (text: string): number | undefined => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.](\d{2}))?$/.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return Number(hour) * 60 + Number(minute);
};

/** `22:00-07:00`: minutes of the day; nothing where it is none, or more than 20 hours. */
export const parseQuietHours = (typed: string): { readonly from: number; readonly to: number } | undefined => {
  const [first = '', second = '', ...rest] = typed.split(/\s*(?:-|–|to)\s*/);
  const [from, to] = [parseTimeOfDay(first), parseTimeOfDay(second)];
  if (from === undefined || to === undefined || from === to || rest.length > 0) return undefined;
  return (to - from + 1440) % 1440 > 1200 ? undefined : { from, to };
};

const formatTimeOfDay = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const formatQuietHours = ({ from, to }: { readonly from: number; readonly to: number }): string =>
  `${formatTimeOfDay(from)}-${formatTimeOfDay(to)}`;

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

export interface DaysOff {
  readonly weekdaysOff: number[];
  readonly datesOff: { from: string; to: string }[];
}

/** `Sat, Sun, 2026-12-24..2026-12-27`; nothing where a part of it is no day, or no weekday would be left. */
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

export const formatDaysOff = ({
  weekdaysOff,
  datesOff,
}: {
  readonly weekdaysOff: readonly number[];
  readonly datesOff: DaysOff['datesOff'];
}): string => {
  const named = weekdaysOff
    .map((day) => weekdays[day - 1] ?? '')
    .map((day) => day.charAt(0).toUpperCase() + day.slice(1));
  const dates = datesOff.map(({ from, to }) => (from === to ? from : `${from}..${to}`));
  return [...named, ...dates].join(', ') || 'none';
};
