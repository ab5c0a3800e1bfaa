import { Client, GatewayIntentBits, Options, type RateLimitData, RateLimitError, REST } from 'discord.js';
import { createClockJumpDetector } from '../core/clock-jump.ts';
import { makeRequest } from './rest-requests.ts';

/** What the bot must be told to reach Discord. */
export interface DiscordConfig {
  readonly token: string;
  /** The base of Discord's REST API where it is not Discord's own: a local one under test. */
  readonly api: string | undefined;
  /** The shards this process runs, and how many there are in all; one shard where nothing is said. */
  readonly shards: readonly number[] | undefined;
  readonly shardCount: number | undefined;
  /** Commands are registered in this server alone, if one is named: for trying things out. */
  readonly guild?: string | undefined;
  /** Where `/metrics`, `/healthz` and `/readyz` are served, if anywhere. */
  readonly metricsPort: number | undefined;
  /** The interface on which they are; without it this machine alone hears them. */
  readonly metricsHost?: string;
}

/** Each answer goes to a route of its own, and discord.js keeps what it knows of every route: forgotten after so many milliseconds. */
const routeLifetime = 60_000;

/** Our own membership says what we may do. Anybody else comes along with their interaction. */
const isOwn = ({ user }: Client, id: string): boolean => id === user?.id;

/**
 * discord.js waits for limits by the clock of the machine, and would wait for an hour if that was put back by one. So when it is about to
 * wait, what it knows of limits is moved along with the clock, and the request is sent again.
 */
const keepingTime = (rest: REST): REST => {
  const jumped = createClockJumpDetector(Date.now, () => performance.now());
  let jumps = 0;
  const { rejectOnRateLimit: rejects } = rest.options;
  rest.options.rejectOnRateLimit = async (limit: RateLimitData) => {
    const jump = jumped();
    // Put forward, it ends waits too early, which Discord tells of.
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

/**
 * Sends answers to interactions a way of their own: they do not count for Discord's fifty requests a second, so neither do they wait
 * for other requests there, nor others for them. What is said by a webhook of a channel counts.
 */
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

/** A client that hears of servers and interactions only, and keeps nothing of them that it does not look up: it runs for months. */
export const createDiscordClient = ({ api, shards, shardCount }: DiscordConfig): Client =>
  withSeparateAnswers(
    new Client({
      intents: [GatewayIntentBits.Guilds],
      rest: {
        ...(api !== undefined && { api }),
        makeRequest,
        handlerSweepInterval: routeLifetime,
        // An old message that may be edited no more is a rate limit to discord.js, which would try for ever.
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

/** Forgets the channels of direct messages, of which discord.js keeps one for everybody who ever got one: each can be asked for again. */
export const forgetDirectChannels = ({ channels }: Client): void => {
  channels.cache.sweep((channel) => channel.isDMBased());
};
