import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, MessageFlags, RateLimitError, type SendableChannels } from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { ChannelWatch } from '../app/outbox/channel-watch.ts';
import { createFairQueue, type FairQueue, SupersededError } from '../app/queues/worker-queue.ts';
import type { Post } from '../app/replies/reply.ts';
import type { ClosedTurn, PanelStory, PostedPanel, TurnMessages } from '../app/replies/turn-messages.ts';
import type { Services } from '../app/services.ts';
import { type FindDictionary, runInLanguage } from '../core/message.ts';
import type { Log } from '../log/log.ts';
import { createMessage, type DiscordMessage, nonceOf, sendOptions } from './discord-message.ts';
import {
  discordErrorCodeOf,
  failureFields,
  failureKind,
  isDatabaseUnreachable,
  isDiscordError,
  isTransient,
} from './failure.ts';
import type { Metrics } from './metrics.ts';
import { runForServer } from './server-context.ts';

/** Finds a battle's panel at this version or a newer one. Undefined if it has none. */
export type PanelSource = (
  battle: string,
  version?: number,
) => Promise<
  | {
      readonly channel: string;
      readonly version?: number;
      /** True if nothing has happened in the battle since. */
      readonly isCurrent?: () => Promise<boolean>;
      /** Changes to the messages of this turn and of earlier ones. */
      readonly turn: TurnMessages;
    }
  | undefined
>;
type Shown = NonNullable<Awaited<ReturnType<PanelSource>>>;

export interface Panels {
  /**
   * Updates a battle's panel soon, and merges several calls. Returns the shown version. Rejects if that fails for now. `whose`: whose
   * queue; `version`: minimum version.
   */
  readonly refresh: (battle: string, whose?: string, version?: number) => Promise<number | undefined>;
  /** Makes a message the battle's panel, unless it has one. */
  readonly adopt: (battle: string, channel: string, message: string) => Promise<void>;
  /** Counts our message in a channel, as it pushes the panel up. */
  readonly noteAnswer: (channel: string) => void;
  /** Notes a channel's newest message from an interaction. `typed`: by a command, not a press. */
  readonly noteInteraction: (channel: string, newest: string, typed: boolean) => void;
  /** Resolves when all panels are up to date. */
  readonly whenSettled: () => Promise<void>;
  /** Stops retries, then waits as `whenSettled` does. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly client: Client;
  readonly servers: Pick<Services['servers'], 'panel' | 'placePanel'>;
  readonly source: PanelSource;
  readonly findDictionary: FindDictionary;
  /** Runs each server's panels in turn. */
  readonly queue: FairQueue;
  readonly metrics: Metrics;
  /** Records lost channels and notifies the GM. */
  readonly watch: Pick<ChannelWatch, 'channelLost' | 'panelShown' | 'panelRemoved'>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Minimum interval between two updates of a panel (milliseconds). */
  readonly minInterval: number;
}

const hour = 3_600_000;

/** Version that forces a fresh read of the battle. */
const asRead = Number.POSITIVE_INFINITY;

/** Number of answers after which a panel has scrolled away. */
const maxAnswersAfterPanel = 15;

/** Maximum number of channels whose recent traffic is cached. Panels older than an hour are posted again anyway. */
const maxChannels = 5000;

/** Maximum number of battles whose broken panels are logged only once. */
const maxFailingPanels = 1000;

/** Limits of a delayed edit: attempts and time (milliseconds). After that a new message is posted. */
const maxHeldEdits = 4;
const maxHoldTime = 10_000;

/** Limits of retries: attempts, and the delay between two (milliseconds). Together about ten minutes. */
const maxAttempts = 45;
const maxRetryDelay = 15_000;

/**
 * Limits for panels, below Discord's fifty requests a second. Waiting panels are drawn late and so show the newest state. Slow ones no
 * longer count (milliseconds).
 */
const queueLimits = { total: 64, perAsker: 64, patience: 20_000 };

/** True if the channel cannot be written to. An archived thread that stays so is locked. */
const isLost = (error: unknown): boolean =>
  isDiscordError(error, 'unknownChannel', 'missingAccess', 'missingPermissions', 'archived', 'threadLocked');

/** Age above which a message was posted by an earlier attempt (milliseconds). */
const recentMessageAge = 1500;

type Edit = 'edited' | 'removed' | 'past';

