import { afterEach, beforeEach, expect, test } from 'vitest';
import { isLong, someOf } from '../budget.ts';
import type { Person } from './fake/person.ts';
import { isPanel } from './fake/shown.ts';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;
const hour = 3_600_000;

beforeEach(async () => {
  on = await realBot();
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
});
afterEach(async () => {
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
  await on.close();
});

/** A battle of Bob against a zombie, Bob to act first. */
const fight = async (place: { readonly id: string }, name = 'The Ford') => {
  await gwen.slash(`/battle create system:skure name:${name} settings:board.width=6, board.height=6`, place);
  await bob.slash('/battle join preset:Swordsman name:Bob', place);
  await gwen.slash('/npc add preset:Zombie', place);
  await gwen.slash('/battle deploy', place);
  await gwen.slash('/battle start', place);
  await on.discord.quiet();
};
const panels = (place: { readonly id: string }) => gwen.sees(place).filter(isPanel);
/** The direct messages to the GM, except those about their turn. */
const told = () => gwen.direct().flatMap(({ text }) => (text.includes('it is your turn') ? [] : [text]));

test('an order in the battle unarchives its post', async () => {
  const post = on.discord.newPost('The Ford');
  await fight(post);
  on.turnClock(8 * 24 * hour);
  on.discord.archive(post);
  await bob.slash('/end', post);
  await until(() => !on.discord.isArchived(post), 'the post to wake');
  await on.discord.quiet();
  expect(panels(post)).toHaveLength(1);
  expect(told()).toEqual([]);
});

test('the GM hears once that the post was deleted, and the battle can move elsewhere', async () => {
  const post = on.discord.newPost('The Ford');
  const tavern = on.discord.newChannel('tavern');
  await fight(post);
  on.discord.deleteChannel(post);
  await until(() => told().length === 1, 'the GM to be told');
  expect(told()[0]).toContain('The channel of The Ford was deleted');
  await on.restart();
  await on.discord.quiet();
  expect(told()).toHaveLength(1);
  expect((await bob.slash('/battle relocate battle:The Ford', tavern)).text).toContain('Only the game master');
  expect((await gwen.slash('/battle relocate battle:The Ford', tavern)).text).toContain('Battle moved');
  await until(() => panels(tavern).length === 1, 'the panel in its new place');
  expect((await bob.slash('/end', tavern)).text).toContain('Bob');
});

test('a post deleted while the bot was offline is reported at the next start', async () => {
  const post = on.discord.newPost('The Ford');
  await fight(post);
  await on.bot().stop();
  on.discord.deleteChannel(post);
  await on.restart();
  await until(() => told().length === 1, 'the GM to be told');
  expect(told()[0]).toContain('The channel of The Ford was deleted');
});

test('/battle relocate moves the panel too, and refuses a channel with another battle', async () => {
  const tavern = on.discord.newChannel('tavern');
  const cellar = on.discord.newChannel('cellar');
  await on.discord.quiet();
  await fight(tavern);
  await fight(cellar, 'The Cellar');
  expect((await gwen.slash('/battle relocate to:#cellar', tavern)).text).toContain('already has a battle');
  await gwen.slash('/battle relocate to:#arena', tavern);
  await until(() => panels(on.discord.channel).length === 1, 'the panel in its new place');
  await on.discord.quiet();
  expect(panels(tavern)).toEqual([]);
  expect((await bob.slash('/end', tavern)).text).toContain('There is no battle in this channel');
  await bob.slash('/end', on.discord.channel);
  await gwen.slash('/undo', on.discord.channel);
  expect((await bob.slash('/battle status', on.discord.channel)).text).toContain('Bob to act');
  await gwen.slash('/undo', on.discord.channel);
  expect((await bob.slash('/battle status', on.discord.channel)).text).not.toContain('Round 1');
});

test('a battle that moves to a forum gets its own post', async () => {
  const forum = on.discord.newForum('battles');
  await on.discord.quiet();
  await fight(on.discord.channel);
  await gwen.slash('/battle relocate to:#battles', on.discord.channel);
  const [post] = on.discord.threads(forum);
  expect(post).toMatchObject({ name: 'The Ford', tags: ['your move'] });
  expect((await bob.slash('/end', post)).private).toBe(false);
});

