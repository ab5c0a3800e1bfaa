import { Client, GatewayIntentBits, Options } from 'discord.js';
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

/** A client that hears of servers and interactions only, and keeps no messages. */
export const discordClient = ({ api, shards, shardCount }: DiscordConfig): Client =>
  new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: {
      ...(api !== undefined && { api }),
      makeRequest,
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
      GuildMemberManager: { maxSize: 100, keepOverLimit: (member) => member.id === member.client.user.id },
      UserManager: { maxSize: 100, keepOverLimit: (user) => user.id === user.client.user.id },
    }),
  });
