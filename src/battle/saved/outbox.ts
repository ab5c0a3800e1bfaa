import { createHash } from 'node:crypto';
import { z } from 'zod';
import { upcastApp } from '../editions/app-edition.ts';
import { deputySchema } from './clock-settings.ts';
import { autopilotLevels } from './session.ts';

/** A reply serialized by the app, which cannot be rebuilt from a log. */
const wordsSchema = z.json();

/** The message is dropped if the battle no longer expects this user to act. */
const whileSchema = z.strictObject({ battle: z.string(), user: z.string() });

/** The interaction that an answer belongs to, and which part of the answer is still to be sent. */
const answering = {
  order: z.string(),
  user: z.string(),
  channel: z.string(),
  /** The message whose control was pressed, and whether only the user sees it. */
  pressed: z.strictObject({ message: z.string(), privately: z.boolean() }).optional(),
  /** Who saw the announcement that the answer takes longer. Undefined if there was none. */
  announced: z.enum(['everyone', 'asker', 'press']).optional(),
  /** The part still to be sent. `aside`: only the private part. `missed`: the interaction takes no more answers. */
  left: z.enum(['all', 'aside', 'missed']).default('all'),
};

/** The answer to an order. The delivery rebuilds it from the log. */
const answerSchema = z.strictObject({
  ...{ kind: z.literal('answer'), battle: z.string() },
  ...answering,
  /** True if the order was given in the GM channel. The answer there is for the GM; others read it elsewhere. */
  atDesk: z.literal(true).optional(),
});

/** A change of a user's presence that applies to all their battles. */
const everywhereSchema = z.discriminatedUnion('kind', [
  /** The time until which the user is away (milliseconds since 1970). Undefined if they are back. */
  z.strictObject({
    kind: z.literal('away'),
    until: z.int().optional(),
    tactics: z.enum(autopilotLevels).optional(),
  }),
  /** The new deputy of the user. Undefined if they have none. */
  z.strictObject({ kind: z.literal('deputy'), deputy: deputySchema.optional() }),
]);
export type PresenceChange = z.output<typeof everywhereSchema>;

/** The answer to a command that gave no order. */
const replySchema = z.strictObject({
  kind: z.literal('reply'),
  ...answering,
  to: z.enum(['everyone', 'asker']),
  says: z
    .union([
      z.strictObject({ words: wordsSchema }),
      /** A presence change to apply to the user's battles before the answer. `name`: the user's name. */
      z.strictObject({ everywhere: everywhereSchema, name: z.string() }),
    ])
    /** The reply. Undefined while the user has only seen the announcement that the answer takes longer. */
    .optional(),
});

/** The content of a message: mostly what is needed to rebuild it, not its text. */
export const outboxContentSchema = z.discriminatedUnion('kind', [
  answerSchema,
  replySchema,
  /** An order that no user gave, shown to everyone. */
  z.strictObject({
    kind: z.literal('order'),
    battle: z.string(),
    order: z.string(),
    /** What the clock did when a time limit ended. Undefined if the clock did nothing. */
    act: z.enum(['default', 'ask']).optional(),
    /** Which results to show. `following`: only the results of standing orders. */
    tells: z.enum(['all', 'following']).default('all'),
  }),
  z.strictObject({ kind: z.literal('panel'), battle: z.string() }),
  z.strictObject({
    kind: z.literal('post'),
    channel: z.string(),
    words: wordsSchema,
    /** The user who gets the message directly if it cannot be posted. */
    otherwise: z.strictObject({ user: z.string(), words: wordsSchema }).optional(),
    while: whileSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('direct'),
    user: z.string(),
    words: wordsSchema,
    /** What happens if the user accepts no direct messages: posted elsewhere, parked until a button press, or dropped. */
    otherwise: z.union([
      z.strictObject({ channel: z.string(), words: wordsSchema }),
      z.literal('press'),
      z.literal('nothing'),
    ]),
    while: whileSchema.optional(),
    /** The battle whose board is shown too, as the user sees it when the message is sent. */
    board: z.string().optional(),
  }),
  /** A message that only one user sees, below their next answer. */
  z.strictObject({
    kind: z.literal('whisper'),
    user: z.string(),
    of: z.union([answerSchema, z.strictObject({ kind: z.literal('words'), words: wordsSchema })]),
  }),
]);
export type OutboxContent = z.output<typeof outboxContentSchema>;
export type AnswerItem = Extract<OutboxContent, { kind: 'answer' }>;
export type ReplyItem = Extract<OutboxContent, { kind: 'reply' }>;

/** Parses the content of a message that was saved under an app edition. Throws if it is invalid. */
export const readOutboxContent = (house: number, saved: unknown): OutboxContent =>
  outboxContentSchema.parse(upcastApp('outboxContent', house, saved));

const minute = 60_000;
const day = 1440 * minute;

/** Lifetime of a saved interaction token, a little shorter than it is valid (milliseconds). */
export const tokenLifetime = 14 * minute;

/** Lifetime of undelivered messages (milliseconds). */
export const messageLifetime = 7 * day;

/** Maximum delay of a message (milliseconds). Longer delays count as due, because the clock was put back. */
export const maxDueDelay = 10 * minute;