test.each(someOf(['see', 'write'] as const, 1))(
  'the GM hears once per loss that the bot may no longer %s in the channel',
  async (right) => {
    await fight(on.discord.channel);
    // An old panel is posted again: in a read-only channel the bot may still edit its old messages.
    on.turnClock(2 * hour);
    on.discord.forbid(on.discord.channel, right);
    for (const _ of [1, 2, 3]) {
      await gwen.slash('/gm set field:hp value:40 who:Bob');
      await on.discord.quiet();
    }
    expect(told()).toEqual([expect.stringContaining('I can no longer write in the channel of The Ford')]);
    on.discord.forbid(on.discord.channel, 'nothing');
    await bob.slash('/end');
    await on.discord.quiet();
    expect(panels(on.discord.channel)).toHaveLength(1);
    on.turnClock(2 * hour);
    on.discord.forbid(on.discord.channel, right);
    await gwen.slash('/gm set field:hp value:39 who:Bob');
    await until(() => told().length === 2, 'the GM to be told again');
  },
);

test('a locked forum post counts as a channel in which the bot cannot write', async () => {
  const post = on.discord.newPost('The Ford');
  await fight(post);
  on.turnClock(2 * hour);
  on.discord.archive(post, true);
  on.bot().refresh(await battleIn(post));
  await until(() => told().length === 1, 'the GM to be told');
  expect(told()[0]).toContain('can no longer write');
});

const battleIn = async (place: { readonly id: string }): Promise<string> => {
  const battle = await on.stores.battles.byChannel(place.id);
  if (battle === undefined) throw new Error('There is no battle.');
  return battle.id;
};

test('a deleted panel is posted again, and the GM is informed', async () => {
  await fight(on.discord.channel);
  const [panel] = panels(on.discord.channel);
  on.discord.deleteMessage(panel?.id ?? '');
  await bob.slash('/end');
  await until(() => told().length === 1, 'the GM to be told');
  expect(told()[0]).toContain('Someone deleted the panel of The Ford');
  await until(() => panels(on.discord.channel).length === 1, 'the panel');
});

test('two processes that post the same panel leave one panel and one notice', async () => {
  await fight(on.discord.channel);
  const battle = await battleIn(on.discord.channel);
  const other = await on.another(on.stores);
  for (let n = 0; n < (isLong ? 4 : 1); n++) {
    on.discord.deleteMessage(panels(on.discord.channel)[0]?.id ?? '');
    const late = on.discord.strike(
      /^POST \/channels\/\d+\/messages$/,
      { kind: 'delay', milliseconds: 250, back: true },
      2,
    );
    for (const bot of [on.bot(), other]) bot.refresh(battle);
    await on.discord.quiet();
    late();
    expect(panels(on.discord.channel).map(({ id }) => id)).toEqual([(await on.stores.servers.panel(battle))?.message]);
    await until(() => told().length === n + 1, 'the GM to be told');
  }
});

test('the GM hears once that an awaited member left the server, and controls their combatants', async () => {
  await fight(on.discord.channel);
  on.discord.leave(bob);
  on.turnClock(2 * hour);
  for (const hp of [40, 39]) {
    await gwen.slash(`/gm set field:hp value:${hp} who:Bob`);
    await on.discord.quiet();
  }
  expect(told()).toEqual([expect.stringContaining('Bob is no longer in the server')]);
  expect(told()[0]).toContain('In The Ford you now control Bob');
  const open = gwen.sees(on.discord.channel).map(({ text }) => text);
  expect(open.filter((text) => text.includes('Bob leaves the battle. Gwen now controls Bob.'))).toHaveLength(1);
  expect((await gwen.slash('/end as:Bob')).private).toBe(false);
  on.discord.return(bob);
  await gwen.slash('/gm control who:Bob player:@Bob');
  on.turnClock(2 * hour);
  await gwen.slash('/end as:Zombie');
  await on.discord.quiet();
  on.discord.leave(bob);
  on.turnClock(2 * hour);
  await gwen.slash('/gm set field:hp value:38 who:Bob');
  await until(() => told().length === 2, 'the GM to be told again');
});

