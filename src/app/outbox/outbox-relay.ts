import { LRUCache } from 'lru-cache';
import {
  type Lease,
  type OutboxItem,
  type OutboxKey,
  type OutboxMessage,
  type OutboxMessages,
  type OutboxPlace,
  type OutboxStore,
  outboxItemId,
  type ReplyItem,
  serverKey,
} from '../../battle/saved/outbox.ts';
import type { FailureKind } from './transport.ts';

/** What became of an item of the outbox. */
export type DeliveryOutcome =
  /** It is said, or is not to be said any more; a panel shows this version of its battle. */
  | { readonly how: 'said'; readonly version?: number | undefined }
  /** Nobody can be told: for the log. */
  | { readonly how: 'refused'; readonly why: string }
  /** Something of it is left. */
  | { readonly how: 'left'; readonly what: OutboxItem['content'] }
  /** It is kept for this person's next press. */
  | { readonly how: 'kept'; readonly user: string; readonly what: OutboxItem['content'] };

/** Something that was not said: ids and codes, nothing of what it says. */
export interface UndeliveredItem {
  readonly kind: OutboxItem['content']['kind'];
  readonly server: string;
  readonly item: string;
  readonly attempts: number;
  readonly why: unknown;
}

/** How this process says things. */
export interface Deliverer {
  /** Throws where it may be tried again. */
  readonly deliver: (item: OutboxItem) => Promise<DeliveryOutcome>;
  /** True if this process speaks in the server, and can: its gateway is connected. */
  readonly servesServer: (server: string) => boolean;
  /** What nobody knows to pass or to stay is tried a few times. */
  readonly failureKind: (error: unknown) => FailureKind;
}

/** How an interaction came out that had orders in hand. */
export type AnswerStatus =
  | 'told'
  /** Somebody else answered it: they show the panel first. */
  | 'elsewhere'
  /** Its answer is still to be given. */
  | 'untold'
  /** Something else was answered: what was done is to be told by itself. */
  | 'otherwise';

/** An answer that is ready, and was not given. */
export type UnsentAnswer = Required<Pick<ReplyItem, 'to' | 'says'>>;

/** The one way by which anything is said of the bot's own accord, and again after a crash. */
export interface OutboxRelay {
  /** What is written, with the lease of this process on what it has in hand. */
  readonly withLease: (sayings: readonly OutboxMessage[]) => OutboxMessages | undefined;
  /** It was written: this process says at once what is its own to say. */
  readonly noteWritten: (where: OutboxPlace, said: OutboxMessages | undefined) => void;
  /** Writes what belongs to nothing else, to be said soon. */
  readonly send: (where: OutboxPlace, sayings: readonly OutboxMessage[]) => Promise<void>;
  /** What was in hand for this interaction is answered, or not; the rest of it follows. `ready`: what is still to be said. */
  readonly noteAnswered: (hand: string, how?: AnswerStatus, ready?: UnsentAnswer) => void;
  /** Is an answer in hand for this interaction? */
  readonly hasAnswer: (hand: string) => boolean;
  /** Something is kept for this person here, for the next answer they get. */
  readonly hasEphemeral: (where: OutboxPlace, user: string) => boolean;
  /** Takes what is kept for them; whoever takes it says whether it was shown. */
  readonly takeEphemeral: (
    where: OutboxPlace,
    user: string,
  ) => Promise<readonly { readonly item: OutboxItem; readonly shown: () => void; readonly unshown: () => void }[]>;
  /** Did this process write anything there? */
  readonly hasWrittenTo: (server: string) => boolean;
  /** From now on this process speaks; where no other can be, what others had in hand is free. */
  readonly start: (speaking: Deliverer, alone?: boolean) => Promise<void>;
  /** Called when this process may hold more or fewer servers than before: what it cannot say now is free for others. */
  readonly reachChanged: () => void;
  /** How much waits, for the metrics. */
  readonly backlog: OutboxStore['backlog'];
  /** Settles when all is said that can be said now; without panels, also while these are still drawn. */
  readonly whenIdle: (panels?: boolean) => Promise<void>;
  /** Says no more: what is left is free for others. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly store: OutboxStore;
  /** Names this process among others. */
  readonly owner: string;
  /** Hears of what was not said: `dropped` for good, or to be tried again. */
  readonly onUndelivered: (undelivered: UndeliveredItem, dropped: boolean) => void;
  /** Hears of a database that is out of reach, and of other trouble of the outbox itself. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between looks for what other processes wrote or left behind. */
  readonly pollInterval?: number;
}

