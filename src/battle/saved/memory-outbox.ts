import {
  dedupeWindow,
  itemLifetime,
  type Lease,
  maxDueDelay,
  type OutboxContent,
  type OutboxItem,
  type OutboxKey,
  type OutboxMessage,
  type OutboxStore,
  outboxContentSchema,
  outboxItemId,
  type PlacedMessage,
  serverKey,
  tokenLifetime,
} from './outbox.ts';

interface Row extends Omit<OutboxItem, 'content'> {
  readonly n: number;
  /** The message. Undefined after delivery, when only its key is remembered. */
  readonly what: OutboxContent | undefined;
  readonly remembered: boolean;
  readonly by: string;
  readonly due: number;
  readonly parkedFor: string | undefined;
  readonly created: number;
  readonly expires: number;
}

type WaitingRow = Row & { readonly what: OutboxContent };

const isWaiting = (row: Row): row is WaitingRow => row.what !== undefined;

/** Creates a function that writes messages to an outbox in memory. Without an outbox it does nothing. */
export const createMessageWriter =
  (outbox: Pick<OutboxStore, 'write'> | undefined) =>
  async (placed: PlacedMessage | undefined): Promise<void> => {
    if (placed !== undefined) await outbox?.write(placed, placed.messages);
  };

const never = Number.MAX_SAFE_INTEGER;

const keyOf = ({ server, id }: Pick<OutboxKey, 'server' | 'id'>): string => JSON.stringify([server, id]);

const isDue = ({ due }: Row, now: number): boolean => due <= now || (due > now + maxDueDelay && due < never);

const toRow = (server: string, saying: OutboxMessage, { owner, milliseconds }: Lease, n: number, now: number): Row => {
  const held = saying.interaction !== undefined;
  return {
    ...{ server, id: outboxItemId(saying.key), newest: saying.newest ?? 0, n, lane: saying.lane, attempts: 0 },
    ...{ what: outboxContentSchema.parse(structuredClone(saying.content)), token: saying.token },
    ...{ remembered: saying.rememberKey ?? false, parkedFor: undefined, created: now },
    ...{ by: held ? owner : '', due: held ? now + milliseconds : now, expires: now + itemLifetime(saying) },
  };
};

const toItem = ({ server, id, newest, lane, what, token, attempts, created }: WaitingRow, now: number): OutboxItem => ({
  ...{ server, id, newest, lane, content: structuredClone(what), attempts },
  token: created + tokenLifetime > now ? token : undefined,
});

/** An outbox in memory, for tests and practice mode. */
export const createMemoryOutbox = (now: () => number): OutboxStore => {
  const rows = new Map<string, Row>();
  let n = 0;
  const put = (row: Row): void => void rows.set(keyOf(row), row);
  const open = (): readonly WaitingRow[] => [...rows.values()].filter(isWaiting);
  /** The first message of each lane. Later messages of the lane wait. */
  const heads = (): readonly WaitingRow[] => {
    const first = Map.groupBy(
      open().toSorted((a, b) => a.n - b.n),
      ({ server, lane }) => JSON.stringify([server, lane]),
    );
    return [...first.values()].flatMap(([head]) => head ?? []);
  };
  /** Claims rows for a process until its lease expires. */
  const take = (some: readonly WaitingRow[], { owner, milliseconds }: Lease, attempts: number): readonly OutboxItem[] =>
    some.map((row) => {
      put({ ...row, by: owner, due: now() + milliseconds, attempts: row.attempts + attempts });
      return toItem(row, now());
    });
  const change = (item: OutboxKey, changed: (row: WaitingRow) => Partial<Row>): void => {
    const row = rows.get(keyOf(item));
    if (row !== undefined && isWaiting(row) && row.newest <= item.newest) put({ ...row, ...changed(row) });
  };

  return {
    write: async ({ guild, channel }, { messages, lease }) => {
      for (const saying of messages) {
        n += 1;
        const row = toRow(serverKey(guild, channel), saying, lease, n, now());
        const there = rows.get(keyOf(row));
        if (there === undefined) put(row);
        else if (there.newest < row.newest) put({ ...row, n: there.n, created: there.created });
      }
    },
    listDueServers: async () => [...new Set(open().flatMap((row) => (isDue(row, now()) ? [row.server] : [])))],
    claim: async (servers, lease) =>
      take(
        heads().filter((row) => servers.includes(row.server) && isDue(row, now())),
        lease,
        1,
      ),
    renewLease: async (items, lease) => {
      for (const item of items)
        change(item, ({ by, due }) => {
          if (by !== lease.owner) return {};
          const until = now() + lease.milliseconds;
          return { due: due > now() + maxDueDelay ? until : Math.max(due, until) };
        });
    },
    ack: async (items) => {
      for (const item of items) {
        const row = rows.get(keyOf(item));
        if (row === undefined || row.newest > item.newest) continue;
        if (row.remembered) put({ ...row, what: undefined, token: undefined, expires: now() + dedupeWindow });
        else rows.delete(keyOf(item));
      }
    },
    retryLater: async (item, by, after, what) =>
      change(item, (row) =>
        row.by === by ? { due: now() + after, ...(what && { what: structuredClone(what) }) } : {},
      ),
    park: async (item, user, what) =>
      change(item, () => ({
        ...{ what: structuredClone(what), lane: `to ${user} ${item.id}`, parkedFor: user },
        ...{ by: '', due: never, token: undefined },
      })),
    listParked: async () =>
      open().flatMap(({ server, parkedFor }) => (parkedFor === undefined ? [] : [{ server, user: parkedFor }])),
    claimParked: async (server, user, lease) =>
      take(
        open().filter((row) => row.server === server && row.parkedFor === user && row.due === never),
        lease,
        0,
      ),
    release: async (by, alone, except = []) => {
      const held = new Set(except.map(keyOf));
      for (const row of open())
        if (row.by !== '' && (alone || row.by === by) && !held.has(keyOf(row)))
          put({ ...row, by: '', due: Math.min(row.due, now()) });
    },
    sweep: async () => {
      for (const row of rows.values()) {
        if (row.expires <= now()) rows.delete(keyOf(row));
        else if (row.token !== undefined && row.created + tokenLifetime <= now()) put({ ...row, token: undefined });
      }
    },
    forgetUser: async (user) => {
      for (const row of open()) if (JSON.stringify(row.what).includes(JSON.stringify(user))) rows.delete(keyOf(row));
    },
    backlog: async () => {
      const waiting = open().filter(({ parkedFor }) => parkedFor === undefined);
      const oldest = Math.min(...waiting.map(({ created }) => created), now());
      return { items: waiting.length, oldest: now() - oldest };
    },
  };
};
