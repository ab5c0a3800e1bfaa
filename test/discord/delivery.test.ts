import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let bob: Person;

beforeEach(async () => {
  on = await stage({ heartbeat: 150 });
  bob = on.discord.user('Bob');
});
afterEach(() => on.close());

const answers = () => on.discord.requests().filter(({ path }) => path.endsWith('/callback'));

test('an interaction delivered twice gives one order and one answer', async () => {
  on.discord.nextDelivered(2);
  await bob.slash('/strike target:Grim');
  await on.discord.quiet();
  expect(on.toy.orders).toHaveLength(1);
  expect(answers().map(({ status }) => status)).toEqual([204]);
  expect(bob.sees()).toHaveLength(1);
});

test('an interaction delivered to two processes gives one order and one answer', async () => {
  const twin = on.twin();
  await twin.ready;
  await bob.slash('/strike target:Grim');
  await on.discord.quiet();
  await twin.stop();
  expect(on.toy.orders).toHaveLength(1);
  expect(answers().map(({ code }) => code)).toEqual([undefined, 40060]);
  expect(bob.sees()).toHaveLength(1);
});

test('a message whose confirmation was lost is not repeated, and the next one is sent', async () => {
  const look = await bob.slash('/look');
  on.discord.strike(/callback$/, { kind: 'lost answer' }, 1);
  expect((await bob.press('Defend', look))?.text).toBe('Bob defends');
  expect((await bob.awaits('Only for you')).private).toBe(true);
  await on.discord.quiet();
  expect(bob.sees().filter(({ text }) => text === 'Bob defends')).toHaveLength(1);
  expect(bob.sees().filter(({ text }) => text === 'Only for you')).toHaveLength(1);
});

test('interactions sent while the gateway is down arrive after RESUME', async () => {
  on.discord.drop();
  await until(() => !on.discord.isConnected(), 'the cut');
  const shown = await bob.slash('/strike target:Grim');
  expect(shown.text).toContain('Bob strikes');
  expect(on.discord.connections()).toMatchObject({ identified: 1, resumed: 1 });
  expect(on.toy.orders).toHaveLength(1);
});

test('buttons work after the gateway session is lost and identified again', async () => {
  await bob.slash('/look');
  on.discord.drop(true);
  await until(() => on.discord.connections().identified === 2, 'another IDENTIFY', 10_000);
  expect((await bob.press('Defend'))?.text).toBe('Bob defends');
});

test('heartbeats are sent and answered', async () => {
  await until(() => on.discord.connections().heartbeats >= 3, 'three heartbeats');
  expect(on.discord.isConnected()).toBe(true);
});

test('buttons made before a restart work after it', async () => {
  await bob.slash('/look');
  await on.restart();
  expect((await bob.press('Defend'))?.text).toBe('Bob defends');
});

test('a rate limit only delays answers', async () => {
  on.discord.limit(/^POST \/webhooks/, 2, 0.1);
  on.discord.limit(/^POST \/interactions/, 1, 0.1);
  await bob.slash('/look');
  await bob.press('Defend');
  expect((await bob.awaits('Only for you')).private).toBe(true);
  expect(on.discord.requests().filter(({ status }) => status === 429)).toHaveLength(3);
});

test('twenty commands at the same time each get one answer', async () => {
  const people = Array.from({ length: 20 }, (_, n) => on.discord.user(`P${n}`));
  const shown = await Promise.all(people.map((one) => one.slash('/strike target:Grim')));
  expect(shown.map(({ text }) => text.split(' ')[0])).toEqual(people.map(({ name }) => name));
  expect(on.toy.orders).toHaveLength(20);
});
