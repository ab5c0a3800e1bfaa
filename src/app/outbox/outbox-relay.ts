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

interface Relay extends Required<Parts> {
  readonly lease: Lease;
  /** Messages that wait for the answer of an interaction, by the interaction. */
  readonly hands: Map<string, Map<string, InFlight>>;
  readonly running: Map<string, { readonly item: OutboxKey; readonly since: number }>;
  readonly tasks: { readonly panels: Set<Promise<void>>; readonly others: Set<Promise<void>> };
  /** Those for whom something is kept, by their server. */
  readonly kept: Map<string, Set<string>>;
  readonly writtenIn: LRUCache<string, true>;
  speaking: Deliverer | undefined;
  closed: boolean;
  wanted: boolean;
  /** Something was due as we looked last, maybe behind what was not crossed out yet. */
  more: boolean;
  pumping: Promise<void> | undefined;
  saidAndDone: OutboxKey[];
  crossing: Promise<void> | undefined;
  /** Does not wait for more to cross out. */
  crossOutNow: () => void;
  timers: readonly NodeJS.Timeout[];
}

const track = ({ tasks, onError }: Relay, kind: keyof Relay['tasks'], work: Promise<void>): void => {
  const task: Promise<void> = work.catch(onError).finally(() => tasks[kind].delete(task));
  tasks[kind].add(task);
};

const crossOut = async (relay: Relay): Promise<void> => {
  await new Promise<void>((go) => {
    const soon = setTimeout(go, ackDelay);
    relay.crossOutNow = () => {
      clearTimeout(soon);
      go();
    };
  });
  const items = relay.saidAndDone;
  relay.saidAndDone = [];
  relay.crossing = undefined;
  try {
    if (items.length > 0) await relay.store.ack(items);
    if (relay.more) wake(relay);
  } catch (error) {
    // They are crossed out with the next ones; meanwhile they are in hand.
    relay.saidAndDone.push(...items);
    relay.onError(error);
  }
};

const finish = (relay: Relay, item: OutboxKey): void => {
  relay.saidAndDone.push(item);
  relay.crossing ??= crossOut(relay);
};

const keyOf = ({ server, id }: OutboxKey): string => `${server} ${id}`;

const rememberKept = ({ kept }: Relay, server: string, user: string): void => {
  kept.set(server, (kept.get(server) ?? new Set()).add(user));
};

const aboutItem = ({ content: what, server, id, attempts }: OutboxItem): Omit<UndeliveredItem, 'why'> => ({
  ...{ kind: what.kind, server, item: id, attempts },
});

const settleItem = async (relay: Relay, item: OutboxItem, said: DeliveryOutcome): Promise<void> => {
  switch (said.how) {
    case 'said':
      finish(relay, { ...item, newest: Math.max(item.newest, said.version ?? 0) });
      return;
    case 'refused':
      relay.onUndelivered({ ...aboutItem(item), why: said.why }, true);
      finish(relay, item);
      return;
    case 'kept':
      await relay.store.park(item, said.user, said.what);
      rememberKept(relay, item.server, said.user);
  }
};

const deliver = async (relay: Relay, item: OutboxItem, voice: Deliverer): Promise<void> => {
  const { running, store, owner } = relay;
  const key = keyOf(item);
  running.set(key, { item, since: performance.now() });
  try {
    await settleItem(relay, item, await voice.deliver(item));
  } catch (error) {
    const kind = voice.failureKind(error);
    const dropped = kind === 'stays' || (kind === 'unknown' && item.attempts + 1 >= maxAttempts);
    relay.onUndelivered({ ...aboutItem(item), why: error }, dropped);
    if (dropped) finish(relay, item);
    else await store.retryLater(item, owner, voice.servesServer(item.server) ? retryDelay(item.attempts) : 0);
  } finally {
    running.delete(key);
  }
};

const beginDelivery = (relay: Relay, item: OutboxItem, voice: Deliverer): void =>
  track(relay, item.content.kind === 'panel' ? 'panels' : 'others', deliver(relay, item, voice));

/** What is being said or answered here, for less than so long (milliseconds). */
const inUse = ({ hands, running }: Relay, longest = Number.POSITIVE_INFINITY): readonly OutboxKey[] => {
  const now = performance.now();
  return [
    ...[...hands.values()].flatMap((hand) => [...hand.values()]),
    ...[...running.values()].map(({ item, since }) => ({ ...item, since })),
  ].filter(({ since }) => now - since < longest);
};

const isInUse = (relay: Relay, item: OutboxKey): boolean =>
  inUse(relay).some((each) => keyOf(each) === keyOf(item) && each.newest === item.newest);