/** Time for which keys of delivered messages are remembered (milliseconds). */
export const dedupeWindow = 30 * day;

/** A message to write into the outbox. */
export interface OutboxMessage {
  /** A key within the server. Messages with the same key are sent once. */
  readonly key: string;
  /** Messages of one lane are sent in order. A lane is a channel or a user. */
  readonly lane: string;
  readonly content: OutboxContent;
  /** A message replaces messages of the same key with a lower number. Without numbers, the first message stays. */
  readonly newest?: number;
  /** The token of an interaction, stored separately for some minutes. */
  readonly token?: string;
  /** True if the key is remembered after delivery. Orders do not need that, because the log rejects duplicates. */
  readonly rememberKey?: boolean;
  /** The interaction whose process sends the message. Other processes send it only if that process has ended. */
  readonly interaction?: string;
}

/** The interaction of an order, with all that another process needs to answer it after a crash. */
export interface AnswerRoute {
  /** The interaction's id. Its own process sends the messages first. */
  readonly interaction: string;
  readonly token: string;
  readonly pressed: AnswerItem['pressed'];
  /** Who has seen the announcement that the answer takes longer. Undefined if there was none. */
  readonly announced: () => AnswerItem['announced'];
  readonly inGmChannel?: boolean;
}

/** How an order is shown to everyone if it answers no interaction. */
export interface Announcement {
  readonly scope: 'all' | 'following';
  readonly act?: 'default' | 'ask';
  /** An interaction id for which the message is held back until all follow-ups are done. */
  readonly interaction: string;
}

/** A process's claim on messages and its lifetime (milliseconds). */
export interface Lease {
  readonly owner: string;
  readonly milliseconds: number;
}

/** Messages to write, and a lease for those that belong to an interaction. */
export interface OutboxMessages {
  readonly messages: readonly OutboxMessage[];
  readonly lease: Lease;
}

/** The server and channel that a message belongs to. */
export interface OutboxPlace {
  readonly guild: string | undefined;
  readonly channel: string;
}

/** Messages with their server and channel. */
export interface PlacedMessage extends OutboxPlace {
  readonly messages: OutboxMessages;
}

/** The server part of a message's key. In direct messages, made from the channel. */
export const serverKey = (guild: string | undefined, channel: string): string => guild ?? `dm:${channel}`;

/** The key of a message in the outbox. `server`: its server, or a replacement outside servers. */
export interface OutboxKey {
  readonly server: string;
  readonly id: string;
  readonly newest: number;
}

/** A message that was claimed from the outbox. */
export interface OutboxItem extends OutboxKey {
  readonly lane: string;
  readonly content: OutboxContent;
  readonly token: string | undefined;
  /** Number of earlier attempts to send it. */
  readonly attempts: number;
}

/** The id of a message. It is a hash, because keys contain user ids. */
export const outboxItemId = (once: string): string =>
  createHash('sha256')
    .update(once)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** Number of waiting messages, and age of the oldest (milliseconds). */
export interface Backlog {
  readonly items: number;
  readonly oldest: number;
}

/** Stores messages to send. Messages of an order are saved with its log entry. Times follow the store's clock. */
export interface OutboxStore {
  /** Writes messages that belong to no order. */
  readonly write: (where: OutboxPlace, sayings: OutboxMessages) => Promise<void>;
  /** Lists servers with messages to send now or after an earlier message of the channel. */
  readonly listDueServers: () => Promise<readonly string[]>;
  /** Claims the due items of these servers, the first of each lane, for one process until its lease expires. */
  readonly claim: (servers: readonly string[], lease: Lease) => Promise<readonly OutboxItem[]>;
  /** Extends the leases of this process. */
  readonly renewLease: (items: readonly OutboxKey[], lease: Lease) => Promise<void>;
  /** Acknowledges messages as sent, unless a newer one has replaced them. */
  readonly ack: (items: readonly OutboxKey[]) => Promise<void>;
  /** Makes a message due after a delay (milliseconds), optionally changed. No effect if another process claimed it. */
  readonly retryLater: (item: OutboxKey, by: string, after: number, what?: OutboxContent) => Promise<void>;
  /** Parks a message, which is not sent until the user presses a button. */
  readonly park: (item: OutboxKey, user: string, what: OutboxContent) => Promise<void>;
  /** Lists the users with parked messages, by server. */
  readonly listParked: () => Promise<readonly { readonly server: string; readonly user: string }[]>;
  /** Claims the parked messages of a user. */
  readonly claimParked: (server: string, user: string, lease: Lease) => Promise<readonly OutboxItem[]>;
  /** Releases a process's claims, apart from `except`, for other processes. `alone`: claims of all processes. */
  readonly release: (by: string, alone: boolean, except?: readonly OutboxKey[]) => Promise<void>;
  /** Deletes expired tokens, messages and remembered keys. */
  readonly sweep: () => Promise<void>;
  /** Deletes all messages that name a user. */
  readonly forgetUser: (user: string) => Promise<void>;
  readonly backlog: () => Promise<Backlog>;
}

/** Lifetime of a message (milliseconds). */
export const itemLifetime = ({ content }: Pick<OutboxMessage, 'content'>): number =>
  content.kind === 'panel' ? 30 * day : messageLifetime;
