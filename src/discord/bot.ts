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
import { LRUCache } from 'lru-cache';
import type { Dispatcher } from '../app/dispatcher.ts';
import type { ChannelWatch } from '../app/outbox/channel-watch.ts';
import type { OutboxRelay } from '../app/outbox/outbox-relay.ts';
import { createFairQueue } from '../app/queues/worker-queue.ts';
import type { Services } from '../app/services.ts';
import type { Log } from '../log/log.ts';
import { attachmentHosts } from './attachment.ts';
import { createBoundedRead } from './bounded-read.ts';
import type { DiscordChannels } from './channels.ts';
import { createDiscordClient, type DiscordConfig, forgetDirectChannels } from './client.ts';
import type { RefusalDescriber } from './command-runner.ts';
import { startHealthServer } from './health.ts';
import { type AnswerOutbox, createInteractionHandler } from './interaction.ts';
import { createMetrics, type RefusedOrderCounter } from './metrics.ts';
import { createPanels, type PanelSource } from './panel-messages.ts';
import { registerDirectMessageCommands, registerServerCommands } from './register.ts';
import type { WatchedServers } from './server-changes.ts';
import { createFallbackAnswers, eventGuard, survivePackets } from './survive-events.ts';

/** Delays that the bot uses (milliseconds). */
interface Pace {
  /** Delay before a slow answer is announced. */
  readonly deferDelay: number;
  /** Minimum interval between two updates of a panel. */
  readonly panelInterval: number;
  /** Time after which a running task no longer counts against the queue's limits. */
  readonly patience?: number;
}

/** Maximum number of running tasks: for all servers together, and for one server. */
const defaultQueueLimits = { total: 32, perAsker: 4, patience: 500 };

const defaultPace: Pace = { deferDelay: 1500, panelInterval: 1000 };

/** The part of the outbox that the bot starts and stops. */
interface StartableOutbox extends Pick<OutboxRelay, 'whenIdle' | 'close' | 'backlog' | 'reachChanged'> {
  readonly startDelivery: (holds: (server: string) => boolean, alone?: boolean) => Promise<void>;
}

export interface BotParts {
  readonly config: DiscordConfig;
  readonly dispatcher: Dispatcher;
  readonly servers: WatchedServers;
  readonly panelSource: PanelSource;
  /** Detects lost channels, servers and members, and notifies the GM. */
  readonly channelWatch: ChannelWatch;
  /** Sends messages other than answers. It gets this bot's client. */
  readonly channels?: Pick<DiscordChannels, 'connect'>;
  /** The outbox. It records answers of orders and sends all other messages. */
  readonly outbox: AnswerOutbox & StartableOutbox;
  /** True if this process is the only one that can use the database. */
  readonly isOnlyProcess: boolean;
  readonly sentence: RefusalDescriber;
  readonly languages: Services['languages'];
  /** Describes problems of the process that Discord does not cause, one sentence each. */
  readonly problems: () => Promise<readonly string[]>;
  /** Number of unfinished battles, for metrics. */
  readonly openBattles: () => Promise<number>;
  /** True if the last due automatic backup failed, for metrics. */
  readonly backupFailing: () => boolean;
  /** A counter of refused orders to include in metrics. */
  readonly refusedOrders: RefusedOrderCounter;
  /** Ids of all rulebooks. */
  readonly rulesetIds: readonly string[];
  /** Returns the ids of the rulebooks that a server's battles use. */
  readonly playedSystems: (guild: string) => Promise<readonly string[]>;
  /** Registers a listener that runs after a battle was created in a server and before the answer is sent. */
  readonly onBattleCreated: (listener: (guild: string) => Promise<void>) => void;
  readonly log: Log;
  /** Returns the current time (milliseconds since 1970). */
  readonly clock: () => number;
  readonly pace?: Pace;
}

/** Maximum time to wait for a server's commands after a battle was created (milliseconds). */
const maxCommandWait = 5000;

const hour = 3_600_000;

/** Maximum number of servers for which the registered rulebooks are cached. */
const maxServers = 10_000;

/** Age of the oldest message in the outbox from which the bot counts as not ready (milliseconds). */
const maxOutboxDelay = 120_000;

