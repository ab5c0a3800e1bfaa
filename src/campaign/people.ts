import { z } from 'zod';
import { deputySchema } from '../battle/saved/clock-settings.ts';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { autopilotLevels } from '../battle/saved/session.ts';
import { themes } from '../core/theme.ts';
import { isTimeZone } from './calendar.ts';

/** What somebody may be called for. */
export const pingKinds = ['turn', 'question', 'reminder', 'on-deck', 'gm'] as const;
export type PingKind = (typeof pingKinds)[number];

/** Where: by a mention where the battle is, by a direct message, or not at all. */
export const pingMethods = ['channel', 'direct', 'off'] as const;

const minuteOfDay = z.int().min(0).max(1439);
const day = z.iso.date();

/** What a person chose, for all servers and battles. */
export const personalSettingsSchema = z.strictObject({
  user: z.string(),
  /** A time zone by its name, like `Europe/Berlin`. */
  zone: z.string().refine(isTimeZone),
  /** Minutes of the day; over midnight where `from` is the later one. */
  quiet: z.strictObject({ from: minuteOfDay, to: minuteOfDay }).optional(),
  /** 1 is Monday. */
  weekdaysOff: z.array(z.int().min(1).max(7)).max(6),
  /** Both days included. */
  datesOff: z.array(z.strictObject({ from: day, to: day })).max(40),
  /** Milliseconds since 1970. */
  awayUntil: z.int().optional(),
  /** How their combatants play by themselves until then; nobody does, where it is left out. */
  awayTactics: z.enum(autopilotLevels).optional(),
  /** Who may act for them. */
  deputy: deputySchema.optional(),
  pings: z.record(z.enum(pingKinds), z.enum(pingMethods)),
  /** How pictures look that they alone see; as the server has it, where it is left out. */
  pictures: z.enum(themes).optional(),
});
export type PersonalSettings = z.output<typeof personalSettingsSchema>;

/** Somebody who chose nothing. */
export const defaultPersonalSettings = (user: string): PersonalSettings => ({
  user,
  zone: 'UTC',
  weekdaysOff: [],
  datesOff: [],
  pings: { turn: 'channel', question: 'channel', reminder: 'channel', 'on-deck': 'channel', gm: 'channel' },
});

export interface PeopleStore {
  /** All of these people; who chose nothing comes as they began. */
  readonly findMany: (users: readonly string[]) => Promise<ReadonlyMap<string, PersonalSettings>>;
  /** What is to be said of it is written with it. */
  readonly save: (person: PersonalSettings, said?: PlacedMessage) => Promise<void>;
  /** Those who named this person their deputy. */
  readonly listRepresentedBy: (user: string) => Promise<readonly string[]>;
  /** Those whose deputy has time until that very moment, in milliseconds since 1970. */
  readonly listDeputiesEndingAt: (until: number) => Promise<readonly PersonalSettings[]>;
  /** What they chose goes, and nobody has them for a deputy any more. */
  readonly remove: (user: string) => Promise<void>;
}

export const findPersonalSettings = async (people: PeopleStore, user: string): Promise<PersonalSettings> =>
  (await people.findMany([user])).get(user) ?? defaultPersonalSettings(user);

const deputyOrSelf = ({ deputy }: PersonalSettings, at: number): readonly string[] =>
  deputy !== undefined && deputy.until > at ? [deputy.user] : [];

/** Whom a call for this person goes to outside battles: to whoever may act for them as well, and while they are away to that one alone. */
export const usersToNotifyOutsideBattle = (person: PersonalSettings, at: number): readonly string[] =>
  (person.awayUntil ?? 0) > at ? deputyOrSelf(person, at) : [person.user, ...deputyOrSelf(person, at)];

/** Those for whom this person may act at a moment. */
export const usersActedFor = async (people: PeopleStore, user: string, at: number): Promise<readonly string[]> => {
  const all = await people.findMany(await people.listRepresentedBy(user));
  return [...all.values()].flatMap((person) => (deputyOrSelf(person, at).includes(user) ? [person.user] : []));
};