/** Others leave alone what a process has in hand for this many milliseconds since it was last heard of. */
const leaseDuration = 10_000;
const heartbeat = leaseDuration / 3;
/** What is in hand for longer is not kept from others any more. */
const maxInFlight = 120_000;
/** Before a first failure is tried again, in milliseconds; then twice as long each time. */
const firstRetryDelay = 1000;
const maxRetryDelay = 300_000;
/** What fails for no reason that passes is given up after this many attempts. */
const maxAttempts = 6;
/** What is said is crossed out together, so soon after. */
const ackDelay = 100;
const sweepInterval = 60_000;
/** Whoever answered in our place shows the panel first. */
const otherProcessDelay = 1000;

/** Of so many servers it is known that this process wrote something there. Only the practice table asks, which has one. */
const maxServers = 1000;

const retryDelay = (attempts: number): number => Math.min(firstRetryDelay * 2 ** attempts, maxRetryDelay);

interface InFlight extends OutboxKey {
  readonly message: OutboxMessage;
  readonly since: number;
}

export const createOutboxRelay = ({
  store,
  owner,
  onUndelivered,
  onError,
  pollInterval = 2000,
}: Parts): OutboxRelay => {
  const lease: Lease = { owner, milliseconds: leaseDuration };
  const hands = new Map<string, Map<string, InFlight>>();
  const running = new Map<string, { readonly item: OutboxKey; readonly since: number }>();
  const tasks = { panels: new Set<Promise<void>>(), others: new Set<Promise<void>>() };
  const kept = new Map<string, Set<string>>();
  const writtenIn = new LRUCache<string, true>({ max: maxServers });
  let speaking: Deliverer | undefined;
  let closed = false;
  let wanted = false;
  /** Something was due as we looked last, maybe behind what was not crossed out yet. */
  let more = false;
  let pumping: Promise<void> | undefined;
  let saidAndDone: OutboxKey[] = [];
  let crossing: Promise<void> | undefined;
  let timers: readonly NodeJS.Timeout[] = [];

  const track = (kind: keyof typeof tasks, work: Promise<void>): void => {
    const task: Promise<void> = work.catch(onError).finally(() => tasks[kind].delete(task));
    tasks[kind].add(task);
  };

  /** Does not wait for more to cross out. */
  let crossOutNow = (): void => {};
  const crossOut = async (): Promise<void> => {
    await new Promise<void>((go) => {
      const soon = setTimeout(go, ackDelay);
      crossOutNow = () => {
        clearTimeout(soon);
        go();
      };
    });
    const items = saidAndDone;
    saidAndDone = [];
    crossing = undefined;
    try {
      if (items.length > 0) await store.ack(items);
      if (more) wake();
    } catch (error) {
      // They are crossed out with the next ones; meanwhile they are in hand.
      saidAndDone.push(...items);
      onError(error);
    }
  };
  const done = (item: OutboxKey): void => {
    saidAndDone.push(item);
    crossing ??= crossOut();
  };

  const keyOf = ({ server, id }: OutboxKey): string => `${server} ${id}`;

  const settleItem = async (item: OutboxItem, said: DeliveryOutcome): Promise<void> => {
    switch (said.how) {
      case 'said':
        done({ ...item, newest: Math.max(item.newest, said.version ?? 0) });
        return;
      case 'refused':
        onUndelivered({ ...aboutItem(item), why: said.why }, true);
        done(item);
        return;
      case 'left':
        await store.retryLater(item, owner, 0, said.what);
        wake();
        return;
      case 'kept':
        await store.park(item, said.user, said.what);
        remember(item.server, said.user);
    }
  };
  const aboutItem = ({ content: what, server, id, attempts }: OutboxItem): Omit<UndeliveredItem, 'why'> => ({
    ...{ kind: what.kind, server, item: id, attempts },
  });
  const remember = (server: string, user: string): void => {
    const users = kept.get(server) ?? new Set();
    kept.set(server, users.add(user));
  };

  const sayOne = async (item: OutboxItem, voice: Deliverer): Promise<void> => {
    const key = keyOf(item);
    running.set(key, { item, since: performance.now() });
    try {
      await settleItem(item, await voice.deliver(item));
    } catch (error) {
      const lasts = voice.failureKind(error);
      const dropped = lasts === 'stays' || (lasts === 'unknown' && item.attempts + 1 >= maxAttempts);
      onUndelivered({ ...aboutItem(item), why: error }, dropped);
      if (dropped) done(item);
      else await store.retryLater(item, owner, voice.servesServer(item.server) ? retryDelay(item.attempts) : 0);
    } finally {
      running.delete(key);
    }
  };
  const begun = (item: OutboxItem, voice: Deliverer): void =>
    track(item.content.kind === 'panel' ? 'panels' : 'others', sayOne(item, voice));

  /** What is being said or answered here, for less than so long (milliseconds). */
  const inUse = (longest = Number.POSITIVE_INFINITY): readonly OutboxKey[] => {
    const now = performance.now();
    return [
      ...[...hands.values()].flatMap((hand) => [...hand.values()]),
      ...[...running.values()].map(({ item, since }) => ({ ...item, since })),
    ].filter(({ since }) => now - since < longest);
  };

  const isInUse = (item: OutboxKey): boolean =>
    inUse().some((each) => keyOf(each) === keyOf(item) && each.newest === item.newest);

  const pump = async (): Promise<void> => {
    try {
      while (wanted && speaking !== undefined && !closed) {
        wanted = false;
        const voice = speaking;
        const servers = (await store.listDueServers()).filter(voice.servesServer);
        more = servers.length > 0;
        if (servers.length === 0) continue;
        // Its lease may have run out while this process was still saying it.
        for (const item of await store.claim(servers, lease)) if (!isInUse(item)) begun(item, voice);
      }
    } catch (error) {
      onError(error);
    } finally {
      pumping = undefined;
    }
  };
  const wake = (): void => {
    wanted = true;
    if (speaking !== undefined && !closed) pumping ??= pump();
  };

  const beat = async (): Promise<void> => {
    const now = performance.now();
    for (const [hand, items] of hands)
      if ([...items.values()].every(({ since }) => now - since >= maxInFlight)) hands.delete(hand);
    // What is cut off from Discord meanwhile is left to others once its lease runs out.
    const items = [...inUse(maxInFlight).filter(isOurs), ...saidAndDone];
    if (items.length > 0) await store.renewLease(items, lease);
    if (saidAndDone.length > 0) crossing ??= crossOut();
  };
  const sweep = async (): Promise<void> => {
    await store.sweep();
    const parked = await store.listParked();
    kept.clear();
    for (const { server, user } of parked) remember(server, user);
  };

  const isOurs = ({ server }: OutboxKey): boolean => speaking !== undefined && !closed && speaking.servesServer(server);

  const release = ({ message, ...key }: InFlight, how: AnswerStatus, ready?: UnsentAnswer): void => {
    const { content, lane, token } = message;
    const again = (after: number, changed: OutboxItem['content'] = content): void =>
      track('others', store.retryLater(key, owner, after, changed).then(wake));
    if (content.kind === 'reply' && content.says === undefined) {
      // Whoever answered in our place may still need to know that an answer was announced.
      if (how === 'elsewhere') return;
      if (how === 'told' || (how === 'otherwise' && ready === undefined)) done(key);
      else again(0, { ...content, ...ready });
    } else if (content.kind === 'answer' || content.kind === 'reply') {
      if (how === 'told' || how === 'elsewhere') done(key);
      else again(0, how === 'otherwise' ? { ...content, left: 'missed' } : content);
    } else if (how === 'elsewhere') again(otherProcessDelay);
    else if (speaking !== undefined && isOurs(key))
      begun({ ...key, lane, content: content, token, attempts: 0 }, speaking);
    else again(0);
  };

  const noteWritten: OutboxRelay['noteWritten'] = ({ guild, channel }, said) => {
    const server = serverKey(guild, channel);
    if (said !== undefined) writtenIn.set(server, true);
    for (const saying of said?.messages ?? []) {
      if (saying.interaction === undefined) {
        wake();
        continue;
      }
      const hand = hands.get(saying.interaction) ?? new Map<string, InFlight>();
      hands.set(saying.interaction, hand);
      const key = { server, id: outboxItemId(saying.key), newest: saying.newest ?? 0 };
      if ((hand.get(keyOf(key))?.newest ?? 0) <= key.newest)
        hand.set(keyOf(key), { ...key, message: saying, since: performance.now() });
    }
  };

  return {
    withLease: (messages) => (messages.length === 0 ? undefined : { messages, lease }),
    noteWritten,
    send: async (where, sayings) => {
      if (sayings.length === 0) return;
      await store.write(where, { messages: sayings, lease });
      noteWritten(where, { messages: sayings, lease });
    },
    noteAnswered: (hand, how = 'told', ready) => {
      const items = [...(hands.get(hand)?.values() ?? [])];
      hands.delete(hand);
      for (const item of items) release(item, how, ready);
    },
    hasAnswer: (hand) =>
      [...(hands.get(hand)?.values() ?? [])].some(
        ({ message: { content: what } }) => what.kind === 'answer' || what.kind === 'reply',
      ),
    hasEphemeral: ({ guild, channel }, user) => kept.get(serverKey(guild, channel))?.has(user) ?? false,
    takeEphemeral: async ({ guild, channel }, user) => {
      const server = serverKey(guild, channel);
      const items = await store.claimParked(server, user, lease);
      kept.get(server)?.delete(user);
      return items.map((item) => ({
        item,
        shown: () => done(item),
        unshown: () => {
          track(
            'others',
            store.park(item, user, item.content).then(() => remember(server, user)),
          );
        },
      }));
    },
    hasWrittenTo: (server) => writtenIn.has(server),
    start: async (voice, alone = false) => {
      if (alone) await store.release(owner, true);
      speaking = voice;
      closed = false;
      await sweep();
      timers = [
        setInterval(wake, pollInterval),
        setInterval(() => void beat().catch(onError), heartbeat),
        setInterval(() => void sweep().catch(onError), sweepInterval),
      ];
      for (const timer of timers) timer.unref();
      wake();
    },
    reachChanged: () => {
      if (speaking === undefined || closed) return;
      track('others', store.release(owner, false, [...inUse(), ...saidAndDone]).then(wake));
    },
    backlog: store.backlog,
    whenIdle: async (panels = true) => {
      const busy = (): readonly Promise<unknown>[] => [
        ...(pumping === undefined ? [] : [pumping]),
        ...(crossing === undefined ? [] : [crossing]),
        ...tasks.others,
        ...(panels ? tasks.panels : []),
      ];
      wake();
      while (busy().length > 0) {
        crossOutNow();
        await Promise.all(busy());
      }
    },
    close: async () => {
      closed = true;
      for (const timer of timers) clearInterval(timer);
      await pumping;
      await Promise.all([...tasks.others, ...tasks.panels]);
      for (const items of hands.values()) for (const item of items.values()) release(item, 'untold');
      hands.clear();
      await Promise.all(tasks.others);
      await crossing;
      await store.release(owner, false).catch(onError);
      speaking = undefined;
    },
  };
};
