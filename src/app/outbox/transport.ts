import type { AnswerItem, ReplyItem } from '../../battle/saved/outbox.ts';
import type { Reply } from '../replies/reply.ts';

/** How a message fared. A failure that will pass (a network that is down) is thrown, so that whoever sends may try again. */
export type DeliveryResult = 'sent' | 'gone' | 'forbidden';

/** Somewhere people talk: a channel, a forum, or a thread or post within one. */
export interface ChannelInfo {
  readonly id: string;
  readonly kind: 'text' | 'forum' | 'thread' | 'direct';
  readonly name: string;
  /** The channel or forum that a thread or post is in. */
  readonly parent: string | undefined;
  readonly guild: string | undefined;
  /** The channel is in slow mode: so many seconds lie between two messages of one person. */
  readonly slowMode?: number;
}

/** How the tag of a forum post tells the state of the battle in it. */
export const postStates = ['setup', 'your move', 'finished'] as const;
export type PostState = (typeof postStates)[number];

export const postStateOf = (status: 'setup' | 'active' | 'ended'): PostState =>
  (({ setup: 'setup', active: 'your move', ended: 'finished' }) as const)[status];

export interface NewPost {
  readonly name: string;
  /** How the battle in it stands; a post without a battle has none. */
  readonly state?: PostState;
  readonly reply: Reply;
}

/** A face that goes with what is said. */
export interface SpeakerPortrait {
  /** SHA-256 of the picture, in hexadecimal digits. */
  readonly hash: string;
  /** WebP. */
  readonly bytes: Uint8Array;
}

/** Words in the voice of somebody: by their name, with their face where they have one. */
export interface Speech {
  readonly name: string;
  readonly words: string;
  readonly portrait: SpeakerPortrait | undefined;
  /** The person who speaks, if everybody is to read it. */
  readonly author?: string;
}

/** The id of the message that was said. `plain`: that cannot be done there; `lacks`: the bot has not the right to. */
export type SpeechResult = { readonly said: string } | 'plain' | 'lacks';

/** Places and people, for whoever asks about them; what is said there goes through the outbox. */
export interface ChannelDirectory {
  readonly find: (channel: string) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** Opens a post in a forum, or a thread in a channel; what comes back is where it is. */
  readonly open: (parent: string, post: NewPost) => Promise<ChannelInfo | 'gone' | 'forbidden'>;
  /** What the bot must be allowed to do in a place where a battle is fought, and is not, in Discord's words. */
  readonly missingPermissions?: (channel: string) => Promise<readonly string[]>;
  /** Says something there as somebody else. Left out: nowhere. */
  readonly speakAs?: (channel: string, speech: Speech) => Promise<SpeechResult>;
  /** The ids of the members of a server, the bot too, whose names look like this one. Throws if that cannot be found out in time. */
  readonly namesakes?: (guild: string, name: string) => Promise<readonly string[]>;
  /** Is this person still a member of that server? */
  readonly isMember: (guild: string, user: string) => Promise<boolean>;
}

/** An answer that is to be given again. */
export type UnansweredInteraction = AnswerItem | ReplyItem;

/** What became of an answer that was given again: all of it, or that what only the asker may know is left. */
export type ReanswerOutcome = 'answered' | 'unanswered' | 'aside left' | 'gone' | 'forbidden';

/** Will a failure pass, however long that takes, or is it for good? */
export type FailureKind = 'passes' | 'stays' | 'unknown';

/** How the outbox reaches people and places: nobody else says anything of the bot's own accord. */
export interface Transport extends ChannelDirectory {
  /** Says something in a channel, thread or post; a sleeping one wakes. Under the same key `once` it is said once. */
  readonly post: (channel: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Says something to one person alone. */
  readonly direct: (user: string, reply: Reply, once: string) => Promise<DeliveryResult>;
  /** Tags a forum post with the state of its battle, and has a finished one archived an hour after the last word in it; anything else is left as it is. */
  readonly tagPost: (channel: string, state: PostState) => Promise<DeliveryResult>;
  /** Shows a battle's panel, as of `version` at least, and gives the version that it shows. Left out where there are no panels. */
  readonly panel?: (battle: string, server: string, version: number) => Promise<number | undefined>;
  /** True if the panel tells the orders of the turn; otherwise each is told by itself. */
  readonly tellsTurns?: boolean;
  /** Gives the answer that an interaction still waits for; `unanswered` where it can be given none any more. */
  readonly answer?: (item: UnansweredInteraction, token: string | undefined, reply: Reply) => Promise<ReanswerOutcome>;
  readonly failureKind: (error: unknown) => FailureKind;
  /** Takes back the faces of these pictures, which are kept no more, from where they are shown. */
  readonly removePortraits?: (hashes: readonly string[]) => Promise<void>;
}

/** Nobody can be reached: for the headless referee, and where no shell stands at the door. */
export const noTransport: Transport = {
  find: async () => 'gone',
  open: async () => 'gone',
  post: async () => 'gone',
  direct: async () => 'gone',
  tagPost: async () => 'gone',
  isMember: async () => true,
  failureKind: () => 'unknown',
};
