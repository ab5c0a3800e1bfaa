import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;
let cid: Person;

beforeEach(async () => {
  on = await realBot();
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
  cid = on.discord.user('Cid');
});
afterEach(async () => {
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
  await on.close();
});

/** A campaign in a forum with the member Bob. The small board ends battles soon. */
const inForum = async (more: Parameters<typeof on.discord.newForum>[1] = {}, carry = 'keep') => {
  const forum = on.discord.newForum('the-long-road', more);
  await on.discord.quiet();
  await gwen.slash(`/campaign create name:The Long Road systems:skure where:#the-long-road carry:${carry}`);
  await gwen.slash('/campaign rules rules:board.width=6, board.height=6', await firstPost(forum));
  return forum;
};

/** Commands cannot be given in a forum itself: a first battle makes room for them. */
const firstPost = async (forum: { readonly id: string }) => {
  const there = on.discord.threads(forum)[0];
  if (there !== undefined) return there;
  const post = on.discord.newThread('rules and talk', forum);
  await on.discord.quiet();
  return post;
};

const openBattle = async (forum: { readonly id: string }, name: string) => {
  await gwen.slash(`/campaign battle name:${name}`, await firstPost(forum));
  const post = on.discord.threads(forum).find((each) => each.name === name);
  if (post === undefined) throw new Error(`There is no post ${name}.`);
  await on.discord.quiet();
  return post;
};

const week = 10_080;
const sleepsAfter = (forum: { readonly id: string }, name: string) =>
  on.discord.threads(forum).find((each) => each.name === name)?.sleepsAfter;
const tagsOf = (forum: { readonly id: string }, name: string) =>
  on.discord.threads(forum).find((each) => each.name === name)?.tags;

const character = (line: string) => bob.slash(`/character create system:skure preset:Swordsman ${line}`);

const begin = async (post: { readonly id: string }) => {
  await bob.slash('/battle join character:Bob side:red', post);
  await gwen.slash('/npc add preset:Zombie', post);
  await gwen.slash('/battle deploy', post);
  await gwen.slash('/battle start', post);
};

test('a campaign battle is a forum post with house rules, players and a status tag', async () => {
  const forum = await inForum();
  const talk = await firstPost(forum);
  expect((await bob.slash('/campaign join', talk)).text).toContain('Bob joins the campaign');
  await character('name:Bob');
  const post = await openBattle(forum, 'The Ford');
  expect(tagsOf(forum, 'The Ford')).toEqual(['setup']);
  expect(bob.pinged().map(({ channel }) => channel)).toEqual([post.id]);
  expect((await gwen.slash('/battle settings key:board.width', post)).text).toContain('Width of the board: 6');
  await begin(post);
  await until(() => tagsOf(forum, 'The Ford')?.[0] === 'your move', 'the tag of a battle under way');
  expect(sleepsAfter(forum, 'The Ford')).toBe(week);
  const shown = await gwen.slash('/campaign show', talk);
  expect(shown.embeds[0]?.description).toContain(`](https://discord.com/channels/${on.discord.guild.id}/${post.id})`);
  expect(shown.text).toContain('Players\nBob');
  await gwen.slash('/battle end', post);
  await until(() => tagsOf(forum, 'The Ford')?.[0] === 'finished', 'the tag of a battle that is over');
  expect(tagsOf(forum, 'The Ford')).toEqual(['finished']);
  // Discord lists a post until an hour after its last message.
  expect(sleepsAfter(forum, 'The Ford')).toBe(60);
});

test('a forum keeps its own tags, and gets the bot’s tags once', async () => {
  const forum = await inForum({ tags: ['Questions', 'Setup'] });
  await character('name:Bob');
  for (const name of ['One', 'Two']) {
    const post = await openBattle(forum, name);
    expect(tagsOf(forum, name)).toEqual(['Setup']);
    await begin(post);
    await until(() => tagsOf(forum, name)?.[0] === 'your move', 'the tag of a battle under way');
    await gwen.slash('/battle end', post);
  }
  const made = on.discord.requests().filter(({ method, path }) => method === 'PATCH' && path.endsWith(forum.id));
  expect(made.map(({ body }) => body)).toEqual([
    {
      available_tags: ['Questions', 'Setup', 'your move', 'finished'].map((name) => expect.objectContaining({ name })),
    },
  ]);
});

test('posts opened at the same time add the tags to the forum once', async () => {
  const forum = on.discord.newForum('the-long-road', { tags: ['Questions'] });
  await on.discord.quiet();
  await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road');
  const talk = await firstPost(forum);
  await Promise.all(['One', 'Two', 'Three'].map((name) => gwen.slash(`/campaign battle name:${name}`, talk)));
  await on.discord.quiet();
  const made = on.discord.requests().filter(({ method, path }) => method === 'PATCH' && path.endsWith(forum.id));
  expect(made.length).toBe(1);
  for (const name of ['One', 'Two', 'Three']) expect(tagsOf(forum, name)).toEqual(['setup']);
});

