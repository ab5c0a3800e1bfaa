import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appEdition, upcastApp } from '../editions/app-edition.ts';

/** An expected actor, and the time used so far. Computed from the log and saved with each entry. */
export interface BattleWait {
  readonly battle: string;
  readonly actor: string;
  readonly kind: string;
  /** The user who must act: the controller; after a timeout the deputy or the GM. */
  readonly user: string;
  readonly what: string;
  /** The version of the battle at which this wait or its time limit began. */
  readonly since: number;
  /** When the wait began (milliseconds since 1970). */
  readonly at: number;
  /** When the time started to run (milliseconds since 1970). Undefined while paused. */
  readonly begun: number | undefined;
  /** Time that passed before `begun` (milliseconds). */
  readonly spent: number;
  /** Number of reminders and other actions of the clock that are done for this wait. */
  readonly told: number;
  readonly state: WaitState;
  /** Another user who may act, and until when: a deputy, or the player after the GM was asked. */
  readonly deputy: { readonly user: string; readonly until: number } | undefined;
}

/** State of a wait. `asked`: the GM was asked; nothing more is automatic. */
export const waitStates = ['running', 'asked'] as const;
export type WaitState = (typeof waitStates)[number];

/** When to check a wait again, and why. All other data is read again when the alarm rings. */
export const alarmSchema = z.strictObject({
  /** The app edition under which the alarm was set. */
  edition: z.int().min(1),
  battle: z.string(),
  actor: z.string(),
  kind: z.string(),
  since: z.int(),
  /**
   * The reason of the alarm. `call`: notify a user after quiet hours. `look`: check what is due. `show`: update the
   * panel. `settle`: update characters after a battle's end or its undo. `morning`: send `actor` a morning message.
   */
  step: z.enum(['reminder', 'end', 'on-deck', 'call', 'look', 'show', 'settle', 'morning']),
  /** When the alarm should ring (milliseconds since 1970). */
  due: z.int(),
  /** How often the alarm rang too early. */
  tries: z.int(),
});
export type AlarmData = Omit<z.output<typeof alarmSchema>, 'edition'>;

const setUnder = z.looseObject({ edition: z.int().min(1) });

/** Parses an alarm of any app edition. Throws if it is invalid. */
export const readAlarm = (saved: unknown): AlarmData => {
  const { edition: _, ...alarm } = alarmSchema.parse(upcastApp('alarm', setUnder.parse(saved).edition, saved));
  return alarm;
};

/** Converts an alarm to its saved form. */
export const toSavedAlarm = (data: AlarmData): z.input<typeof alarmSchema> => ({ edition: appEdition, ...data });

export interface Alarm {
  /** Delay until the alarm rings (milliseconds). */
  readonly after: number;
  readonly data: AlarmData;
}

/** The id of an alarm. Equal alarms have equal ids, so each is stored once. */
export const alarmId = ({ battle, actor, kind, since, step, due, tries }: AlarmData): string => {
  const hash = createHash('sha256').update(JSON.stringify([battle, actor, kind, since, step, due, tries]));
  return hash.digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
};

/** Changes to a battle's waits, and new alarms, saved in the commit's transaction. */
export interface WaitChanges {
  /** All waits of the battle. The time of waits that are not `isNew` continues. */
  readonly waits: readonly (BattleWait & { readonly isNew: boolean })[];
  readonly alarms: readonly Alarm[];
}

/** A wait with its battle, for lists. */
export interface WaitInBattle extends BattleWait {
  readonly guild: string | undefined;
  readonly channel: string;
  readonly name: string;
  readonly system: string;
}

export interface WaitStore {
  readonly forBattle: (battle: string) => Promise<readonly BattleWait[]>;
  /** Lists the waits of a user and of the players whose deputy they are, newest first. */
  readonly forUser: (user: string, now: number) => Promise<readonly WaitInBattle[]>;
  /** Claims the nth reminder or other action of a wait's clock for an alarm. True for only one alarm. */
  readonly claim: (wait: BattleWait, step: number, alarm: string) => Promise<boolean>;
  /** Notes that a process runs. At its start, the time since the last note counts against no wait. */
  readonly noteRunning: (now: number, isStart: boolean) => Promise<void>;
  /** Lists the waits of battles with a time limit. */
  readonly listTimed: () => Promise<readonly BattleWait[]>;
}

/** Handles an alarm that rings. If this fails, the alarm rings again. */
export type RingAlarm = (data: AlarmData, id: string, again: boolean) => Promise<void>;

export interface Alarms {
  /** Sets an alarm outside of a commit. */
  readonly set: (alarm: Alarm) => Promise<void>;
  /** Starts ringing alarms. Returns a function that stops it. */
  readonly startRinging: (ring: RingAlarm) => Promise<() => Promise<void>>;
}
