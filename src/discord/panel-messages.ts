import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, MessageFlags, RateLimitError, type SendableChannels } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { ChannelWatch } from '../app/outbox/channel-watch.ts';
import { createFairQueue, type FairQueue, SupersededError } from '../app/queues/worker-queue.ts';
import type { Post } from '../app/replies/reply.ts';
import type { ClosedTurn, PanelStory, PostedPanel, TurnMessages } from '../app/replies/turn-messages.ts';
import type { Services } from '../app/services.ts';
import type { Log } from '../log/log.ts';
import { createMessage, type DiscordMessage, onceOnly, sendOptions } from './discord-message.ts';
import { discordErrorCodeOf, failureKind, isDatabaseUnreachable, isDiscordError, isTransient } from './failure.ts';
import type { Metrics } from './metrics.ts';
import { runForServer } from './server-context.ts';

/** Loads the current panel of a battle. `version`: minimum version. Undefined if the battle has no panel. */
export type PanelSource = (
  battle: string,
  version?: number,
) => Promise<
  | {
      readonly channel: string;
      readonly version?: number;
      /** True if the battle has not changed since the panel was loaded. */
      readonly isCurrent?: () => Promise<boolean>;
      /** The changes to the messages of the current turn and of earlier turns. */
      readonly turn: TurnMessages;
    }
  | undefined
>;
type Shown = NonNullable<Awaited<ReturnType<PanelSource>>>;

interface Parts {
  readonly client: Client;
  readonly servers: Pick<Services['servers'], 'panel' | 'placePanel'>;
  readonly source: PanelSource;
  /** The queue for updates of panels, in which servers take turns. */
  readonly queue: FairQueue;
  readonly metrics: Metrics;
  /** Learns of lost channels and notifies the GM. */
  readonly watch: Pick<ChannelWatch, 'channelLost' | 'panelShown' | 'panelRemoved'>;
  readonly log: Log;
  /** Returns the current time (milliseconds since 1970). */
  readonly clock: () => number;
  /** Minimum interval between two updates of a panel (milliseconds). */
  readonly minInterval: number;
}

const hour = 3_600_000;

/** A minimum version that no cached battle has, so that the battle is read from the database. */
const freshVersion = Number.POSITIVE_INFINITY;

/** Maximum number of the bot's answers below a panel. After more answers, the panel is posted again. */
const maxAnswersAfterPanel = 15;

/** Maximum number of channels in which messages below the panel are counted. */
const maxChannels = 5000;

/** Maximum number of battles to remember whose failing panels were logged, so that each is logged once. */
const maxFailingPanels = 1000;

/** Maximum number and time (milliseconds) of tries at an edit that Discord delays. Then the panel is posted again. */
const maxHeldEdits = 4;
const maxHoldTime = 10_000;

/** Maximum number of retries when a panel cannot be shown. */
const maxAttempts = 45;
const maxRetryDelay = 15_000;

/** Limits for panel updates that run at the same time, below Discord's fifty requests a second. */
const queueLimits = { total: 64, perAsker: 64, patience: 20_000 };

/** True if Discord says that the channel cannot be written to. Also for archived threads that we cannot reopen. */
const isLost = (error: unknown): boolean =>
  isDiscordError(error, 'unknownChannel', 'missingAccess', 'missingPermissions', 'archived', 'threadLocked');

/** Age above which a message with our nonce must come from an earlier attempt (milliseconds). */
const recentMessageAge = 1500;

type Edit = 'edited' | 'removed' | 'past';

/** The options for showing a panel without notifications, because the order's result notifies. */
const shownIn = (message: DiscordMessage) => sendOptions(message, []);

const storyOf = (message: string, { story }: TurnMessages, question: PanelStory['question']): PanelStory => ({
  ...{ message, ...story },
  ...(question && { question }),
});

/** Creates counters of the messages below each channel's panel. */
const createChannelTraffic = () => {
  const answersSince = new LRUCache<string, number>({ max: maxChannels });
  /** By channel: the newest message at the last interaction, whether it was a typed command, whether we answered. */
  const newest = new LRUCache<
    string,
    { readonly message: string; readonly typed: boolean; readonly answered: boolean }
  >({ max: maxChannels });
  const count = (channel: string): void => void answersSince.set(channel, (answersSince.get(channel) ?? 0) + 1);

  return {
    panelPosted: (channel: string): void => void answersSince.set(channel, 0),
    /** True if too many answers have pushed the panel up. */
    hasScrolled: (channel: string): boolean => (answersSince.get(channel) ?? 0) > maxAnswersAfterPanel,
    /** True if a user typed a command below the panel. A user who presses a panel's button sees the panel. */
    isBelow: ({ channel, message }: PostedPanel): boolean => {
      const there = newest.get(channel);
      return there?.typed === true && BigInt(there.message) > BigInt(message);
    },
    noteInteraction: (channel: string, message: string, typed: boolean): void => {
      const there = newest.get(channel);
      // Messages between users count as one, because their number is unknown.
      if (there !== undefined && there.message !== message && !there.answered) count(channel);
      newest.set(channel, { message, typed, answered: false });
    },
    noteAnswer: (channel: string): void => {
      const there = newest.get(channel);
      if (there !== undefined) newest.set(channel, { ...there, answered: true });
      count(channel);
    },
  };
};

