import { Client, GatewayIntentBits, Options, type RateLimitData, RateLimitError, REST } from 'discord.js';
import { createClockJumpDetector } from '../core/clock-jump.ts';
import { makeRequest } from './rest-requests.ts';

/** Settings to reach Discord. */
export interface DiscordConfig {
  readonly token: string;
  /** Base address of a local REST API in tests. Undefined: Discord's. */
  readonly api: string | undefined;
  /** Numbers of this process's shards. Undefined for one shard. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** The only server in which commands are registered, for tests. Undefined for all. */
  readonly guild?: string | undefined;
  /** Port of `/metrics`, `/healthz` and `/readyz`. Undefined: not served. */
  readonly metricsPort: number | undefined;
  /** Network interface of that port. Default: this machine only. */
  readonly metricsHost?: string;
}

/** Lifetime of data about a route in discord.js (milliseconds), as each answer has its own route. */
const routeLifetime = 60_000;

/** True for the bot's own member, which is cached to know our permissions. */
const isOwn = ({ user }: Client, id: string): boolean => id === user?.id;

/** Corrects discord.js's rate limits after the clock was put back, by shifting reset times before a wait. */
const keepingTime = (rest: REST): REST => {
  const jumped = createClockJumpDetector(Date.now, () => performance.now());
  let jumps = 0;
  const { rejectOnRateLimit: rejects } = rest.options;
  rest.options.rejectOnRateLimit = async (limit: RateLimitData) => {
    const jump = jumped();
    // If the clock was put forward, waits end too early, and Discord reports a rate limit.
    if (jump >= 0) return typeof rejects === 'function' && rejects(limit);
    jumps += 1;
    rest.globalReset += jump;
    rest.globalDelay = null;
    for (const handler of rest.handlers.values()) {
      const reset: unknown = Reflect.get(handler, 'reset');
      if (typeof reset === 'number') Reflect.set(handler, 'reset', reset + jump);
    }
    return true;
  };
  const request = rest.request.bind(rest);
  rest.request = async (wanted) => {
    const before = jumps;
    try {
      return await request(wanted);
    } catch (error) {
      if (!(error instanceof RateLimitError) || jumps === before) throw error;
      return request(wanted);
    }
  };
  return rest;
};

/** Sends answers through a separate queue, because Discord's limit of 50 requests a second excludes them. */
const withSeparateAnswers = (client: Client): Client => {
  const answers = keepingTime(new REST({ ...client.rest.options, globalRequestsPerSecond: Number.POSITIVE_INFINITY }));
  const rest = keepingTime(client.rest);
  const request = rest.request.bind(rest);
  rest.request = (wanted) =>
    wanted.auth === false && wanted.fullRoute.startsWith(`/webhooks/${client.application?.id}/`)
      ? answers.request(wanted)
      : request(wanted);
  return client;
};

/** Creates a client that receives only servers and interactions, and caches little. */
export const createDiscordClient = ({ api, shards, shardCount }: DiscordConfig): Client =>
  withSeparateAnswers(
    new Client({
      intents: [GatewayIntentBits.Guilds],
      rest: {
        ...(api !== undefined && { api }),
        makeRequest,
        handlerSweepInterval: routeLifetime,
        // For discord.js, an old message that can no longer be edited is a rate limit, which it would wait for without
        // end.
        rejectOnRateLimit: ({ method, route }) => method === 'PATCH' && route === '/channels/:id/messages/:id',
      },
      ...(shards !== undefined && { shards: [...shards] }),
      ...(shardCount !== undefined && { shardCount }),
      allowedMentions: { parse: [] },
      makeCache: Options.cacheWithLimits({
        ...Options.DefaultMakeCacheSettings,
        MessageManager: 0,
        PresenceManager: 0,
        ReactionManager: 0,
        ReactionUserManager: 0,
        GuildEmojiManager: 0,
        GuildStickerManager: 0,
        GuildScheduledEventManager: 0,
        StageInstanceManager: 0,
        ThreadMemberManager: 0,
        VoiceStateManager: 0,
        GuildMemberManager: { maxSize: 0, keepOverLimit: (member) => isOwn(member.client, member.id) },
        UserManager: { maxSize: 100, keepOverLimit: (user) => isOwn(user.client, user.id) },
      }),
    }),
  );

/** Clears the cache of direct-message channels, which grows with each recipient. */
export const forgetDirectChannels = ({ channels }: Client): void => {
  channels.cache.sweep((channel) => channel.isDMBased());
};
