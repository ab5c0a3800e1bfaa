import { setTimeout as pause } from 'node:timers/promises';
import {
  type Client,
  type ClientEvents,
  Events,
  GatewayDispatchEvents,
  type GatewayInteractionCreateDispatchData,
  InteractionType,
  ShardClientUtil,
  Status,
} from 'discord.js';
import type { Dispatcher } from '../app/commands/dispatcher.ts';
import { type ChannelWatch, noChannelWatch } from '../app/outbox/channel-watch.ts';
import type { OutboxRelay } from '../app/outbox/outbox-relay.ts';
import { fairQueue } from '../app/queues/fair-queue.ts';
import { createFairScheduler } from '../app/queues/fair-scheduler.ts';
import { BoundedMap } from '../core/bounded-map.ts';
import type { Dictionary, LanguageOf } from '../core/language.ts';
import type { Log } from '../log/log.ts';
import { attachmentHosts } from './attachment.ts';
import { boundedRead } from './bounded-read.ts';
import type { DiscordChannels } from './channels.ts';
import { type DiscordConfig, discordClient, forgetDirectChannels } from './client.ts';
import { logged } from './failure.ts';
import { healthServer } from './health.ts';
import { interactions, type Outbox, type Sentence } from './interaction.ts';
import { metrics as newMetrics, type RefusedOrders } from './metrics.ts';
import { panels as newPanels, type PanelSource, type Panels } from './panel-messages.ts';
import { registerDirect, registerServer } from './register.ts';
import type { WatchedServers } from './server-changes.ts';
import { apologies, eventGuard, survivePackets } from './survive-events.ts';

/** How patient the shell is, in milliseconds. */
interface Pace {
  /** An answer that takes longer is announced first. */
  readonly deferAfter: number;
  /** A panel is shown again no more often than this, in milliseconds. */
  readonly panelEvery: number;
  /** Work that takes longer, in milliseconds, waits for something else, and keeps nobody waiting. */
  readonly patience?: number;
}

/** Work that is in hand at once for all servers, and for the only one there is. */
const usualTurns = { atOnce: 32, alone: 4, patience: 500 };

const usualPace: Pace = { deferAfter: 1500, panelEvery: 1000 };

/** The part of the outbox that says things through this bot. */
interface SpokenOutbox extends Pick<OutboxRelay, 'idle' | 'close' | 'backlog' | 'reachChanged'> {
  readonly speak: (holds: (server: string) => boolean, alone?: boolean) => Promise<void>;
}

export interface BotParts {
  readonly config: DiscordConfig;
  readonly dispatcher: Dispatcher;
  readonly servers: WatchedServers;
  readonly panelSource: PanelSource;
  /** Who notes what is lost and tells the GM. */
  readonly watch?: ChannelWatch;
  /** What reaches people and places of the app's own accord; it goes through this bot's client. */
  readonly places?: Pick<DiscordChannels, 'through'>;
  /** What is told of orders, and whatever else is said of the app's own accord. */
  readonly outbox: Outbox & SpokenOutbox;
  /** Can there be no other process beside this one? */
  readonly alone?: boolean;
  readonly sentence: Sentence;
  readonly languageOf?: LanguageOf;
  /** The dictionaries that also describe the slash commands, each to those who use Discord in its language. */
  readonly languages?: readonly Dictionary[];
  /** What below Discord keeps the bot from playing, a sentence each. */
  readonly problems?: () => Promise<readonly string[]>;
  /** How many battles are not over, for the metrics. */
  readonly openBattles?: () => Promise<number>;
  /** Did the last automatic backup that was due fail? For the metrics. */
  readonly backupFailing?: () => boolean;
  /** Shown among the metrics. */
  readonly refusedOrders?: RefusedOrders;
  /** Ids of all systems. */
  readonly rulesetIds: readonly string[];
  /** The systems of which a server has battles; where it is left out, all. */
  readonly played?: (guild: string) => Promise<readonly string[]>;
  /** Is told what to do for a server in which a battle was created, before that is answered. */
  readonly whenOpened?: (listener: (guild: string) => Promise<void>) => void;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly pace?: Pace;
}

export interface Bot {
  readonly client: Client;
  /** Settles once it is in and says what waits to be said; fails where Discord will not let the bot in. */
  readonly speaking: Promise<void>;
  /** Settles once, beyond that, every server has its commands: with thousands of servers that takes minutes. */
  readonly ready: Promise<void>;
  /** Shows the panel of a battle again. */
  readonly refresh: Panels['refresh'];
  /** Settles when every interaction in hand is answered and all has been said that was to be said after it. */
  readonly settled: () => Promise<void>;
  /** Settles when, beyond that, every panel shows its battle as it is, and all that was noticed is told. */
  readonly still: () => Promise<void>;
  /** Takes no more interactions, finishes those in hand, and leaves. */
  readonly stop: () => Promise<void>;
}