const pump = async (relay: Relay): Promise<void> => {
  const { store, lease } = relay;
  try {
    while (relay.wanted && relay.speaking !== undefined && !relay.closed) {
      relay.wanted = false;
      const voice = relay.speaking;
      const servers = (await store.listDueServers()).filter(voice.servesServer);
      relay.more = servers.length > 0;
      if (servers.length === 0) continue;
      // Its lease may have run out while this process was still saying it.
      for (const item of await store.claim(servers, lease))
        if (!isInUse(relay, item)) beginDelivery(relay, item, voice);
    }
  } catch (error) {
    relay.onError(error);
  } finally {
    relay.pumping = undefined;
  }
};

const wake = (relay: Relay): void => {
  relay.wanted = true;
  if (relay.speaking !== undefined && !relay.closed) relay.pumping ??= pump(relay);
};

const isOurs = ({ speaking, closed }: Relay, { server }: OutboxKey): boolean =>
  speaking !== undefined && !closed && speaking.servesServer(server);

const beat = async (relay: Relay): Promise<void> => {
  const now = performance.now();
  for (const [hand, items] of relay.hands)
    if ([...items.values()].every(({ since }) => now - since >= maxInFlight)) relay.hands.delete(hand);
  // What is cut off from Discord meanwhile is left to others once its lease runs out.
  const items = [...inUse(relay, maxInFlight).filter((item) => isOurs(relay, item)), ...relay.saidAndDone];
  if (items.length > 0) await relay.store.renewLease(items, relay.lease);
  if (relay.saidAndDone.length > 0) relay.crossing ??= crossOut(relay);
};

const sweep = async (relay: Relay): Promise<void> => {
  await relay.store.sweep();
  const parked = await relay.store.listParked();
  relay.kept.clear();
  for (const { server, user } of parked) rememberKept(relay, server, user);
};

const release = (relay: Relay, { message, ...key }: InFlight, how: AnswerStatus, ready?: UnsentAnswer): void => {
  const { content, lane, token } = message;
  const again = (after: number, changed: OutboxItem['content'] = content): void =>
    track(
      relay,
      'others',
      relay.store.retryLater(key, relay.owner, after, changed).then(() => wake(relay)),
    );
  if (content.kind === 'reply' && content.says === undefined) {
    // Whoever answered in our place may still need to know that an answer was announced.
    if (how === 'elsewhere') return;
    if (how === 'told' || (how === 'otherwise' && ready === undefined)) finish(relay, key);
    else again(0, { ...content, ...ready });
  } else if (content.kind === 'answer' || content.kind === 'reply') {
    if (how === 'told' || how === 'elsewhere') finish(relay, key);
    else again(0, how === 'otherwise' ? { ...content, left: 'missed' } : content);
  } else if (how === 'elsewhere') again(otherProcessDelay);
  else if (relay.speaking !== undefined && isOurs(relay, key))
    beginDelivery(relay, { ...key, lane, content, token, attempts: 0 }, relay.speaking);
  else again(0);
};

const noteWritten = (relay: Relay, { guild, channel }: OutboxPlace, said: OutboxMessages | undefined): void => {
  const { hands, writtenIn } = relay;
  const server = serverKey(guild, channel);
  if (said !== undefined) writtenIn.set(server, true);
  for (const message of said?.messages ?? []) {
    if (message.interaction === undefined) {
      wake(relay);
      continue;
    }
    const hand = hands.get(message.interaction) ?? new Map<string, InFlight>();
    hands.set(message.interaction, hand);
    const key = { server, id: outboxItemId(message.key), newest: message.newest ?? 0 };
    if ((hand.get(keyOf(key))?.newest ?? 0) <= key.newest)
      hand.set(keyOf(key), { ...key, message, since: performance.now() });
  }
};

const messagesOf = ({ hands }: Relay, hand: string): readonly InFlight[] => [...(hands.get(hand)?.values() ?? [])];

const start = async (relay: Relay, voice: Deliverer, alone = false): Promise<void> => {
  const { store, owner, onError, pollInterval } = relay;
  if (alone) await store.release(owner, true);
  relay.speaking = voice;
  relay.closed = false;
  await sweep(relay);
  relay.timers = [
    setInterval(() => wake(relay), pollInterval),
    setInterval(() => void beat(relay).catch(onError), heartbeat),
    setInterval(() => void sweep(relay).catch(onError), sweepInterval),
  ];
  for (const timer of relay.timers) timer.unref();
  wake(relay);
};

