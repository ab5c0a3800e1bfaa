import { isTimeZone, utcOffset } from '../../campaign/calendar.ts';
import { isSameName } from '../../core/message.ts';
import { matchName, type NameMatch } from './match-name.ts';

/** Well-known time zones and their abbreviations, of which some have several meanings. */
const abbreviations: ReadonlyMap<string, readonly string[]> = new Map(
  `UTC GMT, Europe/London GMT BST, Europe/Dublin GMT IST, Europe/Lisbon WET WEST, Europe/Berlin CET CEST MEZ MESZ,
  Europe/Paris CET CEST, Europe/Madrid CET CEST, Europe/Rome CET CEST, Europe/Warsaw CET CEST, Europe/Athens EET EEST,
  Europe/Kyiv EET EEST, Europe/Istanbul TRT, Europe/Moscow MSK, Asia/Jerusalem IST IDT, Asia/Dubai GST,
  Asia/Kolkata IST, Asia/Shanghai CST, Asia/Singapore SGT, Asia/Manila PHT PST, Asia/Tokyo JST, Asia/Seoul KST,
  Australia/Perth AWST, Australia/Adelaide ACST ACDT, Australia/Sydney AEST AEDT, Pacific/Auckland NZST NZDT,
  Pacific/Honolulu HST, America/Los_Angeles PST PDT PT, America/Denver MST MDT MT, America/Phoenix MST,
  America/Chicago CST CDT CT, America/New_York EST EDT ET, America/Toronto EST EDT ET, America/Sao_Paulo BRT`
    .split(/,\s+/)
    .map((row) => row.split(' '))
    .map(([zone = '', ...short]) => [zone, short]),
);

/** All time zones, the well-known ones first. */
export const timeZones = [...new Set([...abbreviations.keys(), ...Intl.supportedValuesOf('timeZone')])];

const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** Parses `+2`, `UTC-5` or `GMT+05:30` (minutes). Undefined for other text. */
const parseOffset = (typed: string): number | undefined => {
  const [, sign, hours, minutes = '0'] = /^(?:utc|gmt)?\s*([-+−])\s*(\d{1,2})(?::?([0-5]\d))?$/i.exec(typed) ?? [];
  return sign === undefined ? undefined : (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 1 : -1);
};

/** Finds a time zone by its name or city. An offset or abbreviation only suggests some: it has no summer time. */
export const findTimeZone = (typed: string, now: number): NameMatch<string> => {
  const wanted = typed.trim();
  const named = timeZones.filter((zone) => [zone, cityOf(zone)].some((name) => isSameName(name, wanted)));
  if (named.length === 1) return { found: named[0] ?? wanted };
  if (wanted.includes('/') && isTimeZone(wanted)) return { found: wanted };
  const offset = parseOffset(wanted);
  const hasOffset = (zone: string): boolean => utcOffset(zone, now) === offset;
  const isMeant = (zone: string): boolean =>
    offset === undefined ? abbreviations.get(zone)?.includes(wanted.toUpperCase()) === true : hasOffset(zone);
  const meant = timeZones.filter(isMeant).slice(0, 5);
  if (meant.length > 0) return { found: undefined, suggestions: meant };
  const near = matchName(wanted, timeZones, (zone) => [zone, cityOf(zone)]);
  return near.found === undefined ? near : { found: undefined, suggestions: [near.found] };
};
