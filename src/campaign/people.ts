import { z } from 'zod';
import { deputySchema } from '../battle/saved/clock-settings.ts';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { autopilotLevels } from '../battle/saved/session.ts';
import { themes } from '../core/theme.ts';
import { isTimeZone } from './calendar.ts';

/** The events for which a user can be notified. */
export const pingKinds = ['turn', 'question', 'reminder', 'on-deck', 'gm'] as const;
export type PingKind = (typeof pingKinds)[number];

/** How a user is notified: by a mention, by a direct message, or not at all. */
export const pingMethods = ['channel', 'direct', 'off'] as const;

const minuteOfDay = z.int().min(0).max(1439);
const day = z.iso.date();

/** A user's settings for all servers and battles. */
export const personalSettingsSchema = z.strictObject({
  user: z.string(),
  /** A time zone, such as `Europe/Berlin`. */
  zone: z.string().refine(isTimeZone),
  /** Quiet hours (minutes of the day). If `from` is later than `to`, they end the next day. */
  quiet: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).optional(),
  /** Weekdays off, where 1 is Monday. */
  weekdaysOff: z.array(z.int().min(1).max(7)).max(6),
  /** Ranges of days off, both ends included. */
  datesOff: z.array(z.strictObject({ from: day, to: day })).max(40),
  /** The end of the absence (milliseconds since 1970). Undefined if the user is not away. */
  awayUntil: z.int().optional(),
  /** The autopilot of the user's combatants while away. Undefined for none. */
  awayTactics: z.enum(autopilotLevels).optional(),
  /** The user's deputy. Undefined if there is none. */
  deputy: deputySchema.optional(),
  /** When to send the user a morning message, like `08:00`. Undefined for never. */
  morning: z.string().optional(),
  pings: z.record(z.enum(pingKinds), z.enum(pingMethods)),
  /** The theme of pictures that only the user sees. Default: the server's. */
  pictures: z.enum(themes).optional(),
  /** The language of the user's texts, by its tag. Default: the locale. */
  language: z.string().optional(),
  /** The locale of the user's client, as last seen. Saved only if the bot speaks its language. */
  locale: z.string().optional(),
  /** A random number that the user's links to boards in a browser contain. Links with another number are invalid. */
  boards: z.int().optional(),
});
export type PersonalSettings = z.output<typeof personalSettingsSchema>;

export const defaultPersonalSettings = (user: string): PersonalSettings => ({
  user,
  zone: 'UTC',
  weekdaysOff: [],
  datesOff: [],
  pings: { turn: 'channel', question: 'channel', reminder: 'channel', 'on-deck': 'channel', gm: 'channel' },
});

export interface PeopleStore {
  /** The settings of these users, with defaults for users without settings. */
  readonly findMany: (users: readonly string[]) => Promise<ReadonlyMap<string, PersonalSettings>>;
  /** Saves settings together with a message. */
  readonly save: (person: PersonalSettings, said?: PlacedMessage) => Promise<void>;
  /** Saves the locale of a user's client. */
  readonly saveLocale: (user: string, locale: string) => Promise<void>;
  /** Lists the users whose deputy this user is. */
  readonly listRepresentedBy: (user: string) => Promise<readonly string[]>;
  /** Deletes the user's settings, and removes the user as anyone's deputy. */
  readonly remove: (user: string) => Promise<void>;
}

export const findPersonalSettings = async (people: PeopleStore, user: string): Promise<PersonalSettings> =>
  (await people.findMany([user])).get(user) ?? defaultPersonalSettings(user);

const deputyOrSelf = ({ deputy }: PersonalSettings, at: number): readonly string[] =>
  deputy !== undefined && deputy.until > at ? [deputy.user] : [];

/** The users to notify for one user outside battles: the user and the deputy. During an absence, only the deputy. */
export const usersToNotifyOutsideBattle = (person: PersonalSettings, at: number): readonly string[] =>
  (person.awayUntil ?? 0) > at ? deputyOrSelf(person, at) : [person.user, ...deputyOrSelf(person, at)];

/** Lists the users whose deputy this user is at a moment. */
export const usersActedFor = async (people: PeopleStore, user: string, at: number): Promise<readonly string[]> => {
  const all = await people.findMany(await people.listRepresentedBy(user));
  return [...all.values()].flatMap((person) => (deputyOrSelf(person, at).includes(user) ? [person.user] : []));
};