/** Creates the functions that edit and delete messages that the bot has posted. */
const createPostedMessages = ({ client, metrics, log, minInterval }: Parts) => {
  const removing = new Set<Promise<void>>();
  const closing = new AbortController();

  const channelOf = async (id: string): Promise<SendableChannels | undefined> => {
    const channel = await client.channels.fetch(id);
    return channel?.isSendable() ? channel : undefined;
  };

  /** Delay after several failed attempts in a row (milliseconds). It doubles with each failure, up to a limit. */
  const pauseAfter = (failed: number): number =>
    Math.min(minInterval * 2 ** failed, Math.max(minInterval, maxRetryDelay));

  const pause = (milliseconds: number): Promise<unknown> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Edits a message. Any result other than 'edited' means that a new message must be posted. */
  const edited = async (channel: SendableChannels, id: string, message: DiscordMessage): Promise<Edit> => {
    for (let held = 0; held < maxHeldEdits; held += 1) {
      try {
        await channel.messages.edit(id, shownIn(message));
        metrics.panel('edited');
        return 'edited';
      } catch (error) {
        if (isDiscordError(error, 'unknownMessage')) return 'removed';
        if (isDiscordError(error, 'editsExhausted', 'archived')) return 'past';
        if (!(error instanceof RateLimitError)) throw error;
        if (error.retryAfter > maxHoldTime) return 'past';
        await pause(Math.max(error.retryAfter, minInterval));
      }
    }
    return 'past';
  };

  /** Deletes a message. True if the message no longer exists, or if it can never be deleted. */
  const isRemoved = async (channel: string, message: string): Promise<boolean> => {
    try {
      await (await channelOf(channel))?.messages.delete(message);
      return true;
    } catch (error) {
      log.debug({ err: error, channel, message }, 'An old panel was not removed.');
      return failureKind(error) === 'stays';
    }
  };

  /** Deletes a message that was replaced. Retries run in the background. */
  const removeOld = async (channel: string, message: string): Promise<void> => {
    if (await isRemoved(channel, message)) return;
    const again = async (): Promise<void> => {
      for (let failed = 1; failed <= maxAttempts; failed += 1) {
        await pause(pauseAfter(failed));
        if (closing.signal.aborted || (await isRemoved(channel, message))) return;
      }
    };
    const trying = again().finally(() => removing.delete(trying));
    removing.add(trying);
  };

  return { channelOf, edited, removeOld, pauseAfter, pause, removing, closing };
};
type PostedMessages = ReturnType<typeof createPostedMessages>;
type ChannelTraffic = ReturnType<typeof createChannelTraffic>;

/** Creates the functions for a turn's messages other than the panel: past turns, and questions to other players. */
const createTurnMessages = ({ metrics, watch }: Parts, { channelOf, edited, removeOld }: PostedMessages) => {
  /** Updates the message of a past turn, or posts it again if it cannot be updated. Returns the message's id. */
  const close = async (battle: string, { channel: id, message: old }: PostedPanel, reply: Post): Promise<string> => {
    const channel = await channelOf(id);
    const message = await createMessage(reply);
    if (channel === undefined) return old;
    const edit = await edited(channel, old, message);
    if (edit === 'edited') return old;
    const posted = await channel.send({
      ...shownIn(message),
      flags: MessageFlags.SuppressNotifications,
      ...onceOnly(`turn ${battle} ${old}`),
    });
    metrics.panel('posted');
    if (edit === 'removed') await watch.panelRemoved(battle, old);
    else await removeOld(id, old);
    return posted.id;
  };

  const strike = async ({ updatedTurns }: TurnMessages): Promise<void> => {
    for (const { channel: id, message, reply } of updatedTurns) {
      const channel = await channelOf(id);
      if (channel !== undefined) await edited(channel, message, await createMessage(reply));
    }
  };

  /** Posts a question to a player during another player's turn. Deletes the question once it is answered. */
  const asked = async (
    battle: string,
    channel: SendableChannels,
    turn: TurnMessages,
  ): Promise<PanelStory['question']> => {
    const there = turn.lastPanel?.story?.question;
    const { question } = turn;
    if (there !== undefined && there.key === question?.key) return there;
    if (there !== undefined) await removeOld(there.channel, there.message);
    if (question === undefined) return undefined;
    const { id } = await channel.send({
      ...sendOptions(await createMessage(question.reply)),
      ...onceOnly(`question ${battle} ${question.key}`),
    });
    metrics.panel('posted');
    return { channel: channel.id, message: id, key: question.key };
  };

  return { close, strike, asked };
};

