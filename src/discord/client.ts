import { Client, GatewayIntentBits, Options, type RateLimitData, RateLimitError, REST } from 'discord.js';
import { createClockJumpDetector } from '../core/clock-jump.ts';
import type { GmPermission } from './limits.ts';
import { makeRequest } from './rest-requests.ts';

/** Settings for the connection to Discord. */
export interface DiscordConfig {
  readonly token: string;
  /** Base address of a local REST API for tests. Undefined for Discord's own API. */
  readonly api: string | undefined;
  /** Numbers of the shards that this process serves. Undefined for one shard. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** Id of the only server in which commands are registered, for tests. Undefined for all servers. */
  readonly guild?: string | undefined;
  /** The permission that members need to see /gm and /npc. Undefined: everyone sees them. */
  readonly gmPermission?: GmPermission | undefined;
  /** Port that serves `/metrics`, `/healthz` and `/readyz`. Undefined if these are not served. */
  readonly metricsPort: number | undefined;
  /** Network interface on which `metricsPort` is served. Default: only this machine can reach it. */
  readonly metricsHost?: string;
}

/** Time for which discord.js stores data about an API route (milliseconds). Short, as each answer has its own route. */
const routeLifetime = 60_000;

/** True for the bot as a member of a server. This member is cached, because it has the bot's permissions. */
const isOwn = ({ user }: Client, id: string): boolean => id === user?.id;

/** Corrects discord.js's rate limits after the clock was set back: shifts the limits' reset times before a wait. */
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

/** Sends answers through a queue of their own, because Discord's limit of 50 requests a second does not count them. */
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

/** Creates a client that receives only events of servers and interactions, and caches little. */
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

/** Clears the cache of direct-message channels. It would grow with each user who gets a message. */
export const forgetDirectChannels = ({ channels }: Client): void => {
  channels.cache.sweep((channel) => channel.isDMBased());
};
