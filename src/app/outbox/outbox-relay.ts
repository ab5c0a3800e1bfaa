import {
  type Item,
  type ItemKey,
  itemId,
  type Lease,
  type OutboxMessage,
  type OutboxMessages,
  type OutboxPlace,
  type OutboxStore,
  type ReplyItem,
  serverKey,
} from '../../battle/saved/outbox.ts';
import { BoundedMap } from '../../core/bounded-map.ts';
import type { FailureKind } from './transport.ts';

/** What became of an item of the outbox. */
export type DeliveryOutcome =
  /** It is said, or is not to be said any more; a panel shows this version of its battle. */
  | { readonly how: 'said'; readonly version?: number | undefined }
  /** Nobody can be told: for the log. */
  | { readonly how: 'refused'; readonly why: string }
  /** Something of it is left. */
  | { readonly how: 'left'; readonly what: Item['what'] }
  /** It is kept for this person's next press. */
  | { readonly how: 'kept'; readonly user: string; readonly what: Item['what'] };

/** Something that was not said: ids and codes, nothing of what it says. */
export interface Undelivered {
  readonly kind: Item['what']['kind'];
  readonly server: string;
  readonly item: string;
  readonly attempts: number;
  readonly why: unknown;
}

/** How this process says things. */
export interface Deliverer {
  /** Throws where it may be tried again. */
  readonly say: (item: Item) => Promise<DeliveryOutcome>;
  /** True if this process speaks in the server, and can: its gateway is connected. */
  readonly holds: (server: string) => boolean;
  /** What nobody knows to pass or to stay is tried a few times. */
  readonly lasts: (error: unknown) => FailureKind;
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
  readonly sayings: (sayings: readonly OutboxMessage[]) => OutboxMessages | undefined;
  /** It was written: this process says at once what is its own to say. */
  readonly wrote: (where: OutboxPlace, said: OutboxMessages | undefined) => void;
  /** Writes what belongs to nothing else, to be said soon. */
  readonly say: (where: OutboxPlace, sayings: readonly OutboxMessage[]) => Promise<void>;
  /** What was in hand for this interaction is answered, or not; the rest of it follows. `ready`: what is still to be said. */
  readonly answered: (hand: string, how?: AnswerStatus, ready?: UnsentAnswer) => void;
  /** Is an answer in hand for this interaction? */
  readonly answers: (hand: string) => boolean;
  /** Something is kept for this person here, for the next answer they get. */
  readonly whispers: (where: OutboxPlace, user: string) => boolean;
  /** Takes what is kept for them; whoever takes it says whether it was shown. */
  readonly takeWhispers: (
    where: OutboxPlace,
    user: string,
  ) => Promise<readonly { readonly item: Item; readonly shown: () => void; readonly unshown: () => void }[]>;
  /** Did this process write anything there? */
  readonly wroteIn: (server: string) => boolean;
  /** From now on this process speaks; where no other can be, what others had in hand is free. */
  readonly begin: (speaking: Deliverer, alone?: boolean) => Promise<void>;
  /** Called when this process may hold more or fewer servers than before: what it cannot say now is free for others. */
  readonly reachChanged: () => void;
  /** How much waits, for the metrics. */
  readonly backlog: OutboxStore['backlog'];
  /** Settles when all is said that can be said now; without panels, also while these are still drawn. */
  readonly idle: (panels?: boolean) => Promise<void>;
  /** Says no more: what is left is free for others. */
  readonly close: () => Promise<void>;
}

interface Parts {
  readonly store: OutboxStore;
  /** Names this process among others. */
  readonly by: string;
  /** Hears of what was not said: `dropped` for good, or to be tried again. */
  readonly undelivered: (undelivered: Undelivered, dropped: boolean) => void;
  /** Hears of a database that is out of reach, and of other trouble of the outbox itself. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between looks for what other processes wrote or left behind. */
  readonly every?: number;
}

/** Others leave alone what a process has in hand for this many milliseconds since it was last heard of. */
const leaseFor = 10_000;
const heartbeat = leaseFor / 3;
/** What is in hand for longer is not kept from others any more. */
const longestInHand = 120_000;
/** Before a first failure is tried again, in milliseconds; then twice as long each time. */
const firstPause = 1000;
const longestPause = 300_000;
/** What fails for no reason that passes is given up after this many attempts. */
const mostAttempts = 6;
/** What is said is crossed out together, so soon after. */
const crossOutAfter = 100;
const sweepEvery = 60_000;
/** Whoever answered in our place shows the panel first. */
const courtesy = 1000;

