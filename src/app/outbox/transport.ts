import type { AnswerItem, ReplyItem } from '../../battle/saved/outbox.ts';
import type { Reply } from '../replies/reply.ts';

/** The result of sending a message. Temporary failures are thrown instead, so that the sender tries again. */
export type DeliveryResult = 'sent' | 'gone' | 'forbidden';

/** A channel or forum, or a thread or post within a channel or forum. */
export interface ChannelInfo {
  readonly id: string;
  readonly kind: 'text' | 'forum' | 'thread' | 'direct';
  readonly name: string;
  /** The id of the channel or forum that contains the thread or post. */
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
  /** The state of the battle in the post, shown as its tag. Undefined if the post has no battle. */
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
  /** The user who speaks as the character. Undefined if the message should not name the user. */
  readonly author?: string;
}

/** The sent message's id, `plain` (channel type not supported), or `lacks` (the bot lacks the permission). */
export type SpeechResult = { readonly said: string } | 'plain' | 'lacks';

/** Looks up channels and members. Messages are sent through the outbox, except speech of characters. */
export interface ChannelDirectory {
  readonly find: (channel: string) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Opens a post in a forum, or a thread in a channel. */
  readonly open: (parent: string, post: NewPost) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Names of the permissions that the bot lacks in a battle's channel. */
  readonly missingPermissions?: (channel: string) => Promise<readonly string[]>;
  /** Sends a message with a character's name and portrait. Undefined if the transport does not support this. */
  readonly speakAs?: (channel: string, speech: Speech) => Promise<SpeechResult>;
  /** Finds members with names like this one, the bot included. Throws if the search takes too long. */
  readonly namesakes?: (guild: string, name: string) => Promise<readonly string[]>;
  /** True if the person is still a member of the server. */
  readonly isMember: (guild: string, user: string) => Promise<boolean>;
  /** True if the person can read the channel now, as a member of the server. Throws if that is unknown. */
  readonly mayRead?: (guild: string | undefined, channel: string, user: string) => Promise<boolean>;
  /** The name that the server shows for a member. Undefined if unknown. */
  readonly memberName?: (guild: string, user: string) => Promise<string | undefined>;
}

/** An answer that was not sent while its interaction was open, to be sent again. */
export type UnansweredInteraction = AnswerItem | ReplyItem;

/** Result of sending an answer again. `aside left`: the answer was sent, but not yet its private part. */
export type ReanswerOutcome = 'answered' | 'unanswered' | 'aside left' | 'gone' | 'forbidden';

/** Kind of a failure: temporary (`passes`), permanent (`stays`) or unknown. */
export type FailureKind = 'passes' | 'stays' | 'unknown';

/** Sends outbox messages to channels and users. */
export interface Transport extends ChannelDirectory {
  /** Posts a message in a channel, thread or post. Unarchives a thread or post. Sent once per key `once`. */
  readonly post: (channel: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Sends a direct message. A second message with the same key `once` is not sent. */
  readonly direct: (user: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Tags a forum post with its battle's state. A finished battle's post is archived an hour after its last message. */
  readonly tagPost: (channel: string, state: PostState) => Promise<DeliveryResult>;
  /** Shows a battle's panel in this version or a later one, and returns that version. Shells without panels lack it. */
  readonly panel?: (battle: string, server: string, version: number) => Promise<number | undefined>;
  /** True if a turn's orders are shown in the panel. Otherwise each order has a message of its own. */
  readonly tellsTurns?: boolean;
  /** Sends the answer to an interaction again. Returns `unanswered` if the interaction has expired. */
  readonly answer?: (item: UnansweredInteraction, token: string | undefined, reply: Reply) => Promise<ReanswerOutcome>;
  readonly failureKind: (error: unknown) => FailureKind;
  /** Removes deleted portraits from the messages that show them. */
  readonly removePortraits?: (hashes: readonly string[]) => Promise<void>;
}

/** A transport that sends no messages, for the headless referee and for tests. */
export const noTransport: Transport = {
  find: async () => 'gone',
  open: async () => 'gone',
  post: async () => 'gone',
  direct: async () => 'gone',
  tagPost: async () => 'gone',
  isMember: async () => true,
  failureKind: () => 'unknown',
};
