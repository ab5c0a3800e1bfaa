import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createOutboxRelay,
  type DeliveryOutcome,
  type OutboxRelay,
  type UndeliveredItem,
} from '../../src/app/outbox/outbox-relay.ts';
import { createMemoryOutbox } from '../../src/battle/saved/memory-outbox.ts';
import { type OutboxItem, type OutboxMessage, tokenLifetime } from '../../src/battle/saved/outbox.ts';

const minute = 60_000;
const where = { guild: '100', channel: 'arena' };

let time = 0;
let store = createMemoryOutbox(() => time);
const startedProcesses: OutboxRelay[] = [];
beforeEach(() => {
  time = 1_000_000;
  store = createMemoryOutbox(() => time);
});
afterEach(async () => {
  for (const each of startedProcesses.splice(0)) await each.close();
});

const post = (key: string, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  key,
  lane: 'arena',
  content: { kind: 'post', channel: 'arena', words: key },
  ...parts,
});
const answer = (order: string, token = 'a token'): OutboxMessage => ({
  key: `answer ${order}`,
  lane: 'arena',
  content: { kind: 'answer', battle: 'b', order, user: 'ada', channel: 'arena', left: 'all' },
  token,
  interaction: order,
});
const panel = (newest: number, interaction?: string): OutboxMessage => ({
  key: 'panel b',
  lane: 'panel b',
  content: { kind: 'panel', battle: 'b' },
  newest,
  ...(interaction !== undefined && { interaction }),
});

/** A process with a scripted Discord, which records sent messages in order. */
const process = async (
  owner: string,
  say: (item: OutboxItem, nth: number) => Promise<DeliveryOutcome> = async () => ({ how: 'said' }),
  servesServer: (server: string) => boolean = () => true,
) => {
  const said: string[] = [];
  const undelivered: (UndeliveredItem & { readonly dropped: boolean })[] = [];
  const errors: unknown[] = [];
  const one = createOutboxRelay({
    ...{ store, owner, pollInterval: 100_000 },
    onUndelivered: (what, dropped) => undelivered.push({ ...what, dropped }),
    onError: (error) => errors.push(error),
  });
  startedProcesses.push(one);
  const named = ({ content }: OutboxItem): string => {
    if (content.kind === 'post') return String(content.words);
    return content.kind === 'answer' ? `${content.kind} ${content.order} ${content.left}` : content.kind;
  };
  const begin = (alone?: boolean) =>
    one.start(
      {
        deliver: async (item) => {
          said.push(named(item));
          return say(item, said.length);
        },
        servesServer,
        failureKind: (error) => (error === 'down' ? 'passes' : error === 'refused' ? 'stays' : 'unknown'),
      },
      alone,
    );
  const commit = async (sayings: readonly OutboxMessage[]) => {
    const written = one.withLease(sayings);
    if (written !== undefined) await store.write(where, written);
    one.noteWritten(where, written);
  };
  await begin();
  return { ...one, said, undelivered, errors, begin, commit };
};

test('an outbox message is sent at once by the process that holds the server', async () => {
  const here = await process('here', undefined, (server) => server === '200');
  const there = await process('there', undefined, (server) => server === '100');
  await here.commit([post('a')]);
  await here.whenIdle();
  expect(here.said).toEqual([]);
  await there.whenIdle();
  expect(there.said).toEqual(['a']);
  expect((await store.backlog()).items).toBe(0);
});

test('the panel waits until the interaction’s answer has been sent', async () => {
  const one = await process('one');
  await one.commit([answer('o'), panel(2, 'o')]);
  await one.whenIdle();
  expect(one.said).toEqual([]);
  expect(one.hasAnswer('o')).toBe(true);
  one.noteAnswered('o');
  await one.whenIdle();
  expect(one.said).toEqual(['panel']);
  expect((await store.backlog()).items).toBe(0);
});

test('a post waits for an answer that is still in flight in its channel', async () => {
  const one = await process('one');
  await one.commit([answer('o')]);
  await one.send(where, [post('after')]);
  await one.whenIdle();
  expect(one.said).toEqual([]);
  one.noteAnswered('o');
  await one.whenIdle();
  expect(one.said).toEqual(['after']);
});

test.each([
  { how: 'untold', left: 'all' },
  { how: 'otherwise', left: 'missed' },
] as const)('an answer noted as $how is sent again, and the panel is shown', async ({ how, left }) => {
  const one = await process('one');
  await one.commit([answer('o'), panel(2, 'o')]);
  one.noteAnswered('o', how);
  await one.whenIdle();
  expect(one.said.toSorted()).toEqual([`answer o ${left}`, 'panel']);
});

test('messages of a crashed process are sent by the next one after the lease expires', async () => {
  const dead = await process('dead');
  await dead.commit([answer('o'), panel(2, 'o')]);
  const next = await process('next');
  await next.whenIdle();
  expect(next.said).toEqual([]);
  time += minute;
  await next.whenIdle();
  expect(next.said.toSorted()).toEqual(['answer o all', 'panel']);
  await next.whenIdle();
  expect(next.said).toHaveLength(2);
});

test('a sole process sends the messages of a crashed one at once', async () => {
  const dead = await process('dead');
  await dead.commit([answer('o')]);
  const next = await process('next', undefined, () => false);
  await next.begin(true);
  const last = await process('last');
  await last.whenIdle();
  expect(last.said).toEqual(['answer o all']);
});

