import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appEdition, upcastApp } from '../editions/app-edition.ts';
import { deputySchema } from './clock-settings.ts';
import { autopilotLevels } from './session.ts';

/** A reply as the app serializes it: it cannot be rebuilt from a log. */
const wordsSchema = z.json();

/** The item is dropped if this user is not expected to act in the battle any more. */
const whileSchema = z.strictObject({ battle: z.string(), user: z.string() });

/** The interaction that an answer belongs to, by its order id, and how far the answer got. */
const answering = {
  order: z.string(),
  user: z.string(),
  channel: z.string(),
  /** The message whose control was pressed, and whether only the asker sees it. */
  pressed: z.strictObject({ message: z.string(), privately: z.boolean() }).optional(),
  /** How it was announced that the answer takes longer, where it was. */
  announced: z.enum(['everyone', 'asker', 'press']).optional(),
  /** `aside`: only what the asker alone may know is left. `missed`: the interaction takes no more answers. */
  left: z.enum(['all', 'aside', 'missed']).default('all'),
};

/** The answer to an order, rebuilt from the log. */
const answerSchema = z.strictObject({
  ...{ kind: z.literal('answer'), battle: z.string() },
  ...answering,
  /** The order was given in the GM channel: the answer there is for the GM, and others read it elsewhere. */
  atDesk: z.literal(true).optional(),
});

/** A change of a user's presence in all their battles. */
const everywhereSchema = z.discriminatedUnion('kind', [
  /** The moment they are away until (milliseconds since 1970). Undefined: they are back. */
  z.strictObject({
    kind: z.literal('away'),
    until: z.int().optional(),
    tactics: z.enum(autopilotLevels).optional(),
  }),
  /** Their deputy. Undefined: none. */
  z.strictObject({ kind: z.literal('deputy'), deputy: deputySchema.optional() }),
]);
export type PresenceChange = z.output<typeof everywhereSchema>;

/** The answer to what wrote no order. */
const replySchema = z.strictObject({
  kind: z.literal('reply'),
  ...answering,
  to: z.enum(['everyone', 'asker']),
  says: z
    .union([
      z.strictObject({ words: wordsSchema }),
      /** Applied to all battles of the user before they get the answer. `name` is how they are shown. */
      z.strictObject({ everywhere: everywhereSchema, name: z.string() }),
    ])
    /** Left out as long as it is only known that an answer was announced. */
    .optional(),
});

/** What to send: rather how to rebuild it than finished words. */
export const outboxContentSchema = z.discriminatedUnion('kind', [
  answerSchema,
  replySchema,
  /** An order that no person gave, shown to everyone. */
  z.strictObject({
    kind: z.literal('order'),
    battle: z.string(),
    order: z.string(),
    /** What the clock did, whose end it was. */
    act: z.enum(['default', 'hand', 'ask']).optional(),
    /** `following`: only what standing orders made of it. */
    tells: z.enum(['all', 'following']).default('all'),
  }),
  z.strictObject({ kind: z.literal('panel'), battle: z.string() }),
  z.strictObject({
    kind: z.literal('post'),
    channel: z.string(),
    words: wordsSchema,
    /** The user to send it to if it cannot be posted in the channel. */
    otherwise: z.strictObject({ user: z.string(), words: wordsSchema }).optional(),
    while: whileSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('direct'),
    user: z.string(),
    words: wordsSchema,
    /** If they take no direct messages: post it in a channel, park it until their next button, or drop it. */
    otherwise: z.union([
      z.strictObject({ channel: z.string(), words: wordsSchema }),
      z.literal('press'),
      z.literal('nothing'),
    ]),
    while: whileSchema.optional(),
  }),
  /** For one person's eyes, beside the next answer they get. */
  z.strictObject({
    kind: z.literal('whisper'),
    user: z.string(),
    of: z.union([answerSchema, z.strictObject({ kind: z.literal('words'), words: wordsSchema })]),
  }),
]);
export type OutboxContent = z.output<typeof outboxContentSchema>;
export type AnswerItem = Extract<OutboxContent, { kind: 'answer' }>;
export type ReplyItem = Extract<OutboxContent, { kind: 'reply' }>;

/** Parses an item that was written under an edition of the app. Throws if it does not parse. */
export const readOutboxContent = (house: number, saved: unknown): OutboxContent =>
  outboxContentSchema.parse(upcastApp('outboxContent', house, saved));

const minute = 60_000;
const day = 1440 * minute;

/** How long an interaction's token is stored, a little less than it is valid (milliseconds). */
export const tokenLifetime = 14 * minute;

/** Items older than this are dropped (milliseconds). */
export const messageLifetime = 7 * day;

/** Maximum delay of a due time (milliseconds). Later ones count as due, as the clock was put back. */
export const maxDueDelay = 10 * minute;

/** How long keys of delivered items are remembered, unless the log knows them (milliseconds). */
export const dedupeWindow = 30 * day;

