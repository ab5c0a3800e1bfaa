import type { AnswerItem, ReplyItem } from '../../battle/saved/outbox.ts';
import type { Reply } from '../replies/reply.ts';

/** The result of sending. Temporary failures are thrown, so that the sender tries again. */
export type DeliveryResult = 'sent' | 'gone' | 'forbidden';

/** A channel, a forum, or a thread or post within. */
export interface ChannelInfo {
  readonly id: string;
  readonly kind: 'text' | 'forum' | 'thread' | 'direct';
  readonly name: string;
  /** The channel or forum of a thread or post. */
  readonly parent: string | undefined;
  readonly guild: string | undefined;
  /** Slow mode of the channel: time between two messages of one user (seconds). */
  readonly slowMode?: number;
}

/** Tags of a forum post, by the state of its battle. */
export const postStates = ['setup', 'your move', 'finished'] as const;
export type PostState = (typeof postStates)[number];

export const postStateOf = (status: 'setup' | 'active' | 'ended'): PostState =>
  (({ setup: 'setup', active: 'your move', ended: 'finished' }) as const)[status];

export interface NewPost {
  readonly name: string;
  /** The state of the post's battle. Undefined if it has none. */
  readonly state?: PostState;
  readonly reply: Reply;
}

export interface SpeakerPortrait {
  /** SHA-256 of the picture (hexadecimal). */
  readonly hash: string;
  /** The picture (WebP). */
  readonly bytes: Uint8Array;
}

/** Text spoken as a character, with name and portrait. */
export interface Speech {
  readonly name: string;
  readonly words: string;
  readonly portrait: SpeakerPortrait | undefined;
  /** The user who speaks. Undefined to not show them. */
  readonly author?: string;
}

/** The id of the sent message. `plain`: the channel does not support it. `lacks`: the bot lacks the permission. */
export type SpeechResult = { readonly said: string } | 'plain' | 'lacks';

/** Looks up channels and members. Messages go through the outbox instead. */
export interface ChannelDirectory {
  readonly find: (channel: string) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Opens a post in a forum, or a thread in a channel. */
  readonly open: (parent: string, post: NewPost) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Names of the permissions that the bot lacks in a battle's channel. */
  readonly missingPermissions?: (channel: string) => Promise<readonly string[]>;
  /** Sends a message as a character. Undefined if not supported. */
  readonly speakAs?: (channel: string, speech: Speech) => Promise<SpeechResult>;
  /** Finds members with names like this one, including the bot. Throws if it takes too long. */
  readonly namesakes?: (guild: string, name: string) => Promise<readonly string[]>;
  /** True if the person is still a member of the server. */
  readonly isMember: (guild: string, user: string) => Promise<boolean>;
}

/** The content of an answer to send again. */
export type UnansweredInteraction = AnswerItem | ReplyItem;

/** Result of sending an answer again. `aside left`: only the private part is still missing. */
export type ReanswerOutcome = 'answered' | 'unanswered' | 'aside left' | 'gone' | 'forbidden';

/** Kind of a failure: temporary, permanent or unknown. */
export type FailureKind = 'passes' | 'stays' | 'unknown';

/** Sends outbox messages to channels and users. */
export interface Transport extends ChannelDirectory {
  /** Posts a message in a channel, thread or post, which it unarchives. Sent once per key `once`. */
  readonly post: (channel: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Sends a direct message. Sent once per key `once`. */
  readonly direct: (user: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Tags a forum post with its battle's state. A finished one is archived an hour after its last message. */
  readonly tagPost: (channel: string, state: PostState) => Promise<DeliveryResult>;
  /** Shows a battle's panel of `version` or later. Returns the shown version. Undefined without panels. */
  readonly panel?: (battle: string, server: string, version: number) => Promise<number | undefined>;
  /** True if the panel shows the orders of the turn. Otherwise each order has its own message. */
  readonly tellsTurns?: boolean;
  /** Answers an interaction again. `unanswered` if it has expired. */
  readonly answer?: (item: UnansweredInteraction, token: string | undefined, reply: Reply) => Promise<ReanswerOutcome>;
  readonly failureKind: (error: unknown) => FailureKind;
  /** Removes deleted portraits from the messages that show them. */
  readonly removePortraits?: (hashes: readonly string[]) => Promise<void>;
}

/** A transport that sends nothing, for the headless referee and tests. */
export const noTransport: Transport = {
  find: async () => 'gone',
  open: async () => 'gone',
  post: async () => 'gone',
  direct: async () => 'gone',
  tagPost: async () => 'gone',
  isMember: async () => true,
  failureKind: () => 'unknown',
};