test('a forum in which the bot may not create tags gets posts without tags', async () => {
  const forum = await inForum({ mayTag: false });
  const post = await openBattle(forum, 'The Ford');
  expect(tagsOf(forum, 'The Ford')).toEqual([]);
  await character('name:Bob');
  await begin(post);
  await on.discord.quiet();
  expect((await bob.slash('/battle status', post)).text).toContain('Round 1');
});

test('a forum that requires tags the bot may not create is refused', async () => {
  on.discord.newForum('the-long-road', { mayTag: false, needsTag: true });
  await on.discord.quiet();
  const answer = await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road');
  expect(answer).toMatchObject({ private: true });
  expect(answer.text).toContain('cannot write there');
  expect((await gwen.slash('/campaign list')).text).toContain('No campaigns here');
});

test('/campaign create from another channel opens a first post whose commands work', async () => {
  const forum = on.discord.newForum('the-long-road');
  await on.discord.quiet();
  const answer = await gwen.slash('/campaign create name:The Long Road systems:skure where:#the-long-road');
  const [talk, ...more] = on.discord.threads(forum);
  if (talk === undefined) throw new Error('There is no post.');
  expect(more).toEqual([]);
  expect(talk).toMatchObject({ name: 'The Long Road: talk', tags: [] });
  expect(answer.text).toContain(
    'In that channel: Players join with /campaign join. Start battles with /campaign battle.',
  );
  expect(answer.embeds[0]?.description).toContain(`/channels/${on.discord.guild.id}/${talk.id})`);
  const [told] = bob.sees(talk);
  expect(told?.text).toContain('Players join with /campaign join. Start battles with /campaign battle.');
  await bob.slash('/campaign join', talk);
  await gwen.slash('/campaign battle name:The Ford', talk);
  expect(on.discord.threads(forum).map(({ name }) => name)).toEqual(['The Long Road: talk', 'The Ford']);
});

test('/campaign create names the channel for commands, and opens no post inside a forum post', async () => {
  const hall = on.discord.newChannel('hall');
  await on.discord.quiet();
  const answer = await gwen.slash('/campaign create name:The Hall systems:skure where:#hall');
  expect(answer.text).toContain('In that channel: Players join');
  expect(answer.embeds[0]?.description).toContain(`/channels/${on.discord.guild.id}/${hall.id})`);
  const forum = on.discord.newForum('the-long-road');
  const own = on.discord.newThread('ours', forum);
  await on.discord.quiet();
  const here = await gwen.slash('/campaign create name:The Long Road systems:skure', own);
  expect(here.text).not.toContain('There:');
  expect(on.discord.threads(forum).map(({ name }) => name)).toEqual(['ours']);
});

test('in a text channel battles are threads that contain the players from the start', async () => {
  await gwen.slash('/campaign create name:The Cellar systems:skure,straalara entry:invited');
  expect((await bob.slash('/campaign join')).text).toContain('You need an invitation to join');
  await gwen.slash('/campaign invite player:@Bob');
  await on.settled();
  expect(bob.direct()[0]?.text).toContain('invites you to the campaign The Cellar');
  await bob.slash('/campaign join');
  await gwen.slash('/campaign role player:@Bob role:co-gm');
  expect((await cid.slash('/campaign battle name:Mine')).text).toContain('and the co-GMs may do that');
  await bob.slash('/campaign battle name:Down there system:straalara');
  const [thread] = on.discord.threads(on.discord.channel);
  expect(thread?.name).toBe('Down there');
  const place = thread ?? on.discord.channel;
  expect((await cid.slash('/battle join preset:Ysolde', place)).text).toContain('You need an invitation to join');
  expect((await cid.slash('/battle watch', place)).text).toContain('You need an invitation to join');
  const ended = await bob.slash('/battle end', place);
  expect(ended.private).toBe(false);
  expect((await gwen.slash('/battle create system:dskull', place)).text).toContain('is not a rulebook of The Cellar');
});