/** Creates the functions that register slash commands in the servers of this process. */
const createRegistration = (client: Client, parts: BotParts) => {
  const { config, dispatcher, servers, rulesetIds, playedSystems, log } = parts;
  const registering = (ready: Client<true>) => ({
    ...parts,
    client: ready,
    commands: dispatcher.commands,
    languages: parts.languages.installed,
    systems: rulesetIds,
    gmPermission: config.gmPermission,
  });
  const registerIn = async (guild: string): Promise<void> => {
    if (!client.isReady() || !client.guilds.cache.has(guild) || guild !== (config.guild ?? guild)) return;
    await registerServerCommands(registering(client), guild).catch((error: unknown) =>
      log.error({ err: error, guild }, 'Slash commands were not registered.'),
    );
  };

  const registerAll = async (): Promise<void> => {
    if (!client.isReady()) return;
    const direct =
      config.guild === undefined
        ? registerDirectMessageCommands(registering(client)).catch((error: unknown) =>
            log.error({ err: error }, 'Slash commands for direct messages were not registered.'),
          )
        : undefined;
    for (const guild of [...client.guilds.cache.keys()]) await registerIn(guild);
    await direct;
  };

  /** The rulebooks whose commands are registered, by server, as of the server's newest battle. */
  const known = new LRUCache<string, string>({ max: maxServers });
  parts.onBattleCreated(async (guild) => {
    const systems = (await playedSystems(guild)).join();
    if (known.get(guild) === systems) return;
    known.set(guild, systems);
    // If Discord delays the registration, the answer does not wait.
    await Promise.race([registerIn(guild), pause(maxCommandWait, undefined, { ref: false })]);
  });
  const forget = servers.onSettingsSaved((guild) => void registerIn(guild));

  return { registerIn, registerAll, forget };
};

/** True if this process is connected for the server's shard. The first shard serves direct messages. */
const isHeld = (client: Client, server: string): boolean => {
  const shard = /^\d+$/.test(server) ? ShardClientUtil.shardIdForGuildId(server, client.options.shardCount ?? 1) : 0;
  return client.ws.shards.get(shard)?.status === Status.Ready;
};

/** Creates a function that lists the problems that prevent play, one sentence each. */
const createProblemReader = (
  client: Client,
  readBacklog: () => ReturnType<StartableOutbox['backlog']>,
  { problems }: BotParts,
): (() => Promise<readonly string[]>) => {
  const readProblems = createBoundedRead(problems);
  return async () => {
    const away = [...client.ws.shards.values()].filter(({ status }) => status !== Status.Ready).map(({ id }) => id);
    const gateway = !client.isReady()
      ? ['Discord’s gateway is not connected.']
      : away.map((shard) => `Shard ${shard} is not connected to Discord’s gateway.`);
    const [below, waiting] = await Promise.all([
      readProblems().catch(() => ['The database or its disk does not answer.']),
      readBacklog().catch(() => ({ items: 0, oldest: 0 })),
    ]);
    const late =
      waiting.oldest > maxOutboxDelay ? [`${waiting.items} messages wait, the oldest for over two minutes.`] : [];
    return [...gateway, ...below, ...late];
  };
};

/** Creates the handlers of interactions and panels. */
const createHands = (client: Client, parts: BotParts) => {
  const { outbox, log, languages, channelWatch: watch } = parts;
  const { deferDelay, panelInterval, patience = defaultQueueLimits.patience } = parts.pace ?? defaultPace;
  const inTurn = { ...defaultQueueLimits, patience };
  const queue = createFairQueue(inTurn);
  // A separate queue, so that orders do not wait for panels of their server.
  const panelTurns = createFairQueue(inTurn);
  const readBacklog = createBoundedRead(outbox.backlog);
  const metrics = createMetrics(
    {
      backlog: readBacklog,
      servers: () => client.guilds.cache.size,
      battles: parts.openBattles,
      backupFailing: parts.backupFailing,
      waiting: () => queue.waiting() + panelTurns.waiting(),
    },
    parts.refusedOrders,
  );
  const source = parts.panelSource;
  const panels = createPanels({
    ...{ ...parts, client, source, queue: panelTurns, metrics, watch },
    minInterval: panelInterval,
  });
  const sorry = createFallbackAnswers({ client, languages, log });
  const hands = createInteractionHandler({
    ...{ ...parts, panels, queue, metrics, sorry, deferDelay },
    attachmentHosts: attachmentHosts(parts.config.api),
  });
  return { readBacklog, metrics, panels, sorry, hands, queue };
};

interface Listeners extends Omit<ReturnType<typeof createHands>, 'readBacklog' | 'queue'> {
  /** Runs a background task that notifies users of a problem. */
  readonly noticed: (task: Promise<void>) => void;
  readonly registerIn: (guild: string) => Promise<void>;
}

