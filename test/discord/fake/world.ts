import type { CommandBody, MenuBody } from './command-rules.ts';
import type { Button, Embed, MessageBody, Select } from './message-rules.ts';

/** Fonts in a page contain no words, but any letters may occur in their data. */
const fonts = /data:font\/woff2;base64,[\w+/=]*/g;

export interface FakeUser {
  readonly id: string;
  readonly username: string;
  readonly global_name: string;
  readonly bot: boolean;
  /** True if the user accepts direct messages from the bot. */
  dms: boolean;
  /** The language of the user's client. */
  locale: string;
}

export interface FakeMember {
  readonly nick: string | undefined;
  readonly manages: boolean;
  /** Permissions in addition to those of every member. */
  readonly rights: bigint;
}

export interface FakeGuild {
  readonly id: string;
  readonly name: string;
  readonly members: Map<string, FakeMember>;
  commands: readonly StoredCommand[];
  /** Commands in the menus of its messages. */
  menus: readonly (MenuBody & { readonly id: string })[];
  /** True if the bot was added without the right to register commands. */
  readonly closed: boolean;
  /** The language of a Community server. Undefined for other servers. */
  readonly community: string | undefined;
}

export type StoredCommand = CommandBody & { readonly id: string };

/** 0 text channel, 1 direct messages, 11 thread, 15 forum. */
export type ChannelType = 0 | 1 | 11 | 15;

export interface ForumTag {
  readonly id: string;
  readonly name: string;
}

export interface FakeChannel {
  readonly id: string;
  readonly guild: string | undefined;
  readonly type: ChannelType;
  readonly name: string;
  readonly parent: string | undefined;
  /** Of direct messages: the person at the other end. */
  readonly recipient: string | undefined;
  archived: boolean;
  /** Time without a message after which a thread is archived (minutes). */
  sleepsAfter: number;
  /** The newest message of another user in the channel. */
  chat: string | undefined;
  /** True if only members with Manage Threads may unarchive the thread. */
  locked: boolean;
  /** Seconds between two messages of one person. */
  slowMode: number;
  /** What the bot is not allowed to do in the channel. */
  forbidden: 'nothing' | 'write' | 'see' | 'webhooks';
  /** Of a forum: its tags, whether the bot may change them, and whether a post must have one. */
  tags: readonly ForumTag[];
  mayTag: boolean;
  needsTag: boolean;
  /** Of a post: ids of its tags. */
  applied: readonly string[];
}

/** A new channel. */
export const aChannel = (
  parts: Pick<FakeChannel, 'id' | 'guild' | 'type' | 'name'> & Partial<FakeChannel>,
): FakeChannel => ({
  parent: undefined,
  recipient: undefined,
  archived: false,
  sleepsAfter: 10_080,
  chat: undefined,
  locked: false,
  slowMode: 0,
  forbidden: 'nothing',
  tags: [],
  mayTag: true,
  needsTag: false,
  applied: [],
  ...parts,
});

/** A webhook of the bot in a channel or forum. */
export interface FakeWebhook {
  readonly id: string;
  readonly token: string;
  readonly channel: string;
  readonly name: string;
}

/** The author of a webhook message. */
export interface FakeAuthor {
  readonly webhook: string;
  readonly name: string;
  readonly avatar: string | undefined;
}

export interface FakeFile {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly bytes: Uint8Array;
}

export interface FakeMessage {
  readonly id: string;
  readonly channel: string;
  /** The only user who sees the message. Undefined if it is public. */
  readonly onlyFor: string | undefined;
  readonly sentAt: number;
  edits: number;
  content: string;
  embeds: readonly Embed[];
  rows: readonly { readonly components: readonly (Button | Select)[] }[];
  files: readonly FakeFile[];
  flags: number;
  /** "The bot is thinking": announced and not yet filled. */
  loading: boolean;
  /** The users pinged by the message. */
  readonly notified: Set<string>;
  /** All custom ids the message ever had, since it may be edited while a press is under way. */
  readonly customIds: Set<string>;
  readonly interaction: string | undefined;
  /** Undefined for the bot itself. */
  readonly author?: FakeAuthor;
  /** Every text the message ever showed, oldest first. */
  readonly history: string[];
}

export interface Interaction {
  readonly id: string;
  readonly token: string;
  readonly kind: 'command' | 'component' | 'autocomplete' | 'form';
  readonly user: string;
  readonly channel: string;
  readonly bornAt: number;
  /** The time it was sent (milliseconds of `performance.now()`). */
  readonly leftAt: number;
  /** The message whose component was pressed. */
  readonly source: string | undefined;
  /** True if the token has expired, so that answers fail. */
  expired: boolean;
  /** True after its three seconds. */
  over: boolean;
  response: 'none' | 'message' | 'loading' | 'update' | 'loading-update' | 'choices' | 'form';
  original: string | undefined;
  /** Messages that the interaction led to, in order. */
  readonly messages: string[];
  touched: boolean;
  choices: readonly { readonly name: string; readonly value: string | number }[];
  /** The form that was shown for it. */
  form:
    | {
        readonly custom_id: string;
        readonly title: string;
        readonly fields: readonly string[];
        /** Words that users read outside fields and in them. */
        readonly words: readonly string[];
      }
    | undefined;
}

