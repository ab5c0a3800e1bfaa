import type { FakeChannel, FakeGuild, FakeMember, FakeMessage, FakeUser, World } from './world.ts';

/** All permissions. */
const everything = String((1n << 50n) - 1n);

/** An administrator may do all, whatever a channel forbids. */
const allButAdministration = String(((1n << 50n) - 1n) & ~(1n << 3n));

const bits = { nothing: 0n, write: 1n << 11n, see: 1n << 10n, webhooks: 1n << 29n };

/** The permissions that the bot lacks in a channel, as permissions denied to everyone. */
const forbiddenBy = ({ forbidden, guild }: FakeChannel) =>
  forbidden === 'nothing' ? [] : [{ id: guild, type: 0, allow: '0', deny: String(bits[forbidden]) }];
const administers = 1n << 5n;
const ordinary = (1n << 10n) | (1n << 11n);

/** The permissions of a member in every channel. */
export const rightsOf = ({ manages, rights }: Pick<FakeMember, 'manages' | 'rights'>): bigint =>
  ordinary | rights | (manages ? administers : 0n);

export const userPayload = ({ id, username, global_name, bot }: FakeUser) => ({
  id,
  username,
  global_name,
  discriminator: '0',
  avatar: null,
  bot,
  public_flags: 0,
});

export const memberPayload = (guild: FakeGuild, user: FakeUser) => {
  const member = guild.members.get(user.id);
  return {
    user: userPayload(user),
    nick: member?.nick ?? null,
    roles: [],
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    premium_since: null,
    deaf: false,
    mute: false,
    flags: 0,
    pending: false,
    avatar: null,
    communication_disabled_until: null,
    permissions: String(rightsOf(member ?? { manages: false, rights: 0n })),
  };
};

/** The id of the newest public message of a channel. */
const newestIn = (world: World, { id, chat }: FakeChannel): string | null => {
  const isSeen = (message: FakeMessage | undefined): boolean => message !== undefined && message.onlyFor === undefined;
  const own = world.inChannel.get(id)?.findLast((each) => isSeen(world.messages.get(each)));
  return (own !== undefined && (chat === undefined || BigInt(own) > BigInt(chat)) ? own : chat) ?? null;
};

export const channelPayload = (world: World, channel: FakeChannel) => {
  const { id, type, name, guild, parent, recipient, archived } = channel;
  if (type === 1) {
    const user = world.users.get(recipient ?? '');
    return {
      id,
      type,
      last_message_id: newestIn(world, channel),
      flags: 0,
      recipients: user ? [userPayload(user)] : [],
    };
  }
  const common = {
    id,
    type,
    name,
    guild_id: guild,
    flags: 0,
    permissions: everything,
    last_message_id: newestIn(world, channel),
  };
  if (type !== 11) {
    return {
      ...common,
      position: 0,
      permission_overwrites: forbiddenBy(channel),
      parent_id: null,
      topic: null,
      nsfw: false,
      rate_limit_per_user: channel.slowMode,
      ...(type === 15 && {
        available_tags: channel.tags.map((tag) => ({ ...tag, moderated: false, emoji_id: null, emoji_name: null })),
        default_reaction_emoji: null,
        default_sort_order: null,
        default_forum_layout: 0,
      }),
    };
  }
  return {
    ...common,
    parent_id: parent,
    owner_id: world.bot.id,
    rate_limit_per_user: channel.slowMode,
    message_count: 0,
    member_count: 1,
    ...(world.channels.get(parent ?? '')?.type === 15 && { applied_tags: channel.applied }),
    total_message_sent: 0,
    thread_metadata: {
      archived,
      locked: channel.locked,
      auto_archive_duration: channel.sleepsAfter,
      archive_timestamp: '2024-01-01T00:00:00.000000+00:00',
      create_timestamp: '2024-01-01T00:00:00.000000+00:00',
    },
  };
};

export const guildPayload = (world: World, guild: FakeGuild) => {
  const channels = [...world.channels.values()].filter((channel) => channel.guild === guild.id);
  const owner = guild.members.keys().next().value ?? world.bot.id;
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    splash: null,
    discovery_splash: null,
    owner_id: owner,
    afk_channel_id: null,
    afk_timeout: 300,
    verification_level: 0,
    default_message_notifications: 1,
    explicit_content_filter: 0,
    roles: [
      {
        id: guild.id,
        name: '@everyone',
        color: 0,
        colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
        hoist: false,
        position: 0,
        permissions: allButAdministration,
        managed: false,
        mentionable: false,
        flags: 0,
      },
    ],
    emojis: [],
    stickers: [],
    features: guild.community === undefined ? [] : ['COMMUNITY'],
    mfa_level: 0,
    application_id: null,
    system_channel_id: null,
    system_channel_flags: 0,
    rules_channel_id: null,
    max_members: 500000,
    vanity_url_code: null,
    description: null,
    banner: null,
    premium_tier: 0,
    preferred_locale: guild.community ?? 'en-US',
    public_updates_channel_id: null,
    nsfw_level: 0,
    premium_progress_bar_enabled: false,
    safety_alerts_channel_id: null,
    joined_at: '2024-01-01T00:00:00.000000+00:00',
    large: false,
    unavailable: false,
    member_count: guild.members.size + 1,
    voice_states: [],
    members: [memberPayload(guild, world.bot)],
    channels: channels.filter(({ type }) => type !== 11).map((channel) => channelPayload(world, channel)),
    threads: channels
      .filter(({ type, archived }) => type === 11 && !archived)
      .map((channel) => channelPayload(world, channel)),
    presences: [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
};

/** The interaction that a message answers. */
const answeredTo = (world: World, { interaction }: FakeMessage): object => {
  const given = world.interactions.get(interaction ?? '');
  const user = world.users.get(given?.user ?? '');
  if (given === undefined || user === undefined) return {};
  const type = given.kind === 'command' ? 2 : 3;
  return {
    interaction_metadata: { id: given.id, type, user: userPayload(user), authorizing_integration_owners: {} },
  };
};

export const messagePayload = (world: World, cdn: string, message: FakeMessage) => ({
  id: message.id,
  channel_id: message.channel,
  author:
    message.author === undefined
      ? userPayload(world.bot)
      : { ...userPayload(world.bot), id: message.author.webhook, username: message.author.name, global_name: null },
  ...(message.author !== undefined && { webhook_id: message.author.webhook }),
  application_id: world.application,
  content: message.content,
  timestamp: new Date(message.sentAt).toISOString(),
  edited_timestamp: message.edits > 0 ? new Date(world.now()).toISOString() : null,
  tts: false,
  mention_everyone: false,
  mentions: [...message.notified].flatMap((id) => {
    const user = world.users.get(id);
    return user ? [userPayload(user)] : [];
  }),
  mention_roles: [],
  attachments: message.files.map(({ id, name, description, bytes }) => ({
    id,
    filename: name,
    size: bytes.length,
    url: `${cdn}/${id}/${name}`,
    proxy_url: `${cdn}/${id}/${name}`,
    ...(description !== undefined && { description }),
  })),
  embeds: message.embeds,
  components: message.rows.map(({ components }) => ({ type: 1, components })),
  pinned: false,
  type: message.interaction === undefined ? 0 : 20,
  ...answeredTo(world, message),
  flags: message.flags,
});
