import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseFollowUpOrderId } from '../../src/battle/views/report.ts';
import { isLong } from '../budget.ts';
import { begunByClock } from '../campaign/begun-by-clock.ts';
import { databaseGround, hour } from '../campaign/clock-stage.ts';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let ground: Awaited<ReturnType<typeof databaseGround>>;
let on: RealBot;
let gwen: Person;
let bob: Person;
let cid: Person;

beforeAll(async () => {
  ground = await databaseGround(undefined);
  on = await realBot(ground.stores);
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
  cid = on.discord.user('Cid');
});
afterAll(async () => {
  await on.close();
  await ground.close();
});

const pass = async (milliseconds: number) => {
  on.turnClock(milliseconds);
  await ground.passed(milliseconds);
  await on.discord.quiet(60);
};

const logOf = async (post: { readonly id: string }) => {
  const battle = await ground.stores.battles.byChannel(post.id);
  return battle === undefined ? [] : ground.stores.battles.log(battle);
};
const waitsIn = async (post: { readonly id: string }) => {
  const battle = await ground.stores.battles.byChannel(post.id);
  return battle === undefined ? [] : ground.stores.waits.forBattle(battle.id);
};
const byClock = async (post: { readonly id: string }) => begunByClock(await logOf(post));

/** 4 days in `npm test`, and 40 in the long run. */
const days = isLong ? 40 : 4;

test(`a campaign of three battles runs for ${days} days with restarts and archived posts`, async () => {
  const forum = on.discord.newForum('the-long-road');
  await on.discord.quiet();
  await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road carry:keep');
  const talk = on.discord.newThread('rules and talk', forum);
  await on.discord.quiet();
  await gwen.slash('/campaign rules rules:board.width=8, board.height=8', talk);
  await bob.slash('/my settings zone:Europe/Berlin quiet:22:00-07:00');
  await cid.slash('/my settings call:reminder by:direct');
  const posts: { readonly id: string }[] = [];
  for (const name of ['The Ford', 'The Mill', 'The Keep']) {
    await gwen.slash(`/campaign battle name:${name}`, talk);
    const post = on.discord.threads(forum).find((each) => each.name === name);
    if (post === undefined) throw new Error(`There is no post ${name}.`);
    await on.discord.quiet();
    await bob.slash('/battle join preset:Swordsman name:Bob side:red', post);
    await cid.slash('/battle join preset:Swordsman name:Cid side:blue', post);
    await gwen.slash('/battle deploy', post);
    // Enough HP that no one goes down.
    await gwen.slash('/gm set field:hp value:9000 who:Bob, Cid', post);
    await gwen.slash('/battle clock do:set time:20h reminders:75 end:default', post);
    await gwen.slash('/battle start', post);
    posts.push(post);
  }
  const [ford, mill, keep] = posts;
  if (ford === undefined || mill === undefined || keep === undefined) throw new Error('There are too few posts.');
  await gwen.slash('/battle clock do:pause', keep);

  const list = await bob.slash('/my turns');
  expect(list.private).toBe(true);
  for (const post of posts)
    expect(JSON.stringify([list.embeds, (await cid.slash('/my turns')).embeds])).toContain(
      `https://discord.com/channels/${on.discord.guild.id}/${post.id}`,
    );

  const fordBefore = (await logOf(ford)).length;
  const keptBefore = (await logOf(keep)).length;
  let acted = 0;
  const skipped: string[] = [];
  for (let day = 1; day <= days; day += 1) {
    if (day % 3 === 0) {
      for (const post of posts) on.discord.archive(post);
      await on.discord.quiet();
    }
    if (day % 4 === 0) await on.restart();
    for (let third = 0; third < 3; third += 1) await pass(8 * hour);
    // After a round without a person the clock waits for the GM.
    for (const post of [ford, mill])
      if ((await waitsIn(post)).some(({ user }) => user === gwen.id)) {
        expect((await gwen.slash('/gm skip', post)).private).toBe(false);
        skipped.push(post.id);
      }
    // Bob is awake at the mill on some days, and never at the ford.
    if (day % 5 === 0) {
      const person = (await waitsIn(mill)).some(({ user }) => user === bob.id) ? bob : cid;
      expect((await person.slash('/end', mill)).private).toBe(false);
      acted += 1;
    }
  }

  const ran = await byClock(ford);
  // Cid's twenty hours are less than a day, Bob's up to two days: nobody waits long, and nothing is done twice.
  expect(ran.length).toBeGreaterThanOrEqual(days / 2);
  expect(ran.length).toBeLessThanOrEqual(days);
  expect(new Set(ran.map(({ orderId }) => orderId)).size).toBe(ran.length);
  const turns = (await logOf(ford))
    .slice(fordBefore)
    .flatMap(({ request, orderId }) =>
      request.kind === 'order' && parseFollowUpOrderId(orderId).nth === 0 ? [request.actor] : [],
    );
  expect(turns.length).toBe(ran.length + skipped.filter((id) => id === ford.id).length);
  expect(turns.every((actor, at) => at === 0 || actor !== turns[at - 1])).toBe(true);
  const said = bob.sees(ford).filter(({ text }) => text.includes('the clock ran out'));
  expect(said).toHaveLength(ran.length);

  expect(acted).toBe(Math.floor(days / 5));
  expect((await byClock(mill)).length).toBeGreaterThan(days / 4);
  expect((await logOf(keep)).length).toBe(keptBefore);

  const reminders = (person: Person) => person.pinged().filter(({ text }) => text.includes('left, until'));
  expect(reminders(cid)).toEqual([]);
  expect(cid.direct().length).toBeGreaterThan(days / 4);
  expect(cid.direct().every(({ text }) => text.includes('Cid to act'))).toBe(true);
  expect(reminders(bob).length).toBeGreaterThan(days / 4);

  await gwen.slash('/battle clock do:resume', keep);
  await gwen.slash('/battle end', ford);
  const ended = () => on.discord.threads(forum).find(({ id }) => id === ford.id);
  await until(() => ended()?.tags[0] === 'finished', 'the tag of the end');
  // Discord archives it after an hour without a message.
  expect(ended()?.sleepsAfter).toBe(60);
  expect(on.discord.isArchived(mill)).toBe(false);
  expect(on.takeErrors()).toEqual([]);
}, 240_000);