/** Connects Discord's events to their handlers. */
const listen = (
  client: Client,
  { log, outbox, channelWatch }: BotParts,
  { hands, panels, metrics, sorry, noticed, registerIn }: Listeners,
): void => {
  const guard = eventGuard(log);
  const on = <Event extends keyof ClientEvents>(
    event: Event,
    handle: (...args: ClientEvents[Event]) => unknown,
  ): void => {
    client.on(event, guard(event, handle));
  };
  let taken = '';
  survivePackets({ client, log }, (interaction) => interaction === taken, sorry);
  on(Events.InteractionCreate, ({ guildId, user }) => channelWatch.userSeen(guildId ?? undefined, user.id));
  // Errors are caught with the raw packet, from which the interaction can be answered.
  client.on(Events.InteractionCreate, (interaction) => {
    if (hands.handle(interaction)) taken = interaction.id;
  });
  // Only a new interaction contains the id of its channel's newest message.
  client.ws.on(
    GatewayDispatchEvents.InteractionCreate,
    guard('INTERACTION_CREATE, raw', ({ type, channel }: GatewayInteractionCreateDispatchData) => {
      if (type !== InteractionType.ApplicationCommand && type !== InteractionType.MessageComponent) return;
      if (channel !== undefined && 'last_message_id' in channel && typeof channel.last_message_id === 'string')
        panels.noteInteraction(channel.id, channel.last_message_id, type === InteractionType.ApplicationCommand);
    }),
  );
  on(Events.ThreadDelete, ({ id }) => noticed(channelWatch.channelDeleted(id)));
  on(Events.ChannelDelete, ({ id }) => noticed(channelWatch.channelDeleted(id)));
  on(Events.GuildDelete, ({ id }) => noticed(channelWatch.serverLeft(id)));
  on(Events.GuildCreate, ({ id }) => registerIn(id));
  on(Events.Error, (error) => log.error({ err: error }, 'The Discord client reports an error.'));
  on(Events.ShardError, (error, shard) => log.warn({ err: error, shard }, 'The gateway reports an error.'));
  on(Events.Warn, () => log.warn({}, 'The Discord client warns of something.'));
  const gateway = (shard: number, isConnected: boolean): void => {
    metrics.gateway(shard, isConnected);
    outbox.reachChanged();
  };
  on(Events.ShardReady, (shard) => gateway(shard, true));
  on(Events.ShardResume, (shard) => gateway(shard, true));
  on(Events.ShardReconnecting, (shard) => gateway(shard, false));
  on(Events.ShardDisconnect, (_, shard) => gateway(shard, false));
};

/** Starts the bot on Discord, which runs commands for interactions and sends replies as messages. */
export const startBot = (parts: BotParts) => {
  const { config, log, channelWatch, outbox } = parts;
  const client = createDiscordClient(config);
  const answering = createHands(client, parts);
  const { hands, panels, metrics, readBacklog, queue } = answering;
  const { registerIn, registerAll, forget } = createRegistration(client, parts);

  parts.channels?.connect(client, panels.refresh);
  const forgetting = setInterval(() => forgetDirectChannels(client), hour).unref();
  const noticing = new Set<Promise<void>>();
  const noticed = (task: Promise<void>): void => {
    const told = task
      .catch((error: unknown) => log.error({ err: error }, 'Something lost was not told.'))
      .finally(() => noticing.delete(told));
    noticing.add(told);
  };
  listen(client, parts, { ...answering, noticed, registerIn });

  const health =
    config.metricsPort === undefined
      ? undefined
      : startHealthServer(
          { port: config.metricsPort, host: config.metricsHost ?? '127.0.0.1' },
          metrics.registry,
          createProblemReader(client, readBacklog, parts),
        );

  const speak = async (): Promise<void> => {
    await health;
    const isReady = new Promise((resolve) => client.once(Events.ClientReady, resolve));
    await Promise.all([client.login(config.token), isReady]);
    if (!client.isReady()) return;
    log.info({ user: client.user.id, servers: client.guilds.cache.size }, 'On Discord.');
    noticed(channelWatch.checkServers([...client.guilds.cache.keys()]));
    await outbox.startDelivery((server) => isHeld(client, server), parts.isOnlyProcess);
  };

  const connected = speak();
  const ready = connected.then(registerAll);
  // Callers of `connected` get the error.
  ready.catch(() => undefined);

  const whenSettled = async (): Promise<void> => {
    await hands.whenSettled();
    await outbox.whenIdle(false);
  };

  return {
    client,
    /** Resolves after login, when messages can be sent. Rejects if Discord refuses the login. */
    connected,
    /** Resolves when commands are registered in all servers. With thousands of servers this takes minutes. */
    ready,
    /** Updates the panel of a battle. */
    refresh: panels.refresh,
    /** The queue in which servers take turns with their commands. */
    inTurn: queue,
    /** Resolves when all interactions are answered and the messages that they cause are sent. */
    whenSettled,
    /** Resolves when panels are up to date and all notices to users are sent. */
    whenIdle: async (): Promise<void> => {
      await Promise.all(noticing);
      await whenSettled();
      await outbox.whenIdle();
      await panels.whenSettled();
      // A panel that cannot be shown is logged.
      await outbox.whenIdle();
    },
    /** Refuses new interactions, finishes those in progress, and disconnects from Discord. */
    stop: async (): Promise<void> => {
      clearInterval(forgetting);
      forget();
      await hands.close();
      await outbox.whenIdle(false);
      await panels.close();
      await outbox.close();
      const wasThere = client.readyTimestamp !== null;
      await client.destroy();
      const server = await health?.catch(() => undefined);
      server?.close();
      // Do not wait for clients that are still sending.
      server?.closeAllConnections();
      if (wasThere) log.info({}, 'Left Discord.');
    },
  };
};
export type Bot = ReturnType<typeof startBot>;
