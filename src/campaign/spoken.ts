import { z } from 'zod';

/** Who spoke one message as a character. */
export const spokenMessageSchema = z.strictObject({
  guild: z.string(),
  /** The order by which it was spoken. */
  id: z.string(),
  channel: z.string(),
  user: z.string(),
  /** As whom. */
  character: z.string(),
  /** The message on Discord; undefined if it answers the order, or if its sending was never confirmed. */
  message: z.string().optional(),
  /** Milliseconds since 1970. */
  at: z.int(),
});
export type SpokenMessage = z.output<typeof spokenMessageSchema>;

/** How long it is known who spoke, in milliseconds. */
export const spokenMessageLifetime = 30 * 86_400_000;

/** What is known of a message that somebody asks about. */
export interface SpokenMessageQuery {
  readonly guild: string;
  readonly channel: string;
  readonly message: string;
  /** The order that the message answers, if it answers one. */
  readonly order: string | undefined;
  /** Everything spoken in the channel between these two moments is found too. */
  readonly from: number;
  readonly to: number;
}

/** Where it is kept who spoke. One implementation in memory, one on Postgres; one suite tests both. */
export interface SpokenMessageStore {
  /**
   * Writes that somebody speaks. `again`: that order was written before. A number: the same person spoke in that channel after
   * `since`, at that moment; then nothing is written.
   */
  readonly begin: (spoken: SpokenMessage, since: number | undefined) => Promise<'begun' | 'again' | number>;
  /** Writes which message it became. */
  readonly posted: (spoken: Pick<SpokenMessage, 'guild' | 'id'>, message: string) => Promise<void>;
  /** The oldest first. */
  readonly find: (search: SpokenMessageQuery) => Promise<readonly SpokenMessage[]>;
  /** What one person spoke, the oldest first. */
  readonly by: (user: string) => Promise<readonly SpokenMessage[]>;
  /** Deletes what was spoken before a moment, in all servers. */
  readonly sweep: (before: number) => Promise<void>;
}
