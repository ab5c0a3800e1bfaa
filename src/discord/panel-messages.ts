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

/** What the panel of a battle shows now, or at a version that is not older than this one, and where. */
export type PanelSource = (
  battle: string,
  version?: number,
) => Promise<
  | {
      readonly channel: string;
      readonly version?: number;
      /** Has nothing happened in the battle since? */
      readonly isCurrent?: () => Promise<boolean>;
      /** What becomes of the message of the turn, and of those before. */
      readonly turn: TurnMessages;
    }
  | undefined
>;
type Shown = NonNullable<Awaited<ReturnType<PanelSource>>>;

export interface Panels {
  /**
   * Shows a battle's panel again, soon: of several calls the last is what is seen. Gives the version of the battle it shows then;
   * fails where it cannot be shown for now. `whose`: in which server's turn; `version`: what it must show at least, where that is known.
   */
  readonly refresh: (battle: string, whose?: string, version?: number) => Promise<number | undefined>;
  /** A message that shows the battle already is its panel from now on, where it has none. */
  readonly adopt: (battle: string, channel: string, message: string) => Promise<void>;
  /** We said something in a channel: its panel has scrolled on. */
  readonly noteAnswer: (channel: string) => void;
  /** An interaction came from a channel whose newest message is this one; `typed`: by a command, not by something pressed. */
  readonly noteInteraction: (channel: string, newest: string, typed: boolean) => void;
  /** Settles when what is to be shown has been shown. */
  readonly whenSettled: () => Promise<void>;
  /** The same, and nothing is tried again. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly client: Client;
  readonly servers: Pick<Services['servers'], 'panel' | 'placePanel'>;
  readonly source: PanelSource;
  readonly findDictionary: FindDictionary;
  /** In whose turn panels are made: each server has its own. */
  readonly queue: FairQueue;
  readonly metrics: Metrics;
  /** Who notes what is lost and tells the GM. */
  readonly watch: Pick<ChannelWatch, 'channelLost' | 'panelShown' | 'panelRemoved'>;
  readonly log: Log;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A panel is shown again no more often than this, in milliseconds. */
  readonly minInterval: number;
}

const hour = 3_600_000;

/** No version that is remembered will do: the battle is read. */
const asRead = Number.POSITIVE_INFINITY;

/** After how many answers a panel has scrolled away. */
const maxAnswersAfterPanel = 15;

/** Of so many channels it is known what was said in them lately: in an hour there are fewer, and an older panel is posted anew anyhow. */
const maxChannels = 5000;

/** Of so many battles it is known that their panels cannot be shown; of another one the log says so again. */
const maxFailingPanels = 1000;

/** An edit that is held back more often, or longer, is given up for a new message: the old one may be past editing. */
const maxHeldEdits = 4;
const maxHoldTime = 10_000;

/** For about ten minutes a panel that cannot be shown, or an old one that cannot be removed, is tried again, this far apart at most. */
const maxAttempts = 45;
const maxRetryDelay = 15_000;

/**
 * So many panels are made and sent at once, enough for Discord's fifty requests a second: one that waits for its turn is not drawn yet, and
 * shows its battle as it stands then. One that takes longer than these milliseconds waits for something of its own, and holds up no other.
 */
const queueLimits = { total: 64, perAsker: 64, patience: 20_000 };

/** A channel that cannot be written in; an archived thread that does not wake is locked. */
const isLost = (error: unknown): boolean =>
  isDiscordError(error, 'unknownChannel', 'missingAccess', 'missingPermissions', 'archived', 'threadLocked');

/** A message that is older was not sent just now, in milliseconds. */
const recentMessageAge = 1500;

type Edit = 'edited' | 'removed' | 'past';

/** A panel mentions those it awaits, and notifies nobody: the result did. */
const shownIn = (message: DiscordMessage) => sendOptions(message, []);

const storyOf = (message: string, { story }: TurnMessages, question: PanelStory['question']): PanelStory => ({
  ...{ message, ...story },
  ...(question && { question }),
});

