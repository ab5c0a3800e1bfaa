import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { isPanel, type Shown } from './fake/shown.ts';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let ann: Person;
let bob: Person;
const hour = 3_600_000;

beforeEach(async () => {
  on = await realBot();
  gwen = on.discord.user('Gwen', { manages: true });
  ann = on.discord.user('Ann');
  bob = on.discord.user('Bob');
  await gwen.slash('/battle create system:skure name:The Ford size:6x6');
  await ann.slash('/battle join preset:Swordsman side:red');
  await bob.slash('/battle join preset:Swordsman side:blue');
  await gwen.slash('/battle deploy');
  await gwen.slash('/battle clock do:set time:24h reminders:none');
  await gwen.slash('/battle start');
  await on.discord.quiet();
});
afterEach(async () => {
  expect(on.takeErrors()).toEqual([]);
  await on.close();
});

const timeIn = ({ embeds }: Shown | { readonly embeds: Shown['embeds'] }): string | undefined =>
  embeds.at(-1)?.fields?.find(({ name }) => name === 'Time runs out')?.value;
const panel = () => bob.sees().findLast(isPanel);
const ends = (): number => Number(/^<t:(\d+):R>/.exec(timeIn(panel() ?? { embeds: [] }) ?? '')?.[1]) * 1000;

test('the panel shows the deadline of the awaited player, and a new one each turn', async () => {
  const first = ends();
  expect(Math.abs(first - (on.now() + 24 * hour))).toBeLessThan(hour);
  expect(panel()?.text).toContain('Ann to act');
  on.turnClock(5 * hour);
  await ann.slash('/end');
  await on.discord.quiet();
  expect(panel()?.text).toContain('Bob to act');
  expect(ends() - first).toBeGreaterThanOrEqual(5 * hour);
  expect(timeIn(await bob.slash('/battle status'))).toBe(timeIn(panel() ?? { embeds: [] }));
});

test('a paused clock, a new deadline and an expired clock show at once', async () => {
  await gwen.slash('/battle clock do:pause');
  await on.discord.quiet();
  expect(timeIn(panel() ?? { embeds: [] })).toBe('The clock is paused');
  await gwen.slash('/battle clock do:resume');
  await on.discord.quiet();
  const before = ends();
  on.turnClock(25 * hour);
  await bob.awaits('the clock ran out');
  await until(() => panel()?.text.includes('Bob to act') === true, 'the panel of the next turn');
  expect(ends()).toBeGreaterThan(before);
});