/** Something to be written into the outbox. */
export interface OutboxMessage {
  /** Under the same key in one server it is said once. */
  readonly key: string;
  /** What goes one after the other: a channel, or a person. */
  readonly lane: string;
  readonly content: OutboxContent;
  /** The item with the largest number under a key replaces the others. Without a number the first one stays. */
  readonly newest?: number;
  /** The token of an interaction, stored separately for some minutes. */
  readonly token?: string;
  /** True if the key is remembered after delivery. Not needed for orders: the log accepts each once. */
  readonly rememberKey?: boolean;
  /** The interaction whose own process says it first; the others leave it alone for as long as that lives. */
  readonly interaction?: string;
}

/** The interaction of an order, which is used to answer it if its process is killed. */
export interface AnswerRoute {
  /** Its process says first what is written for it. */
  readonly interaction: string;
  readonly token: string;
  readonly pressed: AnswerItem['pressed'];
  /** How it was announced so far that the answer takes longer. */
  readonly announced: () => AnswerItem['announced'];
  readonly inGmChannel?: boolean;
}

/** How an order is shown if no interaction is answered. */
export interface Announcement {
  readonly scope: 'all' | 'following';
  readonly act?: 'default' | 'hand' | 'ask';
  /** It is delivered once the issuer says that nothing more follows. */
  readonly interaction: string;
}

/** The process that holds an item, and how long its lease lasts (milliseconds). */
export interface Lease {
  readonly owner: string;
  readonly milliseconds: number;
}

/** Messages to write, and the lease on those that belong to an interaction. */
export interface OutboxMessages {
  readonly messages: readonly OutboxMessage[];
  readonly lease: Lease;
}

/** Where something belongs that is to be said. */
export interface OutboxPlace {
  readonly guild: string | undefined;
  readonly channel: string;
}

/** Messages with their place. */
export interface PlacedMessage extends OutboxPlace {
  readonly messages: OutboxMessages;
}

/** The prefix of a place's keys: its server, or a replacement for direct messages. */
export const serverKey = (guild: string | undefined, channel: string): string => guild ?? `dm:${channel}`;

/** What finds something in the outbox: `server` is what its key begins with, also outside servers. */
export interface OutboxKey {
  readonly server: string;
  readonly id: string;
  readonly newest: number;
}

/** Something taken out of the outbox to be said. */
export interface OutboxItem extends OutboxKey {
  readonly lane: string;
  readonly content: OutboxContent;
  readonly token: string | undefined;
  /** How often it was tried before. */
  readonly attempts: number;
}

/** The id of a message: a digest, because keys name users. */
export const outboxItemId = (once: string): string =>
  createHash('sha256')
    .update(once)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** How much waits, and since when the oldest does: milliseconds from then to now. */
export interface Backlog {
  readonly items: number;
  readonly oldest: number;
}

/** Messages to deliver. They are written together with their entry. Times follow the clock of the store. */
export interface OutboxStore {
  /** Writes what belongs to nothing else. */
  readonly write: (where: OutboxPlace, sayings: OutboxMessages) => Promise<void>;
  /** The servers for which something is due, be it in a lane behind something else. */
  readonly listDueServers: () => Promise<readonly string[]>;
  /** Claims the due items of these servers, the first of each lane, for one process until its lease expires. */
  readonly claim: (servers: readonly string[], lease: Lease) => Promise<readonly OutboxItem[]>;
  /** Extends the leases of this process. */
  readonly renewLease: (items: readonly OutboxKey[], lease: Lease) => Promise<void>;
  /** It is said: what was put in its place meanwhile stays. */
  readonly ack: (items: readonly OutboxKey[]) => Promise<void>;
  /**
   * Makes an item due again after a delay (milliseconds), as it is or changed. Does nothing if another process holds it. Its holder may
   * still `release` it earlier.
   */
  readonly retryLater: (item: OutboxKey, by: string, after: number, what?: OutboxContent) => Promise<void>;
  /** Parks an item until the user presses a button. */
  readonly park: (item: OutboxKey, user: string, what: OutboxContent) => Promise<void>;
  /** The users who have parked items, with the server. */
  readonly listParked: () => Promise<readonly { readonly server: string; readonly user: string }[]>;
  /** Takes the parked items of a user. */
  readonly claimParked: (server: string, user: string, lease: Lease) => Promise<readonly OutboxItem[]>;
  /** Makes what a process holds due at once, except these items; `alone`: what any process holds. */
  readonly release: (by: string, alone: boolean, except?: readonly OutboxKey[]) => Promise<void>;
  /** Forgets tokens that are worth nothing any more, and what is too old to be said or remembered. */
  readonly sweep: () => Promise<void>;
  /** Drops what names a person. */
  readonly forgetUser: (user: string) => Promise<void>;
  readonly backlog: () => Promise<Backlog>;
}

/** How many milliseconds an item that was written may live. */
export const itemLifetime = ({ content }: Pick<OutboxMessage, 'content'>): number =>
  content.kind === 'panel' ? 30 * day : messageLifetime;

/** The edition that items are written under. */
export const outboxEdition = appEdition;