/** Creates the function that edits the message of a battle's panel, or posts the panel again. */
const createPanelPosting = (
  parts: Parts,
  messages: PostedMessages,
  traffic: ChannelTraffic,
  anew: (battle: string) => void,
) => {
  const { servers, metrics, watch, clock } = parts;
  const { channelOf, edited, removeOld } = messages;
  const { close, strike, asked } = createTurnMessages(parts, messages);

  /** Posts a panel as a new message. The message's nonce prevents duplicates. */
  const posted = async (
    battle: string,
    channel: SendableChannels,
    message: DiscordMessage,
    { ping, lastPanel }: TurnMessages,
  ): Promise<string> => {
    const began = clock();
    const { id, createdTimestamp } = await channel.send({
      ...(ping.length === 0
        ? { ...shownIn(message), flags: MessageFlags.SuppressNotifications }
        : sendOptions(message, ping)),
      ...onceOnly(`panel ${battle} after ${lastPanel?.message ?? 'none'}`),
    });
    // A process that was killed while posting left this message, which may show an older version.
    if (createdTimestamp < began - recentMessageAge) await edited(channel, id, message);
    traffic.panelPosted(channel.id);
    metrics.panel('posted');
    return id;
  };

  return async (battle: string, { channel: channelId, turn }: Shown, isSuperseded: () => boolean): Promise<void> => {
    const channel = await channelOf(channelId);
    if (channel === undefined) throw new Error(`Nothing can be written in the channel ${channelId}.`);
    const message = { ...(await createMessage(turn.reply, isSuperseded)), pingedUsers: turn.expectedUsers };
    const last = turn.lastPanel;
    await strike(turn);
    const question = await asked(battle, channel, turn);
    const near =
      turn.panelChange === 'stays' &&
      last?.channel === channelId &&
      !(turn.movesDown && traffic.isBelow(last)) &&
      clock() - last.postedAt < hour &&
      !traffic.hasScrolled(channelId);
    const edit = last !== undefined && near ? await edited(channel, last.message, message) : 'past';
    if (edit === 'edited') {
      if (last === undefined) return;
      const story = storyOf(last.message, turn, question);
      if (JSON.stringify(story) !== JSON.stringify(last.story))
        await servers.placePanel({ ...last, story }, last.message);
      return;
    }
    const closed = turn.closed === undefined || last === undefined ? undefined : await close(battle, last, turn.closed);
    const id = await posted(battle, channel, message, turn);
    // Another process may have posted a panel in the meantime. Then that one counts.
    const story = storyOf(id, turn, question);
    const asClosed = (each: ClosedTurn): ClosedTurn =>
      closed !== undefined && each.message === last?.message ? { ...each, message: closed } : each;
    const placed = {
      ...{ battle, channel: channelId, message: id, postedAt: clock() },
      story: { ...story, closed: story.closed.map(asClosed) },
    };
    if (!(await servers.placePanel(placed, last?.message))) {
      // Both processes may have posted the same message, since Discord accepts a nonce only once.
      if ((await servers.panel(battle))?.message !== id) await removeOld(channelId, id);
      anew(battle);
      return;
    }
    if (turn.hasMore) anew(battle);
    if (last === undefined || closed !== undefined) return;
    if (edit === 'removed') await watch.panelRemoved(battle, last.message);
    else await removeOld(last.channel, last.message);
  };
};

/** Creates the function that shows a battle's panel one time. It returns the version that was shown. */
const createPanelShowing = (
  { source, metrics, watch, log }: Parts,
  show: ReturnType<typeof createPanelPosting>,
  anew: (battle: string) => void,
) => {
  const unwell = new LRUCache<string, true>({ max: maxFailingPanels });

  /** Logs once that a panel cannot be shown. Logs again only after the panel could be shown. */
  const cannotShow = async (battle: string, channel: string, error: unknown): Promise<void> => {
    metrics.panel('failed');
    if (!unwell.has(battle))
      log.warn({ battle, channel, code: discordErrorCodeOf(error) }, 'A panel can no longer be shown.');
    unwell.set(battle, true);
    await watch.channelLost(battle, isDiscordError(error, 'unknownChannel') ? 'gone' : 'forbidden');
  };

  return async (battle: string, least: number, isSuperseded: () => boolean): Promise<number | undefined> => {
    const panel = await source(battle, least);
    if (panel === undefined) return undefined;
    try {
      await show(battle, panel, isSuperseded);
    } catch (error) {
      if (!isLost(error)) throw error;
      await cannotShow(battle, panel.channel, error);
      return panel.version;
    }
    unwell.delete(battle);
    // Another process may have shown a newer version just before.
    if ((await panel.isCurrent?.()) === false) anew(battle);
    await watch.panelShown(battle);
    return panel.version;
  };
};

