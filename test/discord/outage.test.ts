import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let ann: Person;
let bob: Person;

beforeEach(async () => {
  on = await stage();
  on.toy.set({ channel: on.discord.channel.id });
  ann = on.discord.user('Ann');
  bob = on.discord.user('Bob');
});
afterEach(() => on.close());

const toyPanel = () => bob.sees().filter(({ text }) => text.startsWith('Version'));
const errors = () => on.logged.filter((text) => /"level":(50|60)/.test(text));
/** Number of attempts that Discord's client makes by itself. */
const once = 4;

test.each([
  { what: 'a command', doing: () => bob.slash('/strike target:Grim'), says: 'Bob strikes' },
  { what: 'a slow command', doing: () => bob.slash('/slow end:public'), says: 'At last' },
])('the answer to $what arrives once after Discord refused it at first', async ({ doing, says }) => {
  on.discord.outage(/POST .*\/callback/, once + 1);
  expect(await doing()).toMatchObject({ text: expect.stringContaining(says), private: false });
  await on.discord.quiet();
  expect(ann.sees().filter(({ text }) => text.includes(says))).toHaveLength(1);
  expect(on.toy.orders).toHaveLength(1);
  expect(errors()).toEqual([]);
});

test('a button’s answer and its private message arrive after Discord refused them at first', async () => {
  const look = await bob.slash('/look');
  on.discord.outage(/POST .*\/callback/, once + 1);
  on.discord.outage(/POST \/webhooks/, 2 * once + 1);
  expect((await bob.press('Defend', look))?.text).toBe('Bob defends');
  expect((await bob.awaits('Only for you')).private).toBe(true);
  expect(on.toy.orders).toHaveLength(1);
});

test('a deferred answer arrives when Discord is back', async () => {
  const slow = await stage({ deferAfter: 20 });
  slow.toy.set({ slowness: 100 });
  const eve = slow.discord.user('Eve');
  const over = slow.discord.outage(/(PATCH|POST) \/webhooks/);
  const asked = eve.slash('/slow end:public');
  await until(() => slow.discord.requests().filter(({ status }) => status === 503).length > once, 'attempts in vain');
  expect(eve.sees().map(({ loading }) => loading)).toEqual([true]);
  over();
  expect(await asked).toMatchObject({ text: 'At last', loading: false });
  await slow.close();
});

test('an answer that came too late is posted once in the channel when Discord is back', async () => {
  const over = on.discord.outage();
  await expect(bob.slash('/strike target:Grim')).rejects.toThrow('respond');
  expect(on.toy.orders).toHaveLength(1);
  expect(bob.sees()).toEqual([]);
  over();
  await bob.awaits('Bob strikes');
  await on.discord.quiet();
  const said = ann.sees().filter(({ text }) => !text.startsWith('Version'));
  expect(said.map(({ text }) => text)).toEqual([expect.stringContaining('Bob strikes')]);
  expect(toyPanel().map(({ text }) => text)).toEqual(['Version 2\n1 orders']);
  expect(errors()).toEqual([]);
});

test('a panel that could not be updated shows the last state when Discord is back', async () => {
  await bob.slash('/strike target:Grim');
  await on.discord.quiet();
  const [panel] = toyPanel();
  const over = on.discord.outage(/(PATCH|POST) \/channels/);
  for (let n = 0; n < 3; n += 1) await bob.slash('/strike target:Grim');
  await until(() => on.discord.requests().filter(({ status }) => status === 503).length > once, 'attempts in vain');
  expect(toyPanel().map(({ text }) => text)).toEqual(['Version 2\n1 orders']);
  over();
  await on.discord.quiet();
  expect(toyPanel().map(({ text, id }) => [text, id])).toEqual([['Version 5\n4 orders', panel?.id]]);
  expect(on.noticed).not.toContainEqual(expect.stringMatching(/gone|forbidden/));
  expect(errors()).toEqual([]);
});

test('the bot stops at once during an outage', async () => {
  const over = on.discord.outage(/(PATCH|POST) \/channels/);
  await bob.slash('/strike target:Grim');
  await until(() => on.discord.requests().some(({ status }) => status === 503), 'an attempt in vain');
  await on.restart();
  over();
  await bob.slash('/strike target:Grim');
  await on.discord.quiet();
  expect(toyPanel().map(({ text }) => text)).toEqual(['Version 3\n2 orders']);
});

test('rate limits everywhere delay answers and panels, and lose and repeat none', async () => {
  on.discord.limit(/POST .*\/callback/, 4, 0.15);
  on.discord.limit(/POST \/channels/, 2, 0.15);
  on.discord.limit(/PATCH \/channels/, 4, 0.1);
  on.discord.limit(/POST \/webhooks/, 3, 0.1);
  const people = [ann, bob, ...Array.from({ length: 6 }, (_, n) => on.discord.user(`P${n}`))];
  const shown = await Promise.all(people.map((one) => one.slash('/strike target:Grim')));
  expect(shown.map(({ text }) => text.split(' ')[0])).toEqual(people.map(({ name }) => name));
  await on.discord.quiet();
  expect(on.toy.orders).toHaveLength(people.length);
  expect(toyPanel().map(({ text }) => text)).toEqual([`Version ${people.length + 1}\n${people.length} orders`]);
});

test('a command sent while the gateway and the API are down is executed once', async () => {
  const over = on.discord.outage(/(PATCH|POST) \/(channels|webhooks|interactions)/);
  on.discord.drop();
  await until(() => !on.discord.isConnected(), 'the cut');
  const late = bob.slash('/strike target:Grim').catch(() => undefined);
  await until(() => on.discord.connections().resumed === 1, 'the gateway to be resumed');
  await until(() => on.toy.orders.length === 1, 'the order');
  over();
  await late;
  await bob.awaits('Bob strikes');
  await on.discord.quiet();
  expect(ann.sees().filter(({ text }) => text.includes('Bob strikes'))).toHaveLength(1);
  expect(on.toy.orders).toHaveLength(1);
});
