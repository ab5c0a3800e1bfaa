import type { AnswerItem, ReplyItem } from '../../battle/saved/outbox.ts';
import type { Reply } from '../replies/reply.ts';

/** The result of a message. Temporary failures are thrown, so that the sender tries again. */
export type DeliveryResult = 'sent' | 'gone' | 'forbidden';

/** A channel, a forum, or a thread or post in one. */
export interface ChannelInfo {
  readonly id: string;
  readonly kind: 'text' | 'forum' | 'thread' | 'direct';
  readonly name: string;
  /** The channel or forum of a thread or post. */
  readonly parent: string | undefined;
  readonly guild: string | undefined;
  /** Slow mode: time between two messages of one person (seconds). */
  readonly slowMode?: number;
}

/** Tags of a forum post, by the state of its battle. */
export const postStates = ['setup', 'your move', 'finished'] as const;
export type PostState = (typeof postStates)[number];

export const postStateOf = (status: 'setup' | 'active' | 'ended'): PostState =>
  (({ setup: 'setup', active: 'your move', ended: 'finished' }) as const)[status];

export interface NewPost {
  readonly name: string;
  /** Undefined if the post has no battle. */
  readonly state?: PostState;
  readonly reply: Reply;
}

/** The portrait of a speaker. */
export interface SpeakerPortrait {
  /** SHA-256 of the picture (hexadecimal). */
  readonly hash: string;
  /** WebP. */
  readonly bytes: Uint8Array;
}

/** Text spoken as a character, with name and portrait. */
export interface Speech {
  readonly name: string;
  readonly words: string;
  readonly portrait: SpeakerPortrait | undefined;
  /** The user who speaks, if it should be shown. */
  readonly author?: string;
}

/** The id of the sent message. `plain`: the channel has no such messages. `lacks`: the bot lacks the permission. */
export type SpeechResult = { readonly said: string } | 'plain' | 'lacks';

/** Channels and members. Messages go through the outbox. */
export interface ChannelDirectory {
  readonly find: (channel: string) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Opens a post in a forum or a thread in a channel, and returns it. */
  readonly open: (parent: string, post: NewPost) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Names of the permissions that the bot lacks in a battle's channel. */
  readonly missingPermissions?: (channel: string) => Promise<readonly string[]>;
  /** Sends a message as a character. Undefined if the shell cannot. */
  readonly speakAs?: (channel: string, speech: Speech) => Promise<SpeechResult>;
  /** Ids of server members, including the bot, with a name like this one. Throws if it takes too long. */
  readonly namesakes?: (guild: string, name: string) => Promise<readonly string[]>;
  /** True if the person is still a member of the server. */
  readonly isMember: (guild: string, user: string) => Promise<boolean>;
}

/** An answer to send again. */
export type UnansweredInteraction = AnswerItem | ReplyItem;

/** The result of sending an answer again. `aside left`: only the asker's private part is missing. */
export type ReanswerOutcome = 'answered' | 'unanswered' | 'aside left' | 'gone' | 'forbidden';

/** Whether a failure is temporary or permanent. */
export type FailureKind = 'passes' | 'stays' | 'unknown';

/** How the outbox reaches channels and people. */
export interface Transport extends ChannelDirectory {
  /** Sends a message to a channel, thread or post, and unarchives it. A key `once` is sent once. */
  readonly post: (channel: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Sends a direct message. */
  readonly direct: (user: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Tags a forum post with the state of its battle. A finished one is archived an hour after its last message. */
  readonly tagPost: (channel: string, state: PostState) => Promise<DeliveryResult>;
  /** Shows a battle's panel of `version` or later and returns the shown version. Undefined if the shell has no panels. */
  readonly panel?: (battle: string, server: string, version: number) => Promise<number | undefined>;
  /** True if the panel shows the orders of the turn. Otherwise each order has its own message. */
  readonly tellsTurns?: boolean;
  /** Answers an interaction that is still open. `unanswered` if it has expired. */
  readonly answer?: (item: UnansweredInteraction, token: string | undefined, reply: Reply) => Promise<ReanswerOutcome>;
  readonly failureKind: (error: unknown) => FailureKind;
  /** Removes deleted portraits from the messages that show them. */
  readonly removePortraits?: (hashes: readonly string[]) => Promise<void>;
}

/** A transport that reaches no one, for the headless referee and without a shell. */
export const noTransport: Transport = {
  find: async () => 'gone',
  open: async () => 'gone',
  post: async () => 'gone',
  direct: async () => 'gone',
  tagPost: async () => 'gone',
  isMember: async () => true,
  failureKind: () => 'unknown',
};
