import { z } from 'zod';
import type { PlacedMessage } from '../battle/saved/outbox.ts';
import { rollModes } from '../battle/saved/session.ts';
import { dieSchema } from '../battle/saved/store.ts';

/** The roll of one of those who were asked. */
const partSchema = z.strictObject({
  /** The character or combatant. */
  name: z.string(),
  /** Who is asked for it; left out: the GM rolls. */
  user: z.string().optional(),
  notation: z.string(),
  succeeds: z.enum(['at-least', 'at-most']),
  target: z.int().optional(),
  always: z.strictObject({ succeeds: z.int(), fails: z.int() }).optional(),
  /** Only the GM is to know that it was rolled for. */
  unseen: z.literal(true).optional(),
  /** The dice as they fell; left out: they have not. */
  dice: z.array(dieSchema).optional(),
});
export type AskedRollPart = z.output<typeof partSchema>;

/** A roll that a GM asks of several at once, with what came of it. */
export const askedRollSchema = z.strictObject({
  id: z.string(),
  /** The server, or none outside servers. */
  guild: z.string().optional(),
  channel: z.string(),
  /** The battle it was asked in; left out: none went on. */
  battle: z.string().optional(),
  /** The GM who asks. */
  by: z.string(),
  byName: z.string(),
  what: z.string(),
  rolls: z.enum(rollModes),
  /** Did the GM name the number, or is it each sheet’s own? */
  named: z.boolean(),
  of: z.array(partSchema).min(1).max(40),
  /** Counts its changes; a save must name the version it read. */
  version: z.int(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type AskedRoll = z.output<typeof askedRollSchema>;

/** Where rolls live that were asked for; what is to be said of a change is written with it. One implementation in memory, one on Postgres; one suite tests both. */
export interface AskedRollStore {
  /** New where `version` is 1. `stale`: another change got in first, or it is there already. */
  readonly save: (asked: AskedRoll, said?: PlacedMessage) => Promise<'kept' | 'stale'>;
  readonly byId: (id: string) => Promise<AskedRoll | undefined>;
  /** Those that name this person, the oldest first. */
  readonly listMentioning: (user: string) => Promise<readonly AskedRoll[]>;
  readonly delete: (asked: AskedRoll) => Promise<void>;
  /** Drops those of one server that were asked for before a moment. */
  readonly sweep: (where: Pick<AskedRoll, 'guild' | 'channel'>, before: number) => Promise<void>;
}

/** So many milliseconds a roll can be made after it was asked for, and its results be read. */
export const askedRollLifetime = 7 * 86_400_000;

/** The same without a person: what they rolled stays, and is nobody’s. Nothing where they asked for it. */
export const eraseFromAskedRoll = (asked: AskedRoll, user: string): AskedRoll | undefined =>
  asked.by === user
    ? undefined
    : {
        ...asked,
        of: asked.of.map(({ user: own, ...part }) =>
          own === user || own === undefined ? part : { ...part, user: own },
        ),
      };
