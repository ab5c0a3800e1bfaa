import { z } from 'zod';

/** Who spoke a message as a character. */
export const spokenMessageSchema = z.strictObject({
  guild: z.string(),
  /** The id of the order. */
  id: z.string(),
  channel: z.string(),
  user: z.string(),
  /** The name of the character. */
  character: z.string(),
  /** The id on Discord. Undefined if it answers the order, or if its sending was never confirmed. */
  message: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type SpokenMessage = z.output<typeof spokenMessageSchema>;

/** Lifetime of the record (milliseconds). */
export const spokenMessageLifetime = 30 * 86_400_000;

/** What is known of the message. */
export interface SpokenMessageQuery {
  readonly guild: string;
  readonly channel: string;
  readonly message: string;
  /** The order that it answers, if any. */
  readonly order: string | undefined;
  /** Also finds all messages in the channel between these moments. */
  readonly from: number;
  readonly to: number;
}

/** Saves who spoke. Has one implementation in memory and one on Postgres, with the same tests. */
export interface SpokenMessageStore {
  /** Records a speaker. `again` for a repeated order; a number is the time of the user's message after `since`, and nothing is written. */
  readonly begin: (spoken: SpokenMessage, since: number | undefined) => Promise<'begun' | 'again' | number>;
  /** Records the id of the message on Discord. */
  readonly posted: (spoken: Pick<SpokenMessage, 'guild' | 'id'>, message: string) => Promise<void>;
  /** Finds speakers, oldest first. */
  readonly find: (search: SpokenMessageQuery) => Promise<readonly SpokenMessage[]>;
  /** Lists the messages of a user, oldest first. */
  readonly by: (user: string) => Promise<readonly SpokenMessage[]>;
  /** Deletes records from before a moment, in all servers. */
  readonly sweep: (before: number) => Promise<void>;
}
