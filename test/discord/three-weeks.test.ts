import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFreeTime } from '../../src/campaign/calendar.ts';
import { findPersonalSettings } from '../../src/campaign/people.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { hour } from '../campaign/clock-stage.ts';
import type { Person } from './fake/person.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;
let cid: Person;
const stores = createMemoryStores(() => on.now(), 'when called');

beforeAll(async () => {
  on = await realBot(stores, undefined, undefined, { hour: () => Date.parse('2026-11-02T08:00:00Z') });
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
  cid = on.discord.user('Cid');
});
afterAll(async () => on.close());

/** Messages that called each person, also those that a later turn message replaced. */
const called = new Map<string, Set<string>>();
const callsTo = (user: string): number => {
  const person = [gwen, bob, cid].find(({ id }) => id === user);
  const ids = [...(person?.pinged() ?? []), ...(person?.direct() ?? [])].map(({ id }) => id);
  const all = new Set([...(called.get(user) ?? []), ...ids]);
  called.set(user, all);
  return all.size;
};

/** Calls that each person had got before they were awaited, by wait. */
const uncalled = new Map<string, { readonly user: string; readonly calls: number }>();
const seen = new Set<string>();
let callsBefore = new Map<string, number>();

/** Waits that are new since the last check and whose person was not called, though free. */
const findUncalled = async (post: string): Promise<readonly string[]> => {
  const battle = await stores.battles.byChannel(post);
  const waits = battle === undefined || battle.status === 'ended' ? [] : await stores.waits.forBattle(battle.id);
  const keys = new Set(
    waits.map(({ actor, kind, since, user }) => JSON.stringify([battle?.id, actor, kind, since, user])),
  );
  for (const key of keys) {
    const user = String(JSON.parse(key)[4]);
    if (!seen.has(key)) uncalled.set(key, { user, calls: callsBefore.get(user) ?? 0 });
    seen.add(key);
  }
  const missed: string[] = [];
  for (const [key, { user, calls }] of uncalled) {
    const isCalled = callsTo(user) > calls;
    if (isCalled || !keys.has(key)) uncalled.delete(key);
    else if (isFreeTime(on.now(), await findPersonalSettings(stores.people, user))) missed.push(key);
  }
  callsBefore = new Map([gwen, bob, cid].map(({ id }) => [id, callsTo(id)]));
  return missed;
};

test('in three battles over three weeks, whoever is awaited has been called within the hour', async () => {
  const forum = on.discord.newForum('the-long-road');
  await on.discord.quiet();
  await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road');
  const talk = on.discord.newThread('rules and talk', forum);
  await on.discord.quiet();
  await bob.slash('/my settings zone:Europe/Berlin quiet:22:00-07:00');
  await cid.slash('/my settings call:turn by:direct');
  const missed: string[] = [];
  for (const [week, name] of ['The Ford', 'The Mill', 'The Keep'].entries()) {
    await gwen.slash(`/campaign battle name:${name}`, talk);
    const post = on.discord.threads(forum).find((each) => each.name === name);
    if (post === undefined) throw new Error(`There is no post ${name}.`);
    await on.discord.quiet();
    const as = week === 0 ? 'preset:Swordsman name' : 'character';
    for (const [who, own] of [
      [bob, 'Bob'],
      [cid, 'Cid'],
    ] as const)
      expect((await who.slash(`/battle join ${as}:${own} side:red`, post)).text).toMatch(/joins/);
    await gwen.slash('/npc add preset:Zombie', post);
    await gwen.slash('/battle deploy', post);
    await gwen.slash('/gm set field:hp value:9000 who:all', post);
    // Later battles inherit the clock of the first one.
    if (week === 0) await gwen.slash('/battle clock do:set time:20h reminders:75 end:default', post);
    expect((await gwen.slash('/battle clock', post)).text).toContain('20 hours per turn');
    callsBefore = new Map([gwen, bob, cid].map(({ id }) => [id, callsTo(id)]));
    await gwen.slash('/battle start', post);
    // Answers cannot be sent any more once the clock is turned.
    await on.discord.quiet(60);
    for (let each = 0; each < 7 * 24; each += 1) {
      on.turnClock(hour);
      await stores.waits.ringDueAlarms();
      await on.settled();
      // A new turn message is posted a moment after the order.
      if ((await findUncalled(post.id)).length > 0) await on.discord.quiet(60);
      missed.push(...(await findUncalled(post.id)).map((wait) => `${new Date(on.now()).toISOString()} ${wait}`));
      if (each % 30 === 29) {
        await bob.slash('/end', post);
        await on.discord.quiet(60);
      }
    }
    await gwen.slash('/gm set field:hp value:12 who:Bob', post);
    const before = gwen.direct().length;
    await gwen.slash('/battle end', post);
    await on.settled();
    // The question about Bob’s wounds reaches the GM at once, and the decision reaches Bob before the next battle.
    expect(gwen.direct().length).toBeGreaterThan(before);
    await bob.awaits('Gwen decides whether this stays', post);
    await gwen.slash('/campaign carry-over choice:restore', talk);
    await on.settled();
  }
  expect(missed).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
  expect(on.takeErrors()).toEqual([]);
}, 240_000);
