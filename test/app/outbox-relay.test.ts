import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createOutboxRelay,
  type DeliveryOutcome,
  type OutboxRelay,
  type Undelivered,
} from '../../src/app/outbox/outbox-relay.ts';
import { memoryOutbox } from '../../src/battle/saved/memory-outbox.ts';
import { type Item, type OutboxMessage, tokenLifetime } from '../../src/battle/saved/outbox.ts';

const minute = 60_000;
const where = { guild: '100', channel: 'arena' };

let time = 0;
let store = memoryOutbox(() => time);
const opened: OutboxRelay[] = [];
beforeEach(() => {
  time = 1_000_000;
  store = memoryOutbox(() => time);
});
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const post = (once: string, parts: Partial<OutboxMessage> = {}): OutboxMessage => ({
  once,
  lane: 'arena',
  what: { kind: 'post', channel: 'arena', words: once },
  ...parts,
});
const answer = (order: string, token = 'a token'): OutboxMessage => ({
  once: `answer ${order}`,
  lane: 'arena',
  what: { kind: 'answer', battle: 'b', order, user: 'ada', channel: 'arena', left: 'all' },
  token,
  hand: order,
});
const panel = (newest: number, hand?: string): OutboxMessage => ({
  once: 'panel b',
  lane: 'panel b',
  what: { kind: 'panel', battle: 'b' },
  newest,
  ...(hand !== undefined && { hand }),
});

/** A process that says things through a scripted Discord: what was said is kept, in order. */
const process = async (
  by: string,
  say: (item: Item, nth: number) => Promise<DeliveryOutcome> = async () => ({ how: 'said' }),
  holds: (server: string) => boolean = () => true,
) => {
  const said: string[] = [];
  const undelivered: (Undelivered & { readonly dropped: boolean })[] = [];
  const errors: unknown[] = [];
  const one = createOutboxRelay({
    ...{ store, by, every: 100_000 },
    undelivered: (what, dropped) => undelivered.push({ ...what, dropped }),
    onError: (error) => errors.push(error),
  });
  opened.push(one);
  const named = ({ what }: Item): string => {
    if (what.kind === 'post') return String(what.words);
    return what.kind === 'answer' ? `${what.kind} ${what.order} ${what.left}` : what.kind;
  };
  const begin = (alone?: boolean) =>
    one.begin(
      {
        say: async (item) => {
          said.push(named(item));
          return say(item, said.length);
        },
        holds,
        lasts: (error) => (error === 'down' ? 'passes' : error === 'refused' ? 'stays' : 'unknown'),
      },
      alone,
    );
  const commit = async (sayings: readonly OutboxMessage[]) => {
    const written = one.sayings(sayings);
    if (written !== undefined) await store.write(where, written);
    one.wrote(where, written);
  };
  await begin();
  return { ...one, said, undelivered, errors, begin, commit };
};

test('what is written is said at once, by whoever holds the server', async () => {
  const here = await process('here', undefined, (server) => server === '200');
  const there = await process('there', undefined, (server) => server === '100');
  await here.commit([post('a')]);
  await here.idle();
  expect(here.said).toEqual([]);
  await there.idle();
  expect(there.said).toEqual(['a']);
  expect((await store.backlog()).items).toBe(0);
});

test('what an interaction has in hand waits for its answer, and then the panel is shown', async () => {
  const one = await process('one');
  await one.commit([answer('o'), panel(2, 'o')]);
  await one.idle();
  expect(one.said).toEqual([]);
  expect(one.answers('o')).toBe(true);
  one.answered('o');
  await one.idle();
  expect(one.said).toEqual(['panel']);
  expect((await store.backlog()).items).toBe(0);
});

test('a post in the channel comes after the answer that is on its way', async () => {
  const one = await process('one');
  await one.commit([answer('o')]);
  await one.say(where, [post('after')]);
  await one.idle();
  expect(one.said).toEqual([]);
  one.answered('o');
  await one.idle();
  expect(one.said).toEqual(['after']);
});

test.each([
  { how: 'untold', left: 'all' },
  { how: 'otherwise', left: 'missed' },
] as const)('an answer that is $how is given again, and the panel shown', async ({ how, left }) => {
  const one = await process('one');
  await one.commit([answer('o'), panel(2, 'o')]);
  one.answered('o', how);
  await one.idle();
  expect(one.said.toSorted()).toEqual([`answer o ${left}`, 'panel']);
});

test('what a process that died had in hand is said by the next one, once its lease has run out', async () => {
  const dead = await process('dead');
  await dead.commit([answer('o'), panel(2, 'o')]);
  const next = await process('next');
  await next.idle();
  expect(next.said).toEqual([]);
  time += minute;
  await next.idle();
  expect(next.said.toSorted()).toEqual(['answer o all', 'panel']);
  await next.idle();
  expect(next.said).toHaveLength(2);
});

test('it is said at once where there can be no other process', async () => {
  const dead = await process('dead');
  await dead.commit([answer('o')]);
  const next = await process('next', undefined, () => false);
  await next.begin(true);
  const last = await process('last');
  await last.idle();
  expect(last.said).toEqual(['answer o all']);
});

