import {
  dedupeWindow,
  itemLifetime,
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

interface Row extends OutboxKey {
  readonly n: number;
  readonly lane: string;
  /** Nothing where it is said, and only its key is remembered. */
  readonly what: OutboxContent | undefined;
  readonly token: string | undefined;
  readonly remembered: boolean;
  readonly attempts: number;
  readonly by: string;
  readonly due: number;
  readonly parkedFor: string | undefined;
  readonly created: number;
  readonly expires: number;
}

export type MemoryOutbox = OutboxStore;

/** Writes what is said of something, where that is written in memory: nothing without an outbox. */
export const createMessageWriter =
  (outbox: Pick<OutboxStore, 'write'> | undefined) =>
  async (placed: PlacedMessage | undefined): Promise<void> => {
    if (placed !== undefined) await outbox?.write(placed, placed.messages);
  };

const never = Number.MAX_SAFE_INTEGER;

/** The outbox in memory: for tests, and for the practice table that keeps nothing. */
export const createMemoryOutbox = (now: () => number): MemoryOutbox => {
  const rows = new Map<string, Row>();
  let n = 0;
  const keyOf = ({ server, id }: Pick<OutboxKey, 'server' | 'id'>): string => JSON.stringify([server, id]);
  const put = (row: Row): void => void rows.set(keyOf(row), row);
  const open = (): readonly Row[] => [...rows.values()].filter(({ what }) => what !== undefined);

  const rowOf = (
    server: string,
    saying: OutboxMessage,
    lease: { readonly owner: string; readonly milliseconds: number },
  ): Row => {
    n += 1;
    const held = saying.interaction !== undefined;
    return {
      ...{ server, id: outboxItemId(saying.key), newest: saying.newest ?? 0, n, lane: saying.lane, attempts: 0 },
      ...{ what: outboxContentSchema.parse(structuredClone(saying.content)), token: saying.token },
      ...{ remembered: saying.rememberKey ?? false, parkedFor: undefined, created: now() },
      ...{
        by: held ? lease.owner : '',
        due: held ? now() + lease.milliseconds : now(),
        expires: now() + itemLifetime(saying),
      },
    };
  };
  const itemOf = ({ server, id, newest, lane, what, token, attempts, created }: Row): readonly OutboxItem[] =>
    what === undefined
      ? []
      : [
          {
            ...{ server, id, newest, lane, content: structuredClone(what), attempts },
            token: created + tokenLifetime > now() ? token : undefined,
          },
        ];
  /** The first of each lane: what follows waits for it. */
  const heads = (): readonly Row[] => {
    const first = new Map<string, Row>();
    for (const row of open().toSorted((a, b) => a.n - b.n)) {
      const lane = JSON.stringify([row.server, row.lane]);
      if (!first.has(lane)) first.set(lane, row);
    }
    return [...first.values()];
  };
  const change = (item: OutboxKey, changed: (row: Row) => Partial<Row>): void => {
    const row = rows.get(keyOf(item));
    if (row?.what !== undefined && row.newest <= item.newest) put({ ...row, ...changed(row) });
  };

  const isDue = ({ due }: Row): boolean => due <= now() || (due > now() + maxDueDelay && due < never);

  return {
    write: async ({ guild, channel }, { messages, lease }) => {
      for (const saying of messages) {
        const row = rowOf(serverKey(guild, channel), saying, lease);
        const there = rows.get(keyOf(row));
        if (there === undefined) put(row);
        else if (there.newest < row.newest) put({ ...row, n: there.n, created: there.created });
      }
    },
    listDueServers: async () => [...new Set(open().flatMap((row) => (isDue(row) ? [row.server] : [])))],
    claim: async (servers, lease) =>
      heads()
        .filter((row) => servers.includes(row.server) && isDue(row))
        .flatMap((row) => {
          put({ ...row, by: lease.owner, due: now() + lease.milliseconds, attempts: row.attempts + 1 });
          return itemOf(row);
        }),
    renewLease: async (items, lease) => {
      for (const item of items)
        change(item, (row) => {
          if (row.by !== lease.owner) return {};
          const until = now() + lease.milliseconds;
          return { due: row.due > now() + maxDueDelay ? until : Math.max(row.due, until) };
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
      open()
        .filter((row) => row.server === server && row.parkedFor === user && row.due === never)
        .flatMap((row) => {
          put({ ...row, by: lease.owner, due: now() + lease.milliseconds });
          return itemOf(row);
        }),
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
