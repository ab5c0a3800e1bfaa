import type { ChannelWatch } from '../../src/app/outbox/channel-watch.ts';
import { createLanguages } from '../../src/campaign/languages.ts';
import type { Dictionary } from '../../src/core/message.ts';
import { type Bot, startBot } from '../../src/discord/bot.ts';
import { createDiscordChannels } from '../../src/discord/channels.ts';
import { watchServers } from '../../src/discord/server-changes.ts';
import { createLog } from '../../src/log/log.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { type FakeDiscord, fakeDiscord } from './fake/discord.ts';
import { noChannelWatch, type Toy, toy } from './toy.ts';

export interface Stage {
  readonly discord: FakeDiscord;
  readonly toy: Toy;
  readonly bot: Bot;
  readonly servers: ReturnType<typeof watchServers>;
  readonly logged: readonly string[];
  /** What the bot reported about its channels, in order. */
  readonly noticed: readonly string[];
  /** Starts a second process on the same stores. */
  readonly twin: () => Bot;
  /** Stops the bot and starts it again on the same stores, with new dictionaries if given. */
  readonly restart: (languages?: readonly Dictionary[]) => Promise<void>;
  readonly turnClock: (milliseconds: number) => void;
  readonly close: () => Promise<void>;
}

/** A toy game with the real Discord layer on a local Discord. */
export const stage = async ({
  deferAfter: deferDelay = 1500,
  panelEvery: panelInterval = 30,
  patience = 500,
  heartbeat = 41_250,
  guildOnly = false,
  languages = [] as readonly Dictionary[],
  watch = {} as Partial<ChannelWatch>,
} = {}): Promise<Stage> => {
  let ahead = 0;
  let known = languages;
  const clock = () => Date.now() + ahead;
  const discord = await fakeDiscord({ now: clock, heartbeat, still: () => still() });
  const game = toy();
  const servers = watchServers(game.servers);
  const logged: string[] = [];
  const noticed: string[] = [];
  const log = createLog('debug', { write: (text: string) => logged.push(text) });
  const bots: Bot[] = [];
  const still = async (): Promise<void> => {
    for (const each of bots) await each.whenIdle();
  };
  const start = () => {
    const channels = createDiscordChannels(log);
    const started = startBot({
      config: {
        token: discord.token,
        api: discord.api,
        shards: undefined,
        shardCount: undefined,
        metricsPort: undefined,
        ...(guildOnly && { guild: discord.guild.id }),
      },
      ...game.house(channels),
      channels,
      servers,
      panelSource: game.panel,
      channelWatch: {
        ...noChannelWatch,
        channelLost: async (battle, why) => void noticed.push(`${battle} ${why}`),
        panelShown: async (battle) => void noticed.push(`${battle} shown`),
        panelRemoved: async (battle) => void noticed.push(`${battle} panel removed`),
        channelDeleted: async (channel) => void noticed.push(`place ${channel} gone`),
        serverLeft: async (guild) => void noticed.push(`server ${guild} left`),
        ...watch,
      },
      sentence: ({ code, facts }, { channel }) => `${code} in ${channel}: ${Object.values(facts).join(', ')}.`,
      rulesetIds: ['skure', 'dskull', 'segment'],
      languages: createLanguages(known, createMemoryStores()).languages,
      log,
      clock,
      pace: { deferDelay, panelInterval, patience },
    });
    bots.push(started);
    return started;
  };
  let bot = start();
  await bot.ready;
  return {
    discord,
    toy: game,
    get bot() {
      return bot;
    },
    servers,
    logged,
    noticed,
    twin: start,
    restart: async (renewed = known) => {
      known = renewed;
      await bot.stop();
      bot = start();
      await bot.ready;
    },
    turnClock: (milliseconds) => {
      ahead += milliseconds;
    },
    close: async () => {
      await bot.stop();
      await discord.close();
    },
  };
};