test('of three processes of one shard one says it, each thing once', async () => {
  const all = await Promise.all(['one', 'two', 'three'].map((by) => process(by)));
  await all[0]?.say(
    where,
    Array.from({ length: 12 }, (_, n) => post(`${n}`, { lane: `lane ${n % 4}` })),
  );
  for (let round = 0; round < 4; round++) for (const each of all) await each.idle();
  expect(all.flatMap(({ said }) => said).toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `${n}`).toSorted());
});

test('while Discord is away it is tried again with growing pauses, in order, and other channels do not wait', async () => {
  let down = true;
  const one = await process('one', async ({ lane }) => {
    if (down && lane === 'arena') throw 'down';
    return { how: 'said' };
  });
  await one.say(where, [post('a'), post('b'), post('c', { lane: 'cellar' })]);
  await one.idle();
  expect(one.said).toEqual(['a', 'c']);
  const tries: number[] = [];
  for (let second = 1; second <= 40; second++) {
    time += 1000;
    const before = one.said.length;
    await one.idle();
    if (one.said.length > before) tries.push(second);
  }
  expect(tries).toEqual([1, 3, 7, 15, 31]);
  down = false;
  time += 10 * minute;
  await one.idle();
  expect(one.said.slice(-2)).toEqual(['a', 'b']);
  expect(one.undelivered.every(({ dropped }) => !dropped)).toBe(true);
});

test('a process that loses its gateway puts nothing off, and leaves at once what it had put off', async () => {
  let isConnected = true;
  const cut = await process(
    'cut',
    async () => {
      throw 'down';
    },
    () => isConnected,
  );
  const other = await process('other', undefined, () => !isConnected);
  await cut.say(where, [post('put off')]);
  await cut.idle();
  await other.idle();
  isConnected = false;
  await other.idle();
  expect(other.said).toEqual([]);
  cut.reachChanged();
  await cut.idle();
  await other.idle();
  expect([cut.said, other.said]).toEqual([['put off'], ['put off']]);
});

test('what Discord refuses for good is dropped, with ids alone for the log', async () => {
  const one = await process('one', async ({ what }) => {
    if (what.kind === 'post' && what.words === 'bad') throw 'refused';
    return what.kind === 'post' && what.words === 'gone' ? { how: 'refused', why: 'gone' } : { how: 'said' };
  });
  await one.say(where, [post('bad'), post('gone'), post('good')]);
  await one.idle();
  expect(one.said).toEqual(['bad', 'gone', 'good']);
  expect(one.undelivered).toMatchObject([
    { kind: 'post', server: '100', why: 'refused', dropped: true },
    { kind: 'post', server: '100', why: 'gone', dropped: true },
  ]);
});

test('what fails for no known reason blocks its channel for some attempts only', async () => {
  const one = await process('one', async ({ what }) => {
    if (what.kind === 'post' && what.words === 'bug') throw new Error('a bug');
    return { how: 'said' };
  });
  await one.say(where, [post('bug'), post('next')]);
  for (let n = 0; n < 8; n++) {
    await one.idle();
    time += 10 * minute;
  }
  expect(one.said).toEqual([...Array.from({ length: 6 }, () => 'bug'), 'next']);
  expect(one.undelivered.filter(({ dropped }) => dropped)).toHaveLength(1);
});

test('a panel that shows a later moment than it was asked for is done with that too', async () => {
  const one = await process('one', async () => ({ how: 'said', version: 5 }));
  await one.commit([panel(3)]);
  await one.idle();
  expect((await store.backlog()).items).toBe(0);
  await one.commit([panel(6)]);
  await one.idle();
  expect(one.said).toEqual(['panel', 'panel']);
});

test('what one person alone may read is kept for their next press, shown once, and kept again where it was not', async () => {
  const what = { kind: 'whisper', user: 'ada', of: { kind: 'words', words: 'a secret' } } as const;
  const one = await process('one', async () => ({ how: 'kept', user: 'ada', what }));
  await one.say(where, [post('x')]);
  await one.idle();
  expect(one.whispers(where, 'bob')).toBe(false);
  expect(one.whispers(where, 'ada')).toBe(true);
  const [first] = await one.takeWhispers(where, 'ada');
  expect(first?.item.what).toEqual(what);
  expect(await one.takeWhispers(where, 'ada')).toEqual([]);
  first?.unshown();
  await one.idle();
  const [again] = await one.takeWhispers(where, 'ada');
  again?.shown();
  await one.idle();
  expect(one.whispers(where, 'ada')).toBe(false);
  // Another process knows of it from the store.
  await one.say(where, [post('y')]);
  await one.idle();
  expect((await process('two')).whispers(where, 'ada')).toBe(true);
});

test('the token of an interaction is forgotten after a quarter of an hour, whatever becomes of the answer', async () => {
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
  await next.idle();
  time += tokenLifetime;
  down = false;
  await next.idle();
  expect(tokens).toEqual(['a token', undefined]);
});
