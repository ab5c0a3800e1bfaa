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

/** The result of trying to deliver an outbox message. */
export type DeliveryOutcome =
  /** Sent, or no longer needed. `version`: the battle's version that the sent panel shows. */
  | { readonly how: 'said'; readonly version?: number | undefined }
  /** Impossible to send. `why`: the reason, which is logged. */
  | { readonly how: 'refused'; readonly why: string }
  /** Saved for `user`, who sees the message after the next press of a button. */
  | { readonly how: 'kept'; readonly user: string; readonly what: OutboxItem['content'] };

/** A message that could not be sent. Its ids and codes only, because its text may be secret. */
export interface UndeliveredItem {
  readonly kind: OutboxItem['content']['kind'];
  readonly server: string;
  readonly item: string;
  readonly attempts: number;
  readonly why: unknown;
}

/** Sends messages of this process. */
export interface Deliverer {
  /** Sends a message. Throws if the message should be tried again later. */
  readonly deliver: (item: OutboxItem) => Promise<DeliveryOutcome>;
  /** True if this process receives the server's events and is connected to Discord now. */
  readonly servesServer: (server: string) => boolean;
  /** Classifies a failure to send. After unknown failures, a message is tried a few times. */
  readonly failureKind: (error: unknown) => FailureKind;
}

/** How an interaction was answered while its messages were in flight. */
export type AnswerStatus =
  | 'told'
  /** Another process answered the interaction and shows the panel first. */
  | 'elsewhere'
  /** No process has answered the interaction yet. */
  | 'untold'
  /** The interaction got another answer, so the order's result is sent as a separate message. */
  | 'otherwise';

/** An answer that was built but not sent. */
export type UnsentAnswer = Required<Pick<ReplyItem, 'to' | 'says'>>;

interface Parts {
  readonly store: OutboxStore;
  /** The id of this process. */
  readonly owner: string;
  /** Called after a failed delivery. `dropped`: true if the message is not tried again. */
  readonly onUndelivered: (undelivered: UndeliveredItem, dropped: boolean) => void;
  /** Called after a database error or another error of the outbox. */
  readonly onError: (error: unknown) => void;
  /** Time between two checks for messages of other processes (milliseconds). Default: 2000. */
  readonly pollInterval?: number;
}

/** Time until a lease expires without renewal (milliseconds). Other processes skip leased messages. */
const leaseDuration = 10_000;
const heartbeat = leaseDuration / 3;
/** Maximum time for which the lease of a message in flight is renewed (milliseconds). */
const maxInFlight = 120_000;
/** Delay before the first retry (milliseconds). It doubles with each retry. */
const firstRetryDelay = 1000;
const maxRetryDelay = 300_000;
/** Maximum number of attempts after failures of unknown kind. */
const maxAttempts = 6;
/** Delay before several sent messages are acknowledged together (milliseconds). */
const ackDelay = 100;
const sweepInterval = 60_000;
/** Delay before this process sends another process's messages, whose panel comes first (milliseconds). */
const otherProcessDelay = 1000;

/** Maximum number of servers remembered by `hasWrittenTo`. Only the practice table asks, and has one server. */
const maxServers = 1000;

const retryDelay = (attempts: number): number => Math.min(firstRetryDelay * 2 ** attempts, maxRetryDelay);

interface InFlight extends OutboxKey {
  readonly message: OutboxMessage;
  readonly since: number;
}

interface Relay extends Required<Parts> {
  readonly lease: Lease;
  /** Messages in flight, by the interaction that they answer and by their key. */
  readonly hands: Map<string, Map<string, InFlight>>;
  readonly running: Map<string, { readonly item: OutboxKey; readonly since: number }>;
  readonly tasks: { readonly panels: Set<Promise<void>>; readonly others: Set<Promise<void>> };
  /** Users with parked messages, by server. */
  readonly kept: Map<string, Set<string>>;
  readonly writtenIn: LRUCache<string, true>;
  speaking: Deliverer | undefined;
  closed: boolean;
  wanted: boolean;
  /** True if the last check found messages to send. Some of these may be sent but not acknowledged yet. */
  more: boolean;
  pumping: Promise<void> | undefined;
  saidAndDone: OutboxKey[];
  crossing: Promise<void> | undefined;
  /** Ends the delay, so that sent messages are acknowledged at once. */
  crossOutNow: () => void;
  timers: readonly NodeJS.Timeout[];
}