test('three processes of one shard send each message exactly once', async () => {
  const all = await Promise.all(['one', 'two', 'three'].map((by) => process(by)));
  await all[0]?.send(
    where,
    Array.from({ length: 12 }, (_, n) => post(`${n}`, { lane: `lane ${n % 4}` })),
  );
  for (let round = 0; round < 4; round++) for (const each of all) await each.whenIdle();
  expect(all.flatMap(({ said }) => said).toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `${n}`).toSorted());
});

test('retries while Discord is down wait longer each time and block only their own channel', async () => {
  let down = true;
  const one = await process('one', async ({ lane }) => {
    if (down && lane === 'arena') throw 'down';
    return { how: 'said' };
  });
  await one.send(where, [post('a'), post('b'), post('c', { lane: 'cellar' })]);
  await one.whenIdle();
  expect(one.said).toEqual(['a', 'c']);
  const tries: number[] = [];
  for (let second = 1; second <= 40; second++) {
    time += 1000;
    const before = one.said.length;
    await one.whenIdle();
    if (one.said.length > before) tries.push(second);
  }
  expect(tries).toEqual([1, 3, 7, 15, 31]);
  down = false;
  time += 10 * minute;
  await one.whenIdle();
  expect(one.said.slice(-2)).toEqual(['a', 'b']);
  expect(one.undelivered.every(({ dropped }) => !dropped)).toBe(true);
});

test('a process that loses its gateway releases its delayed messages at once', async () => {
  let isConnected = true;
  const cut = await process(
    'cut',
    async () => {
      throw 'down';
    },
    () => isConnected,
  );
  const other = await process('other', undefined, () => !isConnected);
  await cut.send(where, [post('put off')]);
  await cut.whenIdle();
  await other.whenIdle();
  isConnected = false;
  await other.whenIdle();
  expect(other.said).toEqual([]);
  cut.reachChanged();
  await cut.whenIdle();
  await other.whenIdle();
  expect([cut.said, other.said]).toEqual([['put off'], ['put off']]);
});

test('a message that Discord refuses for good is dropped, and only its ids are logged', async () => {
  const one = await process('one', async ({ content }) => {
    if (content.kind === 'post' && content.words === 'bad') throw 'refused';
    return content.kind === 'post' && content.words === 'gone' ? { how: 'refused', why: 'gone' } : { how: 'said' };
  });
  await one.send(where, [post('bad'), post('gone'), post('good')]);
  await one.whenIdle();
  expect(one.said).toEqual(['bad', 'gone', 'good']);
  expect(one.undelivered).toMatchObject([
    { kind: 'post', server: '100', why: 'refused', dropped: true },
    { kind: 'post', server: '100', why: 'gone', dropped: true },
  ]);
});

test('an unknown failure blocks its channel for six attempts only', async () => {
  const one = await process('one', async ({ content }) => {
    if (content.kind === 'post' && content.words === 'bug') throw new Error('a bug');
    return { how: 'said' };
  });
  await one.send(where, [post('bug'), post('next')]);
  for (let n = 0; n < 8; n++) {
    await one.whenIdle();
    time += 10 * minute;
  }
  expect(one.said).toEqual([...Array.from({ length: 6 }, () => 'bug'), 'next']);
  expect(one.undelivered.filter(({ dropped }) => dropped)).toHaveLength(1);
});

test('a panel newer than requested completes the older request', async () => {
  const one = await process('one', async () => ({ how: 'said', version: 5 }));
  await one.commit([panel(3)]);
  await one.whenIdle();
  expect((await store.backlog()).items).toBe(0);
  await one.commit([panel(6)]);
  await one.whenIdle();
  expect(one.said).toEqual(['panel', 'panel']);
});

test('an ephemeral message waits for its user’s next press and is retried if not shown', async () => {
  const what = { kind: 'whisper', user: 'ada', of: { kind: 'words', words: 'a secret' } } as const;
  const one = await process('one', async () => ({ how: 'kept', user: 'ada', what }));
  await one.send(where, [post('x')]);
  await one.whenIdle();
  expect(one.hasEphemeral(where, 'bob')).toBe(false);
  expect(one.hasEphemeral(where, 'ada')).toBe(true);
  const [first] = await one.takeEphemeral(where, 'ada');
  expect(first?.item.content).toEqual(what);
  expect(await one.takeEphemeral(where, 'ada')).toEqual([]);
  first?.unshown();
  await one.whenIdle();
  const [again] = await one.takeEphemeral(where, 'ada');
  again?.shown();
  await one.whenIdle();
  expect(one.hasEphemeral(where, 'ada')).toBe(false);
  // Another process reads it from the store.
  await one.send(where, [post('y')]);
  await one.whenIdle();
  expect((await process('two')).hasEphemeral(where, 'ada')).toBe(true);
});

test('the interaction token is removed after fifteen minutes', async () => {
  const dead = await process('dead');
  await dead.commit([answer('o')]);
  const tokens: (string | undefined)[] = [];
  let down = true;
  const next = await process('next', async ({ token }) => {
    tokens.push(token);
    if (down) throw 'down';
    return { how: 'said' };
  });
  time += minute;
  await next.whenIdle();
  time += tokenLifetime;
  down = false;
  await next.whenIdle();
  expect(tokens).toEqual(['a token', undefined]);
});