const whenIdle = async (relay: Relay, panels = true): Promise<void> => {
  const busy = (): readonly Promise<unknown>[] =>
    [relay.pumping, relay.crossing, ...relay.tasks.others, ...(panels ? relay.tasks.panels : [])].filter(
      (work) => work !== undefined,
    );
  wake(relay);
  while (busy().length > 0) {
    relay.crossOutNow();
    await Promise.all(busy());
  }
};

const close = async (relay: Relay): Promise<void> => {
  const { hands, tasks, store, owner, onError } = relay;
  relay.closed = true;
  for (const timer of relay.timers) clearInterval(timer);
  await relay.pumping;
  await Promise.all([...tasks.others, ...tasks.panels]);
  for (const items of hands.values()) for (const item of items.values()) release(relay, item, 'untold');
  hands.clear();
  await Promise.all(tasks.others);
  await relay.crossing;
  await store.release(owner, false).catch(onError);
  relay.speaking = undefined;
};

/** The one way by which anything is said of the bot's own accord, and again after a crash. */
export type OutboxRelay = ReturnType<typeof createOutboxRelay>;

export const createOutboxRelay = (parts: Parts) => {
  const { store, owner } = parts;
  const lease: Lease = { owner, milliseconds: leaseDuration };
  const relay: Relay = {
    ...{ pollInterval: 2000, ...parts, lease },
    ...{ hands: new Map(), running: new Map(), tasks: { panels: new Set(), others: new Set() } },
    ...{ kept: new Map(), writtenIn: new LRUCache({ max: maxServers }), saidAndDone: [], timers: [] },
    ...{ speaking: undefined, pumping: undefined, crossing: undefined, closed: false, wanted: false, more: false },
    crossOutNow: () => {},
  };
  return {
    /** What is written, with the lease of this process on what it has in hand. */
    withLease: (messages: readonly OutboxMessage[]): OutboxMessages | undefined =>
      messages.length === 0 ? undefined : { messages, lease },
    /** It was written: this process says at once what is its own to say. */
    noteWritten: (where: OutboxPlace, said: OutboxMessages | undefined): void => noteWritten(relay, where, said),
    /** Writes what belongs to nothing else, to be said soon. */
    send: async (where: OutboxPlace, messages: readonly OutboxMessage[]): Promise<void> => {
      if (messages.length === 0) return;
      await store.write(where, { messages, lease });
      noteWritten(relay, where, { messages, lease });
    },
    /** What was in hand for this interaction is answered, or not; the rest of it follows. `ready`: what is still to be said. */
    noteAnswered: (hand: string, how: AnswerStatus = 'told', ready?: UnsentAnswer): void => {
      const items = messagesOf(relay, hand);
      relay.hands.delete(hand);
      for (const item of items) release(relay, item, how, ready);
    },
    /** True if an answer is in hand for this interaction. */
    hasAnswer: (hand: string): boolean =>
      messagesOf(relay, hand).some(({ message: { content } }) => content.kind === 'answer' || content.kind === 'reply'),
    /** Something is kept for this person here, for the next answer they get. */
    hasEphemeral: ({ guild, channel }: OutboxPlace, user: string): boolean =>
      relay.kept.get(serverKey(guild, channel))?.has(user) ?? false,
    /** Takes what is kept for them; whoever takes it says whether it was shown. */
    takeEphemeral: async ({ guild, channel }: OutboxPlace, user: string) => {
      const server = serverKey(guild, channel);
      const items = await store.claimParked(server, user, lease);
      relay.kept.get(server)?.delete(user);
      return items.map((item) => ({
        item,
        shown: () => finish(relay, item),
        unshown: () => {
          const parking = store.park(item, user, item.content).then(() => rememberKept(relay, server, user));
          track(relay, 'others', parking);
        },
      }));
    },
    /** True if this process wrote anything there. */
    hasWrittenTo: (server: string): boolean => relay.writtenIn.has(server),
    /** From now on this process speaks; where no other can be, what others had in hand is free. */
    start: (voice: Deliverer, alone?: boolean): Promise<void> => start(relay, voice, alone),
    /** Called when this process may hold more or fewer servers than before: what it cannot say now is free for others. */
    reachChanged: (): void => {
      if (relay.speaking === undefined || relay.closed) return;
      const released = store.release(owner, false, [...inUse(relay), ...relay.saidAndDone]);
      track(
        relay,
        'others',
        released.then(() => wake(relay)),
      );
    },
    /** How much waits, for the metrics. */
    backlog: store.backlog,
    /** Settles when all is said that can be said now; without panels, also while these are still drawn. */
    whenIdle: (panels?: boolean): Promise<void> => whenIdle(relay, panels),
    /** Says no more: what is left is free for others. */
    close: (): Promise<void> => close(relay),
  };
};
