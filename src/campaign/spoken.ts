import { z } from 'zod';

/** A record of which user spoke a message as a character. */
export const spokenMessageSchema = z.strictObject({
  guild: z.string(),
  /** The order id of the command. */
  id: z.string(),
  channel: z.string(),
  user: z.string(),
  /** The name of the character. */
  character: z.string(),
  /** The message id on Discord. Undefined if the message answers the order, or was never confirmed. */
  message: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type SpokenMessage = z.output<typeof spokenMessageSchema>;

/** Lifetime of the record (milliseconds). */
export const spokenMessageLifetime = 30 * 86_400_000;

/** What is known about a message whose speaker is to be found. */
export interface SpokenMessageQuery {
  readonly guild: string;
  readonly channel: string;
  readonly message: string;
  /** The order that the message answers. Undefined if none. */
  readonly order: string | undefined;
  /** Start of a time range (milliseconds since 1970). All messages of the channel within the range are found too. */
  readonly from: number;
  readonly to: number;
}

/** Saves who spoke which message. Has one implementation in memory and one on Postgres, with the same tests. */
export interface SpokenMessageStore {
  /** Records a speaker before sending. `again` if recorded already; the time of a message of the user since `since`. */
  readonly begin: (spoken: SpokenMessage, since: number | undefined) => Promise<'begun' | 'again' | number>;
  /** Records the id of the message on Discord. */
  readonly posted: (spoken: Pick<SpokenMessage, 'guild' | 'id'>, message: string) => Promise<void>;
  /** Finds the records that may belong to a message, oldest first. */
  readonly find: (search: SpokenMessageQuery) => Promise<readonly SpokenMessage[]>;
  /** Lists the records of a user, oldest first. */
  readonly by: (user: string) => Promise<readonly SpokenMessage[]>;
  /** Deletes all servers' records that are older than a moment (milliseconds since 1970). */
  readonly sweep: (before: number) => Promise<void>;
}