const track = ({ tasks, onError }: Relay, kind: keyof Relay['tasks'], work: Promise<void>): void => {
  const task: Promise<void> = work.catch(onError).finally(() => tasks[kind].delete(task));
  tasks[kind].add(task);
};

const acknowledge = async (relay: Relay): Promise<void> => {
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
    // They are acknowledged together with later ones.
    relay.saidAndDone.push(...items);
    relay.onError(error);
  }
};

const finish = (relay: Relay, item: OutboxKey): void => {
  relay.saidAndDone.push(item);
  relay.crossing ??= acknowledge(relay);
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

/** Messages that this process has been sending or holding for an answer for less than `longest` (milliseconds). */
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
      // A lease may expire while this process is still sending the message.
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
  // Without a connection this process renews no leases, so that other processes can continue.
  const items = [...inUse(relay, maxInFlight).filter((item) => isOurs(relay, item)), ...relay.saidAndDone];
  if (items.length > 0) await relay.store.renewLease(items, relay.lease);
  if (relay.saidAndDone.length > 0) relay.crossing ??= acknowledge(relay);
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
    // The other process may still need the announcement.
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

/** The service that sends all messages except answers, and answers that were left over after a crash. */
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
    /** Adds this process's lease to messages before they are saved. Undefined if there are no messages. */
    withLease: (messages: readonly OutboxMessage[]): OutboxMessages | undefined =>
      messages.length === 0 ? undefined : { messages, lease },
    /** Called after messages were saved. Starts sending the messages that this process has leased. */
    noteWritten: (where: OutboxPlace, said: OutboxMessages | undefined): void => noteWritten(relay, where, said),
    /** Saves and sends messages that are not saved together with other data. */
    send: async (where: OutboxPlace, messages: readonly OutboxMessage[]): Promise<void> => {
      if (messages.length === 0) return;
      await store.write(where, { messages, lease });
      noteWritten(relay, where, { messages, lease });
    },
    /** Releases an interaction's messages after it was answered or failed. `ready`: an answer still to be sent. */
    noteAnswered: (hand: string, how: AnswerStatus = 'told', ready?: UnsentAnswer): void => {
      const items = messagesOf(relay, hand);
      relay.hands.delete(hand);
      for (const item of items) release(relay, item, how, ready);
    },
    /** True if an answer to this interaction is in flight. */
    hasAnswer: (hand: string): boolean =>
      messagesOf(relay, hand).some(({ message: { content } }) => content.kind === 'answer' || content.kind === 'reply'),
    /** True if a message is parked for this user in this server. */
    hasEphemeral: ({ guild, channel }: OutboxPlace, user: string): boolean =>
      relay.kept.get(serverKey(guild, channel))?.has(user) ?? false,
    /** Leases a user's parked messages to this process. The caller reports for each whether it was shown. */
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
    /** True if this process has saved messages for the server. */
    hasWrittenTo: (server: string): boolean => relay.writtenIn.has(server),
    /** Starts sending. `alone`: true if there is no other process, so that all leases can be released. */
    start: (voice: Deliverer, alone?: boolean): Promise<void> => start(relay, voice, alone),
    /** Called after this process got or lost servers. Releases messages that this process can no longer send. */
    reachChanged: (): void => {
      if (relay.speaking === undefined || relay.closed) return;
      const released = store.release(owner, false, [...inUse(relay), ...relay.saidAndDone]);
      track(
        relay,
        'others',
        released.then(() => wake(relay)),
      );
    },
    /** The number of waiting messages, and the age of the oldest. For metrics. */
    backlog: store.backlog,
    /** Settles when all due messages are sent. `panels`: false to skip waiting for panels. */
    whenIdle: (panels?: boolean): Promise<void> => whenIdle(relay, panels),
    /** Stops sending, and releases the remaining messages to other processes. */
    close: (): Promise<void> => close(relay),
  };
};
