import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { rollModes } from '../battle/saved/session.ts';
import { dieSchema } from '../battle/saved/store.ts';

/** One character's part of a roll request. */
const partSchema = z.strictObject({
  /** The character or combatant. */
  name: z.string(),
  /** The user who rolls. Undefined if the GM rolls. */
  user: z.string().optional(),
  notation: z.string(),
  succeeds: z.enum(['at-least', 'at-most']),
  target: z.int().optional(),
  always: z.strictObject({ succeeds: z.int(), fails: z.int(), earns: z.string().optional() }).optional(),
  /** True if only the GM may know of this part. */
  unseen: z.literal(true).optional(),
  /** The dice. Undefined until they are rolled. */
  dice: z.array(dieSchema).optional(),
});
export type AskedRollPart = z.output<typeof partSchema>;

/** A GM's request that several characters roll, with the results. */
export const askedRollSchema = z.strictObject({
  id: z.string(),
  /** The server. Undefined outside servers. */
  guild: z.string().optional(),
  channel: z.string(),
  /** The battle. Undefined outside battles. */
  battle: z.string().optional(),
  /** The GM who asks. */
  by: z.string(),
  byName: z.string(),
  what: z.string(),
  rolls: z.enum(rollModes),
  /** True if the GM gave the target number. Otherwise it comes from the sheet of each character. */
  named: z.boolean(),
  of: z.array(partSchema).min(1).max(40),
  /** Counts changes. A save must name the version that was read. */
  version: z.int(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type AskedRoll = z.output<typeof askedRollSchema>;

/** Saves roll requests with their messages. Has one implementation in memory and one on Postgres. */
export interface AskedRollStore {
  /** Saves a roll request; inserts it if `version` is 1. `stale` if another change came first. */
  readonly save: (asked: AskedRoll, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
  readonly byId: (id: string) => Promise<AskedRoll | undefined>;
  /** Lists the roll requests that name a user, oldest first. */
  readonly listMentioning: (user: string) => Promise<readonly AskedRoll[]>;
  readonly delete: (asked: AskedRoll) => Promise<void>;
  /** Deletes a server's roll requests that are older than a moment (milliseconds since 1970). */
  readonly sweep: (where: Pick<AskedRoll, 'guild' | 'channel'>, before: number) => Promise<void>;
}

/** Lifetime of a roll request with its results (milliseconds). */
export const askedRollLifetime = 7 * 86_400_000;

/** A roll request without the user, whose dice remain in it. Undefined if the user had made the request. */
export const eraseFromAskedRoll = (asked: AskedRoll, user: string): AskedRoll | undefined =>
  asked.by === user
    ? undefined
    : {
        ...asked,
        of: asked.of.map(({ user: own, ...part }) =>
          own === user || own === undefined ? part : { ...part, user: own },
        ),
      };