test('wounds carry over to the next battle and are listed in the battle’s post', async () => {
  const forum = await inForum();
  await bob.slash('/campaign join', await firstPost(forum));
  await character('name:Bob');
  const post = await openBattle(forum, 'The Ford');
  await begin(post);
  await gwen.slash('/gm set field:hp value:12 who:Bob', post);
  await gwen.slash('/battle end', post);
  await bob.awaits('Bob: HP 45 → 12', post);
  expect((await bob.slash('/library show kind:character name:Bob')).text).toContain('HP: 12');
  await on.restart();
  const next = await openBattle(forum, 'The Hill');
  await bob.slash('/battle join character:Bob side:red', next);
  expect((await bob.slash('/battle status', next)).text).toContain('12/45');
  const history = await bob.slash('/character history name:Bob');
  expect(history.text).toMatch(/The Ford: finished \(.*HP 45 → 12/s);
  expect(history.text).toContain('The Hill: joined');
});

test('with carry:ask the GM decides for each character by buttons, even after a restart', async () => {
  const forum = await inForum({}, 'ask');
  await character('name:Bob');
  await cid.slash('/character create system:skure preset:Cutthroat name:Cid');
  const post = await openBattle(forum, 'The Ford');
  await cid.slash('/battle join character:Cid side:red', post);
  await begin(post);
  await gwen.slash('/gm set field:hp value:12 who:Bob', post);
  await gwen.slash('/gm set field:hp value:-30 who:Cid', post);
  await gwen.slash('/battle end', post);
  const question = () => gwen.direct().find(({ text }) => /Bob: HP|Nothing left to decide/.test(text));
  await until(() => question() !== undefined, 'the question to the GM');
  await cid.awaits('Cid: HP 32 → −30, dead', post);
  await on.restart();
  gwen.at(gwen.dm());
  const asked = question();
  // Death is final, so only wounds are asked about.
  expect(asked?.text).not.toContain('Cid');
  const next = await openBattle(forum, 'The Hill');
  const early = await bob.slash('/battle join character:Bob', next);
  expect(early.text).toContain('Gwen must first decide what stays after The Ford: Bob: HP 45 → 12.');
  gwen.at(gwen.dm());
  await gwen.press('Restore Bob', asked);
  await until(() => question()?.text.includes('Nothing left to decide') === true, 'nothing to be left');
  await until(() => bob.direct().some(({ text }) => text.includes('Bob is fully restored')), 'the decision to be told');
  expect((await bob.slash('/library show kind:character name:Bob', post)).text).not.toContain('HP: 12');
  expect((await bob.slash('/battle join character:Bob', next)).private).toBe(false);
  const dead = await cid.slash('/battle join character:Cid', next);
  expect(dead.text).toContain('Cid is dead');
  expect((await cid.slash('/character revive name:Cid')).text).toContain('and the co-GMs may do that');
  await gwen.slash('/character revive name:Cid player:@Cid changes:hp=1', next);
  expect((await cid.slash('/library show kind:character name:Cid')).text).toContain('HP: 1');
  expect((await cid.slash('/battle join character:Cid', next)).private).toBe(false);
});

test('undoing the end restores the characters, and the next end carries over again', async () => {
  const forum = await inForum();
  await character('name:Bob');
  const post = await openBattle(forum, 'The Ford');
  await begin(post);
  await gwen.slash('/gm set field:hp value:12 who:Bob', post);
  await gwen.slash('/battle end', post);
  expect((await bob.slash('/library show kind:character name:Bob')).text).toContain('HP: 12');
  await gwen.slash('/undo', post);
  expect((await bob.slash('/library show kind:character name:Bob')).text).not.toContain('HP: 12');
  await gwen.slash('/gm set field:hp value:7 who:Bob', post);
  await gwen.slash('/battle end', post);
  expect((await bob.slash('/library show kind:character name:Bob')).text).toContain('HP: 7');
});

test('only the GM is offered the campaign’s roster in /npc add', async () => {
  const forum = await inForum();
  const post = await openBattle(forum, 'The Ford');
  await gwen.slash('/campaign roster do:add name:Grim Reaper preset:Zombie kind:character', post);
  const offered = async (who: Person) => (await who.suggests('/npc add preset:Grim', post)).map(({ name }) => name);
  expect(await offered(gwen)).toEqual(['Grim Reaper']);
  expect(await offered(bob)).toEqual([]);
  expect((await bob.slash('/campaign roster', post)).text).toContain('and the co-GMs may do that');
  expect((await gwen.slash('/npc add preset:Grim Reaper', post)).text).toContain('Grim Reaper joins');
});

test('a paused campaign pauses the clocks of its battles', async () => {
  const forum = await inForum();
  const post = await openBattle(forum, 'The Ford');
  await gwen.slash('/battle clock do:set time:24h', post);
  await gwen.slash('/campaign pause', await firstPost(forum));
  expect((await gwen.slash('/battle clock do:pause', post)).text).toMatch(/already paused/);
  await gwen.slash('/campaign pause resume:true', await firstPost(forum));
  expect((await gwen.slash('/battle clock do:resume', post)).text).toContain('already running');
});

test('a paused campaign opens no battle, and a running battle prevents its end', async () => {
  const forum = await inForum();
  const talk = await firstPost(forum);
  await gwen.slash('/campaign pause', talk);
  expect((await gwen.slash('/campaign battle name:The Ford', talk)).text).toContain('is paused');
  await gwen.slash('/campaign pause resume:true', talk);
  const post = await openBattle(forum, 'The Ford');
  expect((await gwen.slash('/campaign end', talk)).text).toContain('End them first: The Ford.');
  await gwen.slash('/battle end', post);
  expect((await gwen.slash('/campaign end', talk)).private).toBe(false);
  expect((await gwen.slash('/campaign battle name:Another', talk)).text).toContain('The Long Road is over');
});
