import {
  type AnyThreadChannel,
  type Channel,
  ChannelFlags,
  ChannelType,
  type Client,
  type ForumChannel,
  type GuildForumTag,
  type MediaChannel,
  type SendableChannels,
  ThreadAutoArchiveDuration,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import {
  type ChannelInfo,
  type DeliveryResult,
  type NewPost,
  type PostState,
  postStates,
  type Transport,
} from '../app/outbox/transport.ts';
import { cutLetters } from '../core/letters.ts';
import type { Log } from '../log/log.ts';
import { recoverAnswer } from './answer-recovery.ts';
import { createMessage, onceOnly, sendOptions } from './discord-message.ts';
import { failureKind, isDiscordError } from './failure.ts';
import { cutPlainText, discordLimits } from './limits.ts';
import { createNamesakeSearch } from './namesakes.ts';
import { recoveryDelays, withRetries } from './retry.ts';
import { createSpeech } from './speech.ts';

type Panel = NonNullable<Transport['panel']>;

/** Sends messages to channels and users on Discord. Throws until a client is connected. */
export interface DiscordChannels extends Transport {
  /** Sets the client that sends, and the function that shows panels. */
  readonly connect: (client: Client, panel: Panel) => void;
}

type Forum = ForumChannel | MediaChannel;

/** Permissions that the bot needs in a battle's channel to show, write and edit messages with pictures. */
const neededPermissions = ['ViewChannel', 'EmbedLinks', 'AttachFiles', 'ReadMessageHistory'] as const;
const writePermissions = { channel: ['SendMessages'], thread: ['SendMessagesInThreads'] } as const;

/** A permission's name in Discord's own spelling: Send Messages In Threads. */
const permissionWords = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ');

/** Classifies a refusal by Discord. Throws the error if it may be temporary. */
const classifyFailure = (error: unknown): 'gone' | 'forbidden' => {
  if (isDiscordError(error, 'unknownChannel', 'unknownUser', 'unknownGuild')) return 'gone';
  if (isDiscordError(error, 'missingAccess', 'missingPermissions', 'cannotDm', 'noSharedServer')) return 'forbidden';
  if (isDiscordError(error, 'archived', 'threadLocked', 'tooManyThreads', 'tagRequired')) return 'forbidden';
  throw error;
};

/** Makes a request and repeats it for long after temporary failures. Returns a refusal as a value. */
const tryRequest = <T>(doing: () => Promise<T>): Promise<T | 'gone' | 'forbidden'> =>
  withRetries(doing, recoveryDelays).catch(classifyFailure);

const isForum = (channel: Channel | null): channel is Forum =>
  channel?.type === ChannelType.GuildForum || channel?.type === ChannelType.GuildMedia;

const toChannelInfo = (channel: Channel): ChannelInfo => {
  if (channel.isDMBased())
    return { id: channel.id, kind: 'direct', name: 'direct messages', parent: undefined, guild: undefined };
  const { id, name, guildId: guild } = channel;
  const slowMode = 'rateLimitPerUser' in channel ? (channel.rateLimitPerUser ?? 0) : 0;
  const common = { id, name, guild, ...(slowMode > 0 && { slowMode }) };
  if (channel.isThread()) return { ...common, kind: 'thread', parent: channel.parentId ?? undefined };
  return { ...common, kind: isForum(channel) ? 'forum' : 'text', parent: undefined };
};

/** Maximum number of tags in a forum. */
const maxTags = 20;

/** A tag for posts without a battle. Undefined if the forum accepts posts without tags. */
const demandedTag = (forum: Forum): GuildForumTag | undefined =>
  forum.flags.has(ChannelFlags.RequireTag) ? forum.availableTags[0] : undefined;

/** Creates the functions that tag a forum post with the state of its battle. */
const createPostTags = (log: Log) => {
  /** Ids of forums in which the bot may not create tags. It tries again after a restart. */
  const withoutTags = new LRUCache<string, true>({ max: 1000 });
  /** Unfinished work that adds our tags to a forum, by forum. */
  const addingTags = new Map<string, Promise<void>>();

  /** Adds the tags for battle states that a forum lacks, if it has room and gives permission. */
  const addTags = async (forum: Forum): Promise<void> => {
    const missing = postStates.filter((each) => !forum.availableTags.some(({ name }) => name.toLowerCase() === each));
    if (forum.availableTags.length + missing.length > maxTags) return;
    try {
      await forum.setAvailableTags([...forum.availableTags, ...missing.map((name) => ({ name }))]);
    } catch (error) {
      classifyFailure(error);
      withoutTags.set(forum.id, true);
      log.info({ forum: forum.id }, 'Posts of a forum go without tags: making them is not allowed.');
    }
  };

  /** Finds a forum's tag for a state of battles. Adds missing tags first. */
  const tagFor = async (forum: Forum, state: PostState): Promise<GuildForumTag | undefined> => {
    const there = () => forum.availableTags.find(({ name }) => name.toLowerCase() === state);
    if (there() !== undefined || withoutTags.has(forum.id)) return there();
    // One caller adds them while others wait, because a second list would replace the first.
    const adding = addingTags.get(forum.id) ?? addTags(forum).finally(() => addingTags.delete(forum.id));
    addingTags.set(forum.id, adding);
    await adding;
    return there();
  };

  /** The tags of a post with our tag for the new state replacing the old. Undefined if nothing changes. */
  const retagged = async (post: AnyThreadChannel, forum: Forum, state: PostState) => {
    const tag = await tagFor(forum, state);
    if (tag === undefined || post.appliedTags.includes(tag.id)) return undefined;
    const ours = forum.availableTags.filter(({ name }) => postStates.some((each) => each === name.toLowerCase()));
    const others = post.appliedTags.filter((id) => !ours.some((each) => each.id === id));
    return [tag.id, ...others].slice(0, discordLimits.tags);
  };

  /** The tag with which a new post starts. Undefined if it starts without a tag. */
  const first = (forum: Forum, state: PostState | undefined): Promise<GuildForumTag | undefined> =>
    state === undefined ? Promise.resolve(demandedTag(forum)) : tagFor(forum, state);

  return { first, retagged };
};

/** True if the user is a member of the server. Also true if Discord does not answer. */
const isMemberOf = async (client: Client, guild: string, user: string, log: Log): Promise<boolean> => {
  try {
    await client.guilds.cache.get(guild)?.members.fetch({ user, force: true });
    return true;
  } catch (error) {
    if (isDiscordError(error, 'unknownMember', 'unknownUser')) return false;
    log.debug({ err: error, guild }, 'A member could not be looked for.');
    return true;
  }
};

/** True if the user may read the channel now. Throws if Discord does not answer. */
const mayRead = async (client: Client, server: string | undefined, id: string, user: string): Promise<boolean> => {
  try {
    if (server === undefined) {
      const direct = await client.channels.fetch(id);
      return direct?.type === ChannelType.DM && direct.recipientId === user;
    }
    // Another process may hold the server's shard.
    const guild = await client.guilds.fetch({ guild: server, cache: false });
    const member = await guild.members.fetch({ user, force: true, cache: false });
    const channel = await guild.channels.fetch(id, { cache: false });
    const base = channel?.isThread() ? await guild.channels.fetch(channel.parentId ?? '', { cache: false }) : channel;
    const rights = base?.permissionsFor(member);
    if (rights?.has('ViewChannel') !== true) return false;
    if (channel?.type === ChannelType.PrivateThread && !rights.has('ManageThreads')) await channel.members.fetch(user);
    return true;
  } catch (error) {
    if (isDiscordError(error, 'unknownMember', 'unknownUser', 'unknownChannel', 'unknownGuild', 'missingAccess'))
      return false;
    throw error;
  }
};

/** The name that the server shows for a member. Undefined if Discord does not answer. */
const memberNameOf = async (client: Client, guild: string, user: string): Promise<string | undefined> => {
  const fetched = client.guilds.cache.get(guild)?.members.fetch(user);
  const member = await fetched?.catch(() => undefined);
  return cutLetters(member?.displayName ?? '', 32) || undefined;
};

export const createDiscordChannels = (log: Log): DiscordChannels => {
  let client: Client | undefined;
  let showPanel: Panel | undefined;
  const tags = createPostTags(log);

  const theClient = (): Client<true> => {
    if (!client?.isReady()) throw new Error('Nobody stands at the door of Discord yet.');
    return client;
  };
  const speaking = createSpeech(theClient, log);
  const channelOf = (id: string): Promise<Channel | null> => theClient().channels.fetch(id);

  const openIn = async (channel: Channel | null, { name, state, reply }: NewPost): Promise<AnyThreadChannel | null> => {
    const message = sendOptions(await createMessage(reply));
    const common = {
      name: cutPlainText(name, discordLimits.threadName),
      autoArchiveDuration: ThreadAutoArchiveDuration.OneWeek,
    };
    if (isForum(channel)) {
      const tag = await tags.first(channel, state);
      return channel.threads.create({ ...common, message, ...(tag && { appliedTags: [tag.id] }) });
    }
    if (channel?.type !== ChannelType.GuildText) return null;
    const thread = await channel.threads.create({ ...common, type: ChannelType.PublicThread });
    await thread.send(message);
    return thread;
  };

  const send = async (to: SendableChannels, reply: NewPost['reply'], once: string): Promise<DeliveryResult> => {
    await to.send({ ...sendOptions(await createMessage(reply)), ...onceOnly(once) });
    return 'sent';
  };

  const post: Transport['post'] = async (id, reply, once) => {
    try {
      const channel = await channelOf(id);
      return channel?.isSendable() ? await send(channel, reply, once) : 'forbidden';
    } catch (error) {
      return classifyFailure(error);
    }
  };

  return {
    connect: (through, panel) => {
      client = through;
      showPanel = panel;
    },
    panel: async (battle, server, version) => showPanel?.(battle, server, version),
    answer: (item, token, reply) => recoverAnswer(theClient(), post, item, token, reply),
    failureKind,
    find: (id) =>
      tryRequest(async () => {
        const channel = await channelOf(id);
        return channel === null ? 'gone' : toChannelInfo(channel);
      }),
    missingPermissions: async (id) => {
      const channel = await channelOf(id).catch(() => null);
      if (channel === null || channel.isDMBased()) return [];
      const own = channel.permissionsFor(theClient().user);
      const writes = channel.isThread() ? writePermissions.thread : writePermissions.channel;
      return own === null ? [] : own.missing([...neededPermissions, ...writes]).map(permissionWords);
    },
    open: (parent, post) =>
      tryRequest(async () => {
        const thread = await openIn(await channelOf(parent), post);
        return thread === null ? 'forbidden' : toChannelInfo(thread);
      }),
    post,
    direct: (user, reply, once) =>
      theClient()
        .users.createDM(user)
        .then((channel) => send(channel, reply, once))
        .catch(classifyFailure),
    ...speaking,
    namesakes: createNamesakeSearch(theClient, log),
    tellsTurns: true,
    tagPost: (id, state) =>
      tryRequest(async (): Promise<DeliveryResult> => {
        const post = await channelOf(id);
        if (!post?.isThread() || post.parentId === null) return 'sent';
        const forum = await channelOf(post.parentId);
        const appliedTags = isForum(forum) ? await tags.retagged(post, forum, state) : undefined;
        const autoArchiveDuration =
          state === 'finished' ? ThreadAutoArchiveDuration.OneHour : ThreadAutoArchiveDuration.OneWeek;
        if (appliedTags !== undefined)
          await post.edit({ ...(post.archived && { archived: false }), appliedTags, autoArchiveDuration });
        return 'sent';
      }).catch((error: unknown) => {
        log.debug({ err: error, channel: id }, 'A post was not tagged.');
        return 'forbidden' as const;
      }),
    isMember: async (guild, user) => isMemberOf(theClient(), guild, user, log),
    mayRead: (guild, channel, user) => mayRead(theClient(), guild, channel, user),
    memberName: async (guild, user) => memberNameOf(theClient(), guild, user),
  };
};