/** Milliseconds that whoever creates a battle waits for the commands of its rulebook at most. */
const mostForCommands = 5000;

const hour = 3_600_000;

/** Of so many servers it is known which commands they have; in another one that is looked for again when a battle is created. */
const mostServers = 10_000;

/** Milliseconds that what is to be said may wait before the bot counts as not ready. */
const longestWait = 120_000;

/** The bot on Discord: it turns interactions into commands and answers into messages, and decides nothing. */
export const startBot = (parts: BotParts): Bot => {
  const {
    config,
    dispatcher,
    servers,
    sentence,
    languageOf = () => undefined,
    languages = [],
    rulesetIds,
    log,
    clock,
    watch = noChannelWatch,
    outbox,
    pace = usualPace,
  } = parts;
  const client = discordClient(config);
  const way = createFairScheduler(() => performance.now());
  const { patience = usualTurns.patience } = pace;
  const inTurn = { ...usualTurns, patience, giveWay: way.giveWay };
  const turns = fairQueue(inTurn);
  // A panel may wait for a thread: the orders of its server do not wait for it.
  const panelTurns = fairQueue(inTurn);
  const readBacklog = boundedRead(outbox.backlog);
  const metrics = newMetrics(
    {
      backlog: readBacklog,
      servers: () => client.guilds.cache.size,
      battles: parts.openBattles,
      backupFailing: parts.backupFailing,
      waiting: () => turns.waiting() + panelTurns.waiting(),
    },
    parts.refusedOrders,
  );
  const panels = newPanels({
    client,
    servers,
    source: parts.panelSource,
    languageOf,
    turns: panelTurns,
    way,
    metrics,
    watch,
    log,
    clock,
    every: pace.panelEvery,
  });
  const sorry = apologies({ client, languageOf, log });
  const hands = interactions({
    dispatcher,
    sentence,
    languageOf,
    panels,
    turns,
    way,
    outbox,
    metrics,
    sorry,
    hosts: attachmentHosts(config.api),
    deferAfter: pace.deferAfter,
    clock,
    log,
  });

  const registering = (ready: Client<true>) => ({
    client: ready,
    commands: dispatcher.commands,
    systems: rulesetIds,
    servers,
    languages,
    played: parts.played ?? (async () => rulesetIds),
    log,
  });
  const registerIn = async (guild: string): Promise<void> => {
    if (!client.isReady() || !client.guilds.cache.has(guild) || guild !== (config.guild ?? guild)) return;
    await registerServer(registering(client), guild).catch((error: unknown) =>
      log.error({ ...logged(error), guild }, 'Slash commands were not registered.'),
    );
  };

  parts.places?.through(client, panels.refresh);
  const forgetting = setInterval(() => forgetDirectChannels(client), hour).unref();
  const noticing = new Set<Promise<void>>();
  const noticed = (task: Promise<void>): void => {
    const told = task
      .catch((error: unknown) => log.error(logged(error), 'Something lost was not told.'))
      .finally(() => noticing.delete(told));
    noticing.add(told);
  };
  const guard = eventGuard(log);
  const on = <Event extends keyof ClientEvents>(
    event: Event,
    handle: (...args: ClientEvents[Event]) => unknown,
  ): void => {
    client.on(event, guard(event, handle));
  };
  let taken = '';
  survivePackets({ client, log }, (interaction) => interaction === taken, sorry);
  on(Events.InteractionCreate, ({ guildId, user }) => watch.seen(guildId ?? undefined, user.id));
  // What this throws is caught with its packet, which can be answered.
  client.on(Events.InteractionCreate, (interaction) => {
    if (hands.take(interaction)) taken = interaction.id;
  });
  // Only as it comes it says what the newest message of its channel is.
  client.ws.on(
    GatewayDispatchEvents.InteractionCreate,
    guard('INTERACTION_CREATE, raw', ({ type, channel }: GatewayInteractionCreateDispatchData) => {
      if (type !== InteractionType.ApplicationCommand && type !== InteractionType.MessageComponent) return;
      if (channel !== undefined && 'last_message_id' in channel && typeof channel.last_message_id === 'string')
        panels.heard(channel.id, channel.last_message_id, type === InteractionType.ApplicationCommand);
    }),
  );
  on(Events.ThreadDelete, ({ id }) => noticed(watch.placeGone(id)));
  on(Events.ChannelDelete, ({ id }) => noticed(watch.placeGone(id)));
  on(Events.GuildDelete, ({ id }) => noticed(watch.serverLeft(id)));
  on(Events.GuildCreate, ({ id }) => registerIn(id));
  on(Events.Error, (error) => log.error(logged(error), 'The Discord client reports an error.'));
  on(Events.ShardError, (error, shard) => log.warn({ ...logged(error), shard }, 'The gateway reports an error.'));
  on(Events.Warn, () => log.warn({}, 'The Discord client warns of something.'));
  const gateway = (shard: number, isConnected: boolean): void => {
    metrics.gateway(shard, isConnected);
    outbox.reachChanged();
  };
  on(Events.ShardReady, (shard) => gateway(shard, true));
  on(Events.ShardResume, (shard) => gateway(shard, true));
  on(Events.ShardReconnecting, (shard) => gateway(shard, false));
  on(Events.ShardDisconnect, (_, shard) => gateway(shard, false));
  const forget = servers.whenSaved((guild) => void registerIn(guild));
  /** Systems of which the first battle in a server was opened by this process: their commands are there. */
  const known = new BoundedMap<string, string>(mostServers);
  parts.whenOpened?.(async (guild) => {
    const systems = (await parts.played?.(guild))?.join() ?? '';
    if (known.get(guild) === systems) return;
    known.set(guild, systems);
    // Where Discord makes it wait, the answer does not.
    await Promise.race([registerIn(guild), pause(mostForCommands, undefined, { ref: false })]);
  });

  /** True if the server is one of a shard of this process, and that is connected. What lies outside servers is the first shard's. */
  const holds = (server: string): boolean => {
    const shard = /^\d+$/.test(server) ? ShardClientUtil.shardIdForGuildId(server, client.options.shardCount ?? 1) : 0;
    return client.ws.shards.get(shard)?.status === Status.Ready;
  };

  const readProblems = boundedRead(() => parts.problems?.() ?? []);
  /** What keeps the bot from playing, a sentence each. */
  const problems = async (): Promise<readonly string[]> => {
    const away = [...client.ws.shards.values()].filter(({ status }) => status !== Status.Ready).map(({ id }) => id);
    const gateway = !client.isReady()
      ? ['Discord’s gateway is not connected.']
      : away.map((shard) => `Shard ${shard} is not connected to Discord’s gateway.`);
    const [below, waiting] = await Promise.all([
      readProblems().catch(() => ['The database or its disk does not answer.']),
      readBacklog().catch(() => ({ items: 0, oldest: 0 })),
    ]);
    const late =
      waiting.oldest > longestWait ? [`${waiting.items} messages wait, the oldest for over two minutes.`] : [];
    return [...gateway, ...below, ...late];
  };

  const health =
    config.metricsPort === undefined
      ? undefined
      : healthServer({ port: config.metricsPort, host: config.metricsHost ?? '127.0.0.1' }, metrics.registry, problems);

  const speak = async (): Promise<void> => {
    await health;
    const isReady = new Promise((resolve) => client.once(Events.ClientReady, resolve));
    await Promise.all([client.login(config.token), isReady]);
    if (!client.isReady()) return;
    log.info({ user: client.user.id, servers: client.guilds.cache.size }, 'On Discord.');
    noticed(watch.lookAfter([...client.guilds.cache.keys()]));
    await outbox.speak(holds, parts.alone);
  };

  const registerAll = async (): Promise<void> => {
    if (!client.isReady()) return;
    const direct =
      config.guild === undefined
        ? registerDirect(registering(client)).catch((error: unknown) =>
            log.error(logged(error), 'Slash commands for direct messages were not registered.'),
          )
        : undefined;
    for (const guild of [...client.guilds.cache.keys()]) await registerIn(guild);
    await direct;
  };

  const speaking = speak();
  const ready = speaking.then(registerAll);
  // Whoever waits for it to speak hears of what went wrong there.
  ready.catch(() => undefined);

  const settled = async (): Promise<void> => {
    await hands.settled();
    await outbox.idle(false);
  };

  return {
    client,
    ...{ speaking, ready },
    refresh: panels.refresh,
    settled,
    still: async () => {
      await Promise.all(noticing);
      await settled();
      await outbox.idle();
      await panels.settled();
      // A panel that cannot be shown is told of.
      await outbox.idle();
    },
    stop: async () => {
      clearInterval(forgetting);
      forget();
      await hands.close();
      await outbox.idle(false);
      await panels.close();
      await outbox.close();
      const wasThere = client.readyTimestamp !== null;
      await client.destroy();
      const server = await health?.catch(() => undefined);
      server?.close();
      // Clients that are still sending are not waited for.
      server?.closeAllConnections();
      if (wasThere) log.info({}, 'Left Discord.');
    },
  };
};