/** A panel as options without notifications: the result of the order has sent them. */
const shownIn = (message: DiscordMessage) => sendOptions(message, []);

const storyOf = (message: string, { story }: TurnMessages, question: PanelStory['question']): PanelStory => ({
  ...{ message, ...story },
  ...(question && { question }),
});

/** Counts messages since each panel was posted. */
const createChannelTraffic = () => {
  const answersSince = new LRUCache<string, number>({ max: maxChannels });
  /** Each channel's newest message as of the last interaction, if it was typed, and if we answered since. */
  const newest = new LRUCache<
    string,
    { readonly message: string; readonly typed: boolean; readonly answered: boolean }
  >({ max: maxChannels });
  const count = (channel: string): void => void answersSince.set(channel, (answersSince.get(channel) ?? 0) + 1);

  return {
    panelPosted: (channel: string): void => void answersSince.set(channel, 0),
    /** True if too many answers follow the panel. */
    hasScrolled: (channel: string): boolean => (answersSince.get(channel) ?? 0) > maxAnswersAfterPanel,
    /** True if the last interaction was typed below the panel. Who presses a button can see it. */
    isBelow: ({ channel, message }: PostedPanel): boolean => {
      const there = newest.get(channel);
      return there?.typed === true && BigInt(there.message) > BigInt(message);
    },
    noteInteraction: (channel: string, message: string, typed: boolean): void => {
      const there = newest.get(channel);
      // People’s chat counts as one: how much of it there was is not told.
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

/** Edits and deletes posted messages. */
const createPostedMessages = ({ client, metrics, log, minInterval }: Parts) => {
  const removing = new Set<Promise<void>>();
  const closing = new AbortController();

  const channelOf = async (id: string): Promise<SendableChannels | undefined> => {
    const channel = await client.channels.fetch(id);
    return channel?.isSendable() ? channel : undefined;
  };

  /** Delay after a number of failures in a row (milliseconds). It doubles up to a limit. */
  const pauseAfter = (failed: number): number =>
    Math.min(minInterval * 2 ** failed, Math.max(minInterval, maxRetryDelay));

  const pause = (milliseconds: number): Promise<unknown> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined);

  /** Edits a message. Any result but 'edited' requires a new one. */
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

  /** Deletes a message. True if it is gone or can never be deleted. */
  const isRemoved = async (channel: string, message: string): Promise<boolean> => {
    try {
      await (await channelOf(channel))?.messages.delete(message);
      return true;
    } catch (error) {
      log.debug({ ...failureFields(error), channel, message }, 'An old panel was not removed.');
      return failureKind(error) === 'stays';
    }
  };

  /** Deletes an old message, and retries in the background. */
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

/** Handles messages beside a panel: earlier turns, and questions to other players. */
const createTurnMessages = ({ metrics, watch }: Parts, { channelOf, edited, removeOld }: PostedMessages) => {
  /** Updates the message of a past turn, or posts a new one if it cannot be edited. Returns its id. */
  const close = async (battle: string, { channel: id, message: old }: PostedPanel, reply: Post): Promise<string> => {
    const channel = await channelOf(id);
    const message = await createMessage(reply);
    if (channel === undefined) return old;
    const edit = await edited(channel, old, message);
    if (edit === 'edited') return old;
    const posted = await channel.send({
      ...{ ...shownIn(message), flags: MessageFlags.SuppressNotifications },
      ...{ nonce: nonceOf(`turn ${battle} ${old}`), enforceNonce: true },
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

  /** Posts a message for a player asked in another's turn, and deletes it once answered. */
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
      ...{ nonce: nonceOf(`question ${battle} ${question.key}`), enforceNonce: true },
    });
    metrics.panel('posted');
    return { channel: channel.id, message: id, key: question.key };
  };

  return { close, strike, asked };
};

/** Shows a battle's panel: edits its message or posts a new one. */
const createPanelPosting = (
  parts: Parts,
  messages: PostedMessages,
  traffic: ChannelTraffic,
  anew: (battle: string) => void,
) => {
  const { servers, metrics, watch, clock } = parts;
  const { channelOf, edited, removeOld } = messages;
  const { close, strike, asked } = createTurnMessages(parts, messages);

  /** Posts a panel. The nonce prevents duplicates. */
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
      ...{ nonce: nonceOf(`panel ${battle} after ${lastPanel?.message ?? 'none'}`), enforceNonce: true },
    });
    // Whoever died as it was posted left it there: it may show an earlier moment.
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
    // Another process may have posted one meanwhile: then there is one panel already, and it is theirs.
    const story = storyOf(id, turn, question);
    const asClosed = (each: ClosedTurn): ClosedTurn =>
      closed !== undefined && each.message === last?.message ? { ...each, message: closed } : each;
    const placed = {
      ...{ battle, channel: channelId, message: id, postedAt: clock() },
      story: { ...story, closed: story.closed.map(asClosed) },
    };
    if (!(await servers.placePanel(placed, last?.message))) {
      // Both may have posted the very same: Discord takes a message with one nonce once.
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

/** Shows a battle's panel once and returns its version. Requests another update if that is needed. */
const createPanelShowing = (
  { source, metrics, watch, log }: Parts,
  show: ReturnType<typeof createPanelPosting>,
  anew: (battle: string) => void,
) => {
  const unwell = new LRUCache<string, true>({ max: maxFailingPanels });

  /** Logs a broken panel once, until it works again. */
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
    // Another process may have shown a later moment just before us.
    if ((await panel.isCurrent?.()) === false) anew(battle);
    await watch.panelShown(battle);
    return panel.version;
  };
};

export const createPanels = (parts: Parts): Panels => {
  const { servers, findDictionary, queue, metrics, log, clock } = parts;
  /** Battles to show, with minimum versions. */
  const wanted = new Map<string, number>();
  const anew = (battle: string): void => void wanted.set(battle, asRead);
  /** Callers that wait for the next update of a battle. */
  const waiting = new Map<string, PromiseWithResolvers<number | undefined>>();
  const running = new Map<string, Promise<void>>();
  /** Whose queue runs a battle's panel. */
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

  /** Makes callers of a superseded update wait for the next one. */
  const waitOn = (battle: string, heard: PromiseWithResolvers<number | undefined> | undefined): void => {
    if (heard === undefined) return;
    const next = waiting.get(battle);
    if (next === undefined) waiting.set(battle, heard);
    else heard.resolve(next.promise);
  };

  /** Updates a panel while updates are wanted. Temporary failures are retried with growing delays. */
  const loop = async (battle: string): Promise<void> => {
    let failed = 0;
    let dropped = false;
    // A moment that has passed need not be drawn; but not twice in a row, or a lively battle would never be seen.
    const isSuperseded = (): boolean => !dropped && wanted.has(battle);
    while (wanted.has(battle)) {
      let heard: PromiseWithResolvers<number | undefined> | undefined;
      const begin = (): Promise<number | undefined> => {
        const least = wanted.get(battle) ?? asRead;
        wanted.delete(battle);
        heard = waiting.get(battle);
        waiting.delete(battle);
        return runForServer(ownerOf(battle), () => showOnce(battle, least, isSuperseded));
      };
      try {
        const version = await runInLanguage(findDictionary(ownerOf(battle)), () => inTurn(battle, begin));
        heard?.resolve(version);
        failed = 0;
        dropped = false;
      } catch (error) {
        if (error instanceof SupersededError) {
          dropped = true;
          waitOn(battle, heard);
          continue;
        }
        metrics.panel('failed');
        const again =
          (isTransient(error) || isDatabaseUnreachable(error)) && failed < maxAttempts && !closing.signal.aborted;
        log[again ? 'warn' : 'error']({ ...failureFields(error), battle }, 'A panel was not shown.');
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
    whenSettled,
    refresh: (battle, whose, version = asRead) => {
      const shown = waiting.get(battle) ?? Promise.withResolvers<number | undefined>();
      waiting.set(battle, shown);
      // It is tried again here, too: not everybody who wants it shown waits for that.
      shown.promise.catch(() => {});
      wanted.set(battle, Math.max(version, wanted.get(battle) ?? 0));
      if (whose !== undefined) owners.set(battle, whose);
      if (!running.has(battle)) running.set(battle, loop(battle));
      return shown.promise;
    },
    adopt: async (battle, channel, message) => {
      if (await servers.placePanel({ battle, channel, message, postedAt: clock() }, undefined))
        traffic.panelPosted(channel);
    },
    noteInteraction: traffic.noteInteraction,
    noteAnswer: traffic.noteAnswer,
    close: () => {
      closing.abort();
      return whenSettled();
    },
  };
};
