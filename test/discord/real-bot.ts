import { startClock } from '../../src/app/clock/clock-scheduler.ts';
import { loadPanel } from '../../src/app/replies/battle-panel.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import type { Services } from '../../src/app/services.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import type { Dictionary } from '../../src/core/message.ts';
import { type Bot, startBot } from '../../src/discord/bot.ts';
import { createDiscordChannels } from '../../src/discord/channels.ts';
import { logUndeliveredMessage } from '../../src/discord/delivery-log.ts';
import { watchServers } from '../../src/discord/server-changes.ts';
import { createLog } from '../../src/log/log.ts';
import type { Ruleset } from '../../src/rules/ruleset.ts';
import { rulesets } from '../../src/systems/index.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { type FakeDiscord, fakeDiscord } from './fake/discord.ts';
import { noDatabase } from './toy.ts';

/** The whole app on a local Discord. */
export interface RealBot {
  readonly discord: FakeDiscord;
  readonly bot: () => Bot;
  readonly stores: Stores;
  /** The app's services, called without Discord. */
  readonly services: () => Services;
  /** The panel that the battle in a channel should show now. */
  readonly panelNow: (channel: string) => Promise<Reply | undefined>;
  /** Settles when no process has a running command or a message to send. */
  readonly settled: () => Promise<void>;
  readonly logged: readonly string[];
  /** Returns and clears the errors in the log. */
  readonly takeErrors: () => readonly string[];
  /** Stops the bot and starts it again, on the same stores or on those that `meanwhile` opens. */
  readonly restart: (meanwhile?: () => Promise<Stores>) => Promise<void>;
  /** Starts another process of the bot whose clock is ahead by `drift` (milliseconds); `by` names it to Discord. */
  readonly another: (over: Stores, shards?: Shards, drift?: number, by?: string) => Promise<Bot>;
  readonly turnClock: (milliseconds: number) => void;
  /** The bot's clock (milliseconds since 1970). */
  readonly now: () => number;
  readonly close: () => Promise<void>;
}

/** The shards of a process, and the total. */
export interface Shards {
  readonly shards: readonly number[];
  readonly shardCount: number;
}

/** What a test sets in place of randomness, time and the rulebooks. */
export interface Given {
  /** Milliseconds since 1970. */
  readonly hour?: () => number;
  readonly rulesets?: readonly Ruleset[];
  readonly seed?: () => string;
  /** The name of the first process, which identifies its requests to Discord. */
  readonly by?: string;
  /** The installed languages, default: English only. */
  readonly languages?: readonly Dictionary[];
  /** The language of users’ clients, default: English. */
  readonly locale?: string;
}

const isError = (text: string): boolean => /"level":(50|60)/.test(text);

export const realBot = async (
  stocked: Stores | undefined = undefined,
  pace = { deferDelay: 1500, panelInterval: 40 },
  firstShards?: Shards,
  { hour = Date.now, by: firstBy, locale, ...given }: Given = {},
): Promise<RealBot> => {
  let ahead = 0;
  const clock = () => hour() + ahead;
  const first = stocked ?? createMemoryStores(clock);
  const discord = await fakeDiscord({
    now: clock,
    settled: () => settled(),
    still: () => still(),
    ...(locale !== undefined && { locale }),
  });
  const logged: string[] = [];
  const log = createLog('trace', { write: (text: string) => logged.push(text) });
  const started = async (stores: Stores, shards?: Shards, drift = 0, by?: string): Promise<Bot> => {
    const own = () => clock() + drift;
    const servers = watchServers(stores.servers);
    const channels = createDiscordChannels(log);
    const onError = (error: unknown): void => log.error({ err: error }, 'Something was not said or settled.');
    const house = composeApp({
      stores: { ...stores, servers },
      now: own,
      transport: channels,
      onError,
      ...given,
      onUndelivered: logUndeliveredMessage(log),
    });
    const bot = startBot({
      config: {
        token: discord.token,
        api: by === undefined ? discord.api : discord.apiFor(by),
        shards: shards?.shards,
        shardCount: shards?.shardCount,
        metricsPort: undefined,
      },
      ...noDatabase(),
      ...house,
      servers,
      channels,
      sentence: (refusal, { channel }) => house.sentence(refusal, channel),
      rulesetIds: rulesets.map(({ id }) => id),
      log,
      clock: own,
      pace,
    });
    await bot.ready;
    const stopClock = await startClock(house.services);
    return {
      ...bot,
      stop: async () => {
        await stopClock();
        await bot.stop();
      },
    };
  };
  let stores = first;
  const servicesOn = (over: Stores) => composeApp({ stores: over, now: clock, ...given }).services;
  let services = servicesOn(stores);
  let bot = await started(stores, firstShards, 0, firstBy);
  const others: Bot[] = [];
  const settled: RealBot['settled'] = async () => {
    for (const each of [bot, ...others]) await each.whenSettled();
  };
  const still = async (): Promise<void> => {
    for (const each of [bot, ...others]) await each.whenIdle();
  };
  return {
    discord,
    bot: () => bot,
    get stores() {
      return stores;
    },
    services: () => services,
    panelNow: async (channel) => {
      const battle = await services.battles.open(channel);
      if (!battle.ok) return undefined;
      return (await loadPanel(services)(battle.value.saved.id))?.turn.reply;
    },
    settled,
    logged,
    takeErrors: () => {
      const errors = logged.filter(isError);
      logged.splice(0, logged.length, ...logged.filter((text) => !isError(text)));
      return errors;
    },
    restart: async (meanwhile = async () => stores) => {
      await bot.stop();
      stores = await meanwhile();
      services = servicesOn(stores);
      bot = await started(stores, firstShards, 0, firstBy);
    },
    another: async (over, shards, drift, by) => {
      const other = await started(over, shards, drift, by);
      const kept: Bot = {
        ...other,
        stop: async () => {
          others.splice(others.indexOf(kept), 1);
          await other.stop();
        },
      };
      others.push(kept);
      return kept;
    },
    now: clock,
    turnClock: (milliseconds) => {
      ahead += milliseconds;
    },
    close: async () => {
      await Promise.all([bot, ...others].map((each) => each.stop()));
      await discord.close();
    },
  };
};