test('a member who left cannot be named as deputy or co-GM, but can lose those roles', async () => {
  await fight(on.discord.channel);
  const dan = on.discord.user('Dan');
  expect((await gwen.slash('/gm role who:@Dan name:Dan')).text).not.toContain('not in this server');
  on.discord.leave(dan);
  await on.discord.quiet();
  for (const [person, typed] of [
    [bob, '/my deputy user:@Dan until:2d'],
    [gwen, '/gm control who:Zombie player:@Dan'],
    [gwen, '/gm role who:@Dan'],
    [gwen, '/gm role role:gm who:@Dan'],
    [gwen, '/npc add preset:Zombie player:@Dan'],
    [gwen, '/npc import player:@Dan json:{}'],
    [gwen, '/campaign invite player:@Dan'],
    [gwen, '/campaign role player:@Dan role:co-gm'],
  ] as const) {
    const answer = await person.slash(typed);
    expect([answer.private, answer.text]).toEqual([true, expect.stringContaining('That person is not in this server')]);
  }
  expect((await gwen.slash('/gm role who:@Dan role:spectator')).private).toBe(false);
});

test('a deputy gets a message when named, and is pinged for the absent player', async () => {
  await fight(on.discord.channel);
  const dan = on.discord.user('Dan');
  await bob.slash('/end');
  await bob.slash('/my deputy user:@Dan until:2d name:Dan');
  await on.discord.quiet();
  const [named] = dan.direct();
  expect(named?.text).toContain('Bob has named you as deputy');
  await bob.slash('/my away until:1d');
  const before = [bob.pinged().length, dan.pinged().length] as const;
  await gwen.slash('/end as:Zombie');
  await on.discord.quiet();
  expect([bob.pinged().length - before[0], dan.pinged().length - before[1]]).toEqual([0, 1]);
  expect((await dan.slash('/end')).text).toContain('Bob');
});

test('deleting a forum informs the GM about each battle and the campaign', async () => {
  const forum = on.discord.newForum('the-long-road');
  const talk = on.discord.newThread('talk', forum);
  await on.discord.quiet();
  await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road', talk);
  await gwen.slash('/campaign battle name:The Ford', talk);
  for (const { id } of on.discord.threads(forum)) on.discord.forget({ id });
  on.discord.deleteChannel(forum);
  await until(() => told().length === 2, 'the GM to be told of both');
  expect(told().toSorted()).toEqual([
    expect.stringContaining('The channel of The Ford was deleted'),
    expect.stringContaining('The channel of the campaign The Long Road was deleted'),
  ]);
});

test('removing the bot from a server informs each GM and keeps the battle', async () => {
  await fight(on.discord.channel);
  const server = on.discord.guild;
  on.discord.putOut(server);
  await until(() => told().length === 1, 'the GM to be told');
  expect(told()[0]).toContain('removed from the server of the battle The Ford');
  await on.restart();
  expect((await bob.slash('/end')).private).toBe(false);
});

test('a GM with closed direct messages causes no error', async () => {
  const gus = on.discord.user('Gus', { dms: false });
  await gus.slash('/battle create system:skure name:Deaf');
  on.discord.forbid(on.discord.channel, 'write');
  await gus.slash('/battle settings key:board.width value:7');
  await on.discord.quiet();
  expect(gus.direct()).toEqual([]);
  on.discord.forbid(on.discord.channel, 'nothing');
  expect((await gus.slash('/battle settings key:board.width')).text).toContain('Width of the board: 7');
});

test('undoing the end of a battle is refused if the channel has a new battle', async () => {
  await fight(on.discord.channel);
  await gwen.slash('/battle end');
  const first = await battleIn(on.discord.channel);
  await gwen.slash('/battle create system:skure name:Second');
  const second = await battleIn(on.discord.channel);
  expect(second).not.toBe(first);
  await gwen.slash('/battle end');
  expect((await gwen.slash('/undo')).private).toBe(false);
  expect(await battleIn(on.discord.channel)).toBe(second);
});