/** Of so many servers it is known that this process wrote something there. Only the practice table asks, which has one. */
const mostServers = 1000;

const pauseAfter = (attempts: number): number => Math.min(firstPause * 2 ** attempts, longestPause);

interface InHand extends ItemKey {
  readonly saying: OutboxMessage;
  readonly since: number;
}

export const createOutboxRelay = ({ store, by, undelivered, onError, every = 2000 }: Parts): OutboxRelay => {
  const lease: Lease = { by, for: leaseFor };
  const hands = new Map<string, Map<string, InHand>>();
  const running = new Map<string, { readonly item: ItemKey; readonly since: number }>();
  const tasks = { panels: new Set<Promise<void>>(), others: new Set<Promise<void>>() };
  const kept = new Map<string, Set<string>>();
  const writtenIn = new BoundedMap<string, true>(mostServers);
  let speaking: Deliverer | undefined;
  let closed = false;
  let wanted = false;
  /** Something was due as we looked last, maybe behind what was not crossed out yet. */
  let more = false;
  let pumping: Promise<void> | undefined;
  let saidAndDone: ItemKey[] = [];
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
      const soon = setTimeout(go, crossOutAfter);
      crossOutNow = () => {
        clearTimeout(soon);
        go();
      };
    });
    const items = saidAndDone;
    saidAndDone = [];
    crossing = undefined;
    try {
      if (items.length > 0) await store.done(items);
      if (more) wake();
    } catch (error) {
      // They are crossed out with the next ones; meanwhile they are in hand.
      saidAndDone.push(...items);
      onError(error);
    }
  };
  const done = (item: ItemKey): void => {
    saidAndDone.push(item);
    crossing ??= crossOut();
  };

  const keyOf = ({ server, id }: ItemKey): string => `${server} ${id}`;

  const settleItem = async (item: Item, said: DeliveryOutcome): Promise<void> => {
    switch (said.how) {
      case 'said':
        done({ ...item, newest: Math.max(item.newest, said.version ?? 0) });
        return;
      case 'refused':
        undelivered({ ...aboutItem(item), why: said.why }, true);
        done(item);
        return;
      case 'left':
        await store.again(item, by, 0, said.what);
        wake();
        return;
      case 'kept':
        await store.park(item, said.user, said.what);
        remember(item.server, said.user);
    }
  };
  const aboutItem = ({ what, server, id, attempts }: Item): Omit<Undelivered, 'why'> => ({
    ...{ kind: what.kind, server, item: id, attempts },
  });
  const remember = (server: string, user: string): void => {
    const users = kept.get(server) ?? new Set();
    kept.set(server, users.add(user));
  };

  const sayOne = async (item: Item, voice: Deliverer): Promise<void> => {
    const key = keyOf(item);
    running.set(key, { item, since: performance.now() });
    try {
      await settleItem(item, await voice.say(item));
    } catch (error) {
      const lasts = voice.lasts(error);
      const dropped = lasts === 'stays' || (lasts === 'unknown' && item.attempts + 1 >= mostAttempts);
      undelivered({ ...aboutItem(item), why: error }, dropped);
      if (dropped) done(item);
      else await store.again(item, by, voice.holds(item.server) ? pauseAfter(item.attempts) : 0);
    } finally {
      running.delete(key);
    }
  };
  const begun = (item: Item, voice: Deliverer): void =>
    track(item.what.kind === 'panel' ? 'panels' : 'others', sayOne(item, voice));

  /** What is being said or answered here, for less than so long (milliseconds). */
  const inUse = (longest = Number.POSITIVE_INFINITY): readonly ItemKey[] => {
    const now = performance.now();
    return [
      ...[...hands.values()].flatMap((hand) => [...hand.values()]),
      ...[...running.values()].map(({ item, since }) => ({ ...item, since })),
    ].filter(({ since }) => now - since < longest);
  };

  const isInUse = (item: ItemKey): boolean =>
    inUse().some((each) => keyOf(each) === keyOf(item) && each.newest === item.newest);

  const pump = async (): Promise<void> => {
    try {
      while (wanted && speaking !== undefined && !closed) {
        wanted = false;
        const voice = speaking;
        const servers = (await store.due()).filter(voice.holds);
        more = servers.length > 0;
        if (servers.length === 0) continue;
        // Its lease may have run out while this process was still saying it.
        for (const item of await store.take(servers, lease)) if (!isInUse(item)) begun(item, voice);
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
      if ([...items.values()].every(({ since }) => now - since >= longestInHand)) hands.delete(hand);
    // What is cut off from Discord meanwhile is left to others once its lease runs out.
    const items = [...inUse(longestInHand).filter(isOurs), ...saidAndDone];
    if (items.length > 0) await store.hold(items, lease);
    if (saidAndDone.length > 0) crossing ??= crossOut();
  };
  const sweep = async (): Promise<void> => {
    await store.sweep();
    const parked = await store.parked();
    kept.clear();
    for (const { server, user } of parked) remember(server, user);
  };

  const isOurs = ({ server }: ItemKey): boolean => speaking !== undefined && !closed && speaking.holds(server);

  const release = ({ saying, ...key }: InHand, how: AnswerStatus, ready?: UnsentAnswer): void => {
    const { what, lane, token } = saying;
    const again = (after: number, changed: Item['what'] = what): void =>
      track('others', store.again(key, by, after, changed).then(wake));
    if (what.kind === 'reply' && what.says === undefined) {
      // Whoever answered in our place may still need to know that an answer was announced.
      if (how === 'elsewhere') return;
      if (how === 'told' || (how === 'otherwise' && ready === undefined)) done(key);
      else again(0, { ...what, ...ready });
    } else if (what.kind === 'answer' || what.kind === 'reply') {
      if (how === 'told' || how === 'elsewhere') done(key);
      else again(0, how === 'otherwise' ? { ...what, left: 'missed' } : what);
    } else if (how === 'elsewhere') again(courtesy);
    else if (speaking !== undefined && isOurs(key)) begun({ ...key, lane, what, token, attempts: 0 }, speaking);
    else again(0);
  };

  const wrote: OutboxRelay['wrote'] = ({ guild, channel }, said) => {
    const server = serverKey(guild, channel);
    if (said !== undefined) writtenIn.set(server, true);
    for (const saying of said?.sayings ?? []) {
      if (saying.hand === undefined) {
        wake();
        continue;
      }
      const hand = hands.get(saying.hand) ?? new Map<string, InHand>();
      hands.set(saying.hand, hand);
      const key = { server, id: itemId(saying.once), newest: saying.newest ?? 0 };
      if ((hand.get(keyOf(key))?.newest ?? 0) <= key.newest)
        hand.set(keyOf(key), { ...key, saying, since: performance.now() });
    }
  };

  return {
    sayings: (sayings) => (sayings.length === 0 ? undefined : { sayings, lease }),
    wrote,
    say: async (where, sayings) => {
      if (sayings.length === 0) return;
      await store.write(where, { sayings, lease });
      wrote(where, { sayings, lease });
    },
    answered: (hand, how = 'told', ready) => {
      const items = [...(hands.get(hand)?.values() ?? [])];
      hands.delete(hand);
      for (const item of items) release(item, how, ready);
    },
    answers: (hand) =>
      [...(hands.get(hand)?.values() ?? [])].some(
        ({ saying: { what } }) => what.kind === 'answer' || what.kind === 'reply',
      ),
    whispers: ({ guild, channel }, user) => kept.get(serverKey(guild, channel))?.has(user) ?? false,
    takeWhispers: async ({ guild, channel }, user) => {
      const server = serverKey(guild, channel);
      const items = await store.takeParked(server, user, lease);
      kept.get(server)?.delete(user);
      return items.map((item) => ({
        item,
        shown: () => done(item),
        unshown: () => {
          track(
            'others',
            store.park(item, user, item.what).then(() => remember(server, user)),
          );
        },
      }));
    },
    wroteIn: (server) => writtenIn.has(server),
    begin: async (voice, alone = false) => {
      if (alone) await store.release(by, true);
      speaking = voice;
      closed = false;
      await sweep();
      timers = [
        setInterval(wake, every),
        setInterval(() => void beat().catch(onError), heartbeat),
        setInterval(() => void sweep().catch(onError), sweepEvery),
      ];
      for (const timer of timers) timer.unref();
      wake();
    },
    reachChanged: () => {
      if (speaking === undefined || closed) return;
      track('others', store.release(by, false, [...inUse(), ...saidAndDone]).then(wake));
    },
    backlog: store.backlog,
    idle: async (panels = true) => {
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
      await store.release(by, false).catch(onError);
      speaking = undefined;
    },
  };
};