type Waiting = PromiseWithResolvers<number | undefined>;

/** Lets callers of a battle's update that was dropped wait for the next update instead. */
const waitForNext = (waiting: Map<string, Waiting>, battle: string, heard: Waiting | undefined): void => {
  if (heard === undefined) return;
  const next = waiting.get(battle);
  if (next === undefined) waiting.set(battle, heard);
  else heard.resolve(next.promise);
};

export const createPanels = (parts: Parts) => {
  const { servers, queue, metrics, log, clock } = parts;
  /** Battles whose panels must be updated, with the minimum version to show. */
  const wanted = new Map<string, number>();
  const anew = (battle: string): void => void wanted.set(battle, freshVersion);
  /** Promises for callers who wait for the next update of a battle's panel, by battle. */
  const waiting = new Map<string, Waiting>();
  const running = new Map<string, Promise<void>>();
  /** For each battle: whose queue updates its panel. */
  const owners = new Map<string, string>();
  const ownerOf = (battle: string): string => owners.get(battle) ?? battle;
  const inTurn = createFairQueue(queueLimits);
  const traffic = createChannelTraffic();
  const messages = createPostedMessages(parts);
  const { removing, closing, pause, pauseAfter } = messages;
  const showOnce = createPanelShowing(
    { ...parts, source: (battle, version) => queue(ownerOf(battle), () => parts.source(battle, version)) },
    createPanelPosting(parts, messages, traffic, anew),
    anew,
  );

  /** Updates a panel until no more updates are requested. Retries temporary failures after growing delays. */
  const loop = async (battle: string): Promise<void> => {
    let failed = 0;
    let dropped = false;
    // An outdated panel need not be drawn. But it is dropped only once, so that a lively battle is shown at times.
    const isSuperseded = (): boolean => !dropped && wanted.has(battle);
    while (wanted.has(battle)) {
      let heard: Waiting | undefined;
      const begin = (): Promise<number | undefined> => {
        const least = wanted.get(battle) ?? freshVersion;
        wanted.delete(battle);
        heard = waiting.get(battle);
        waiting.delete(battle);
        return runForServer(ownerOf(battle), () => showOnce(battle, least, isSuperseded));
      };
      try {
        const version = await inTurn(battle, begin);
        heard?.resolve(version);
        failed = 0;
        dropped = false;
      } catch (error) {
        if (error instanceof SupersededError) {
          dropped = true;
          waitForNext(waiting, battle, heard);
          continue;
        }
        metrics.panel('failed');
        const again =
          (isTransient(error) || isDatabaseUnreachable(error)) && failed < maxAttempts && !closing.signal.aborted;
        log[again ? 'warn' : 'error']({ err: error, battle }, 'A panel was not shown.');
        if (again) anew(battle);
        heard?.reject(error);
        failed += 1;
      }
      await pause(pauseAfter(failed));
    }
    running.delete(battle);
    owners.delete(battle);
  };

  const whenSettled = async (): Promise<void> => {
    while (running.size + removing.size > 0) await Promise.all([...running.values(), ...removing]);
  };

  return {
    /** Resolves when all panels are up to date. */
    whenSettled,
    /** Updates a panel soon, once for many calls. Returns the shown version. `whose`: the queue. `version`: minimum. */
    refresh: (battle: string, whose?: string, version = freshVersion): Promise<number | undefined> => {
      const shown = waiting.get(battle) ?? Promise.withResolvers<number | undefined>();
      waiting.set(battle, shown);
      // The update is tried again here too, because not all callers wait for it.
      shown.promise.catch(() => {});
      wanted.set(battle, Math.max(version, wanted.get(battle) ?? 0));
      if (whose !== undefined) owners.set(battle, whose);
      if (!running.has(battle)) running.set(battle, loop(battle));
      return shown.promise;
    },
    /** Makes a message the panel of a battle that has no panel yet. */
    adopt: async (battle: string, channel: string, message: string): Promise<void> => {
      if (await servers.placePanel({ battle, channel, message, postedAt: clock() }, undefined))
        traffic.panelPosted(channel);
    },
    /** Records a channel's newest message when an interaction arrives. `typed`: a command, not a press. */
    noteInteraction: traffic.noteInteraction,
    /** Counts a message of the bot in a channel, because such messages push the panel up. */
    noteAnswer: traffic.noteAnswer,
    /** Stops retries and waits until all panels are up to date. */
    close: (): Promise<void> => {
      closing.abort();
      return whenSettled();
    },
  };
};
export type Panels = ReturnType<typeof createPanels>;