/** What was said in channels since their panels were posted. */
const createChannelTraffic = () => {
  const answersSince = new LRUCache<string, number>({ max: maxChannels });
  /** The newest message of each channel as an interaction said last, whether that was typed, and whether we said something since. */
  const newest = new LRUCache<
    string,
    { readonly message: string; readonly typed: boolean; readonly answered: boolean }
  >({ max: maxChannels });
  const count = (channel: string): void => void answersSince.set(channel, (answersSince.get(channel) ?? 0) + 1);

  return {
    panelPosted: (channel: string): void => void answersSince.set(channel, 0),
    /** Is so much said below a panel that it has scrolled away? */
    hasScrolled: (channel: string): boolean => (answersSince.get(channel) ?? 0) > maxAnswersAfterPanel,
    /** Whoever typed has it out of sight: something stands below it. Whoever pressed has it before them. */
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

/** Changes and removes messages that were posted. */
const createPostedMessages = ({ client, metrics, log, minInterval }: Parts) => {
  const removing = new Set<Promise<void>>();
  const closing = new AbortController();

  const channelOf = async (id: string): Promise<SendableChannels | undefined> => {
    const channel = await client.channels.fetch(id);
    return channel?.isSendable() ? channel : undefined;
  };

  /** How long to wait after so many failures in a row, in milliseconds: longer and longer, up to a limit. */
  const pauseAfter = (failed: number): number =>
    Math.min(minInterval * 2 ** failed, Math.max(minInterval, maxRetryDelay));

  const pause = (milliseconds: number): Promise<unknown> =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined);

  /** How an edit went: a new one must be posted unless it was edited. */
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

  /** Is it gone, or never to be removed? */
  const isRemoved = async (channel: string, message: string): Promise<boolean> => {
    try {
      await (await channelOf(channel))?.messages.delete(message);
      return true;
    } catch (error) {
      log.debug({ ...failureFields(error), channel, message }, 'An old panel was not removed.');
      return failureKind(error) === 'stays';
    }
  };

  /** What cannot be removed just now is when Discord is well again, however often it was tried; nothing waits for that. */
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

/** The messages beside a panel: those of earlier turns, and of a question to somebody else. */
const createTurnMessages = ({ metrics, watch }: Parts, { channelOf, edited, removeOld }: PostedMessages) => {
  /** The message of a turn that has passed, where it stands; where it was removed or can be edited no more, posted anew. */
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

  /** Whoever is asked in the turn of another has a message of their own, until it is answered. */
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

/** Shows the panel of a battle in its channel: the message that stands there becomes it, or another is posted. */
const createPanelPosting = (
  parts: Parts,
  messages: PostedMessages,
  traffic: ChannelTraffic,
  anew: (battle: string) => void,
) => {
  const { servers, metrics, watch, clock } = parts;
  const { channelOf, edited, removeOld } = messages;
  const { close, strike, asked } = createTurnMessages(parts, messages);

  /** Posts it below what was said since. A message with one nonce Discord takes once. */
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

/** Shows the panel of a battle once, and says which version that is; whoever wants it shown anew is told. */
const createPanelShowing = (
  { source, metrics, watch, log }: Parts,
  show: ReturnType<typeof createPanelPosting>,
  anew: (battle: string) => void,
) => {
  const unwell = new LRUCache<string, true>({ max: maxFailingPanels });

  /** Said in the log once until it is well again. */
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
  /** The battles whose panels are to be shown, and which version at least. */
  const wanted = new Map<string, number>();
  const anew = (battle: string): void => void wanted.set(battle, asRead);
  /** Who waits for the next showing of a panel. */
  const waiting = new Map<string, PromiseWithResolvers<number | undefined>>();
  const running = new Map<string, Promise<void>>();
  /** In whose turn a battle's panel is made, for as long as it is to be shown. */
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

  /** Who waited for what was not drawn hears of the next showing. */
  const waitOn = (battle: string, heard: PromiseWithResolvers<number | undefined> | undefined): void => {
    if (heard === undefined) return;
    const next = waiting.get(battle);
    if (next === undefined) waiting.set(battle, heard);
    else heard.resolve(next.promise);
  };

  /** What fails in a way that will pass is tried again, less and less often; everything else is given up. */
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