export interface World {
  readonly now: () => number;
  readonly id: () => string;
  readonly bot: FakeUser;
  readonly application: string;
  readonly token: string;
  readonly users: Map<string, FakeUser>;
  readonly guilds: Map<string, FakeGuild>;
  readonly channels: Map<string, FakeChannel>;
  readonly messages: Map<string, FakeMessage>;
  /** All messages, deleted ones included. Empty under load. */
  readonly everyMessage: FakeMessage[];
  /** The ids of the messages of each channel, oldest first, deleted ones included; under load only the last ones. */
  readonly inChannel: Map<string, string[]>;
  /** True for loads of thousands of orders: files and old messages are dropped. */
  readonly isLean: boolean;
  readonly interactions: Map<string, Interaction>;
  /** Messages sent with a nonce, by channel and nonce. */
  readonly nonces: Map<string, string>;
  readonly webhooks: Map<string, FakeWebhook>;
  /** Emojis of the application: their pictures by id. */
  readonly emojis: Map<string, { readonly name: string; readonly image: string }>;
  globalCommands: readonly StoredCommand[];
}

/** Discord counts its ids' milliseconds from the first second of 2015. */
const epoch = 1_420_070_400_000;

const snowflakes = (now: () => number): (() => string) => {
  let last = 0n;
  return () => {
    const wanted = BigInt(now() - epoch) << 22n;
    last = wanted > last ? wanted : last + 1n;
    return String(last);
  };
};

export const newWorld = (now: () => number, isLean = false): World => {
  const id = snowflakes(now);
  // A bot of 2016 has an id of 18 digits; messages of today have 19.
  const bot: FakeUser = {
    id: '175928847299117063',
    username: 'brotherhood-master',
    global_name: 'Brotherhood Master',
    bot: true,
    dms: true,
    locale: 'en-US',
  };
  return {
    now,
    id,
    bot,
    application: bot.id,
    token: 'local.fake.token',
    users: new Map([[bot.id, bot]]),
    guilds: new Map(),
    channels: new Map(),
    messages: new Map(),
    everyMessage: [],
    inChannel: new Map(),
    isLean,
    interactions: new Map(),
    nonces: new Map(),
    webhooks: new Map(),
    emojis: new Map(),
    globalCommands: [],
  };
};

const mentioned = (content: string): readonly string[] => [...content.matchAll(/<@!?(\d+)>/g)].map(([, id = '']) => id);

/** The users that a new message pings: those mentioned in its content, if allowed. */
export const notifiedBy = ({ content = '', allowed_mentions: allowed }: MessageBody): readonly string[] => {
  const users = mentioned(content);
  if (allowed === undefined || allowed.parse?.includes('users')) return users;
  return users.filter((id) => allowed.users?.includes(id));
};

/** Applies a body to a message. Files that it does not name are removed. */
export const fill = (message: FakeMessage, body: MessageBody, files: readonly FakeFile[], isEdit: boolean): void => {
  message.loading = false;
  if (body.content !== undefined || !isEdit) message.content = body.content ?? '';
  if (body.embeds !== undefined || !isEdit) message.embeds = body.embeds ?? [];
  if (body.components !== undefined || !isEdit) message.rows = body.components ?? [];
  if (body.attachments !== undefined || files.length > 0) {
    const kept = message.files.filter(({ id }) => body.attachments?.some((named) => String(named.id) === id));
    message.files = [...kept, ...files];
  }
  for (const { components } of message.rows) for (const { custom_id } of components) message.customIds.add(custom_id);
  const { content, embeds, rows } = message;
  message.history.push(
    JSON.stringify({
      content,
      embeds,
      rows,
      files: message.files.map(({ name, description, bytes }) => ({
        name,
        description,
        ...(!name.endsWith('.png') && { text: Buffer.from(bytes).toString().replace(fonts, '') }),
      })),
    }),
  );
};

/** Number of messages of a channel that are stored under load. */
const keptUnderLoad = 8;

export const blankMessage = (world: World, channel: string, parts: Partial<FakeMessage>): FakeMessage => {
  const message: FakeMessage = {
    id: world.id(),
    channel,
    onlyFor: undefined,
    sentAt: world.now(),
    edits: 0,
    content: '',
    embeds: [],
    rows: [],
    files: [],
    flags: 0,
    loading: false,
    notified: new Set(),
    customIds: new Set(),
    interaction: undefined,
    history: [],
    ...parts,
  };
  world.messages.set(message.id, message);
  const there = world.inChannel.get(channel) ?? [];
  world.inChannel.set(channel, there);
  there.push(message.id);
  if (!world.isLean) world.everyMessage.push(message);
  else if (there.length > keptUnderLoad) world.messages.delete(there.shift() ?? '');
  return message;
};

/** The bot's direct messages with a person. */
export const dmWith = (world: World, recipient: string): FakeChannel => {
  const there = [...world.channels.values()].find((channel) => channel.recipient === recipient);
  if (there !== undefined) return there;
  const channel = aChannel({ id: world.id(), guild: undefined, type: 1, name: 'dm', recipient });
  world.channels.set(channel.id, channel);
  return channel;
};
