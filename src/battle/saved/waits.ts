import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appEdition, upcastApp } from '../editions/app-edition.ts';

/** An actor that a battle waits for, and how much of their time has run. Computed from the log and written with each entry. */
export interface BattleWait {
  readonly battle: string;
  readonly actor: string;
  readonly kind: string;
  /** Who must act: the controller, or a deputy or the GM after the time ran out. */
  readonly user: string;
  readonly what: string;
  /** The version of the battle at which this wait, or its time, began. */
  readonly since: number;
  /** When the battle began to wait, in milliseconds since 1970. */
  readonly at: number;
  /** When the time began to run. Undefined while the clock is paused. */
  readonly begun: number | undefined;
  /** Milliseconds of the time that had run before. */
  readonly spent: number;
  /** How many of the clock's steps have been taken. */
  readonly told: number;
  readonly state: WaitState;
  /** Who else may act, and until when: a deputy, or the player where the GM was asked. */
  readonly deputy: { readonly user: string; readonly until: number } | undefined;
}

/** `handed`: a deputy has the time now; `asked`: the GM was asked, and nothing more happens by itself. */
export const waitStates = ['running', 'handed', 'asked'] as const;
export type WaitState = (typeof waitStates)[number];

/** When to look at a wait again, and why. It says nothing that is not looked up again then. */
export const alarmSchema = z.strictObject({
  /** The edition of the app it was set under. */
  edition: z.int().min(1),
  battle: z.string(),
  actor: z.string(),
  kind: z.string(),
  since: z.int(),
  /**
   * `call`: notify them after their quiet hours; `look`: check what is due; `show`: show the panel again; `end` without a
   * battle: a deputy's time is over; `settle`: update characters after an end or its undo.
   */
  step: z.enum(['reminder', 'end', 'on-deck', 'call', 'look', 'show', 'settle']),
  /** The moment it was meant for, in milliseconds since 1970. */
  due: z.int(),
  /** How often it came too early. */
  tries: z.int(),
});
export type AlarmData = Omit<z.output<typeof alarmSchema>, 'edition'>;

const setUnder = z.looseObject({ edition: z.int().min(1) });

/** Parses an alarm of any edition of the app. Throws if it does not parse. */
export const readAlarm = (saved: unknown): AlarmData => {
  const { edition: _, ...alarm } = alarmSchema.parse(upcastApp('alarm', setUnder.parse(saved).edition, saved));
  return alarm;
};

/** An alarm as it is saved. */
export const toSavedAlarm = (data: AlarmData): z.input<typeof alarmSchema> => ({ edition: appEdition, ...data });

export interface Alarm {
  /** Milliseconds from now. */
  readonly after: number;
  readonly data: AlarmData;
}

/** The id of an alarm, as a UUID. Equal alarms have equal ids and are stored once. */
export const alarmId = ({ battle, actor, kind, since, step, due, tries }: AlarmData): string => {
  const hash = createHash('sha256').update(JSON.stringify([battle, actor, kind, since, step, due, tries]));
  return hash.digest('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
};

/** What a commit does to the waits of its battle, and the alarms it sets: all in its own transaction. */
export interface WaitChanges {
  /** All waits of the battle. The time of those that are not `isNew` goes on. */
  readonly waits: readonly (BattleWait & { readonly isNew: boolean })[];
  readonly alarms: readonly Alarm[];
}

/** A wait with the battle it is in, for a list. */
export interface WaitInBattle extends BattleWait {
  readonly guild: string | undefined;
  readonly channel: string;
  readonly name: string;
  readonly system: string;
}

export interface WaitStore {
  readonly forBattle: (battle: string) => Promise<readonly BattleWait[]>;
  /** What waits for a person, and for those they are deputy of at that moment; newest first. */
  readonly forUser: (user: string, now: number) => Promise<readonly WaitInBattle[]>;
  /** Takes the right to step n of a wait's time: true for one alarm alone, however often it asks. */
  readonly claim: (wait: BattleWait, step: number, alarm: string) => Promise<boolean>;
  /** The waits of battles that have a clock. */
  readonly listTimed: () => Promise<readonly BattleWait[]>;
}

/** Rings an alarm. It rings again if this fails. */
export type RingAlarm = (data: AlarmData, id: string, again: boolean) => Promise<void>;

export interface Alarms {
  /** Sets an alarm outside of a commit. */
  readonly set: (alarm: Alarm) => Promise<void>;
  /** Rings alarms from now on. Returns how to stop. */
  readonly startRinging: (ring: RingAlarm) => Promise<() => Promise<void>>;
}
