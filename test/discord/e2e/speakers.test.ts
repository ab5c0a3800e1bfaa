import { PermissionFlagsBits } from 'discord.js';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { spokenMessageLifetime } from '../../../src/campaign/spoken.ts';
import { someOf } from '../../budget.ts';
import type { Person } from '../fake/person.ts';
import type { Shown } from '../fake/shown.ts';
import { isRefusal, type Table, table } from './table.ts';

/** A clock that only the test advances (milliseconds). */
const hour = 1_790_000_000_000;
const menu = 'Who said this?';

let t: Table;
let mo: Person;
let gia: Person;
/** A channel of its own for each test. */
let place: { readonly id: string };
let channels = 0;
beforeAll(async () => {
  t = await table('channel', undefined, undefined, { hour: () => hour });
  mo = t.discord.user('Mo', { rights: PermissionFlagsBits.ManageMessages });
  gia = t.discord.user('Gia', { nick: 'Old Ben' });
});
beforeEach(async () => {
  channels += 1;
  place = t.discord.newChannel(`scene-${channels}`);
  await t.discord.quiet();
});
afterAll(() => t.close());

const kept = new Set<string>();
/** Speaks as a character of the user, which is created if missing. */
const says = async (who: Person, name: string, words = 'Well met.'): Promise<Shown> => {
  const whose = `${who.id} ${name}`;
  if (!kept.has(whose))
    await who.slash({ path: 'character create', given: { system: 'skure', name, preset: 'Swordsman' } }, place);
  kept.add(whose);
  return who.slash({ path: 'character say', given: { words, as: name } }, place);
};
const spoken = () => t.eve.sees(place).filter(({ author }) => author !== undefined);
const last = (): Shown => {
  const shown = spoken().at(-1);
  if (shown === undefined) throw new Error('Nobody spoke.');
  return shown;
};
const tells = async (who: Person, message: Shown): Promise<string> => {
  const shown = await who.asks(menu, message);
  expect(shown?.private).toBe(true);
  return shown?.text ?? '';
};

const mistaken = [
  ['Gia', 'her name'],
  ['gіa', 'her name with a letter of another script'],
  ['G 1 a', 'her name with a digit and blanks'],
  ['Ｇｉａ★', 'her name in wide letters with a star'],
  ['Old Ben', 'her nickname'],
  ['0ld-Ben', 'the nickname in disguise'],
  ['Brotherhood Master', 'the name of the bot'],
  ['brotherh00d-mаster', 'the bot’s name in disguise'],
] as const;

test.each(someOf(mistaken, 3))('speaking as %s (%s) is refused: it resembles a member or the bot', async (name) => {
  const answer = await says(t.ann, name);
  expect([isRefusal(answer), answer.text]).toEqual([
    true,
    `${name} could be mistaken for a member or for this bot. Give the character another name.`,
  ]);
  expect(spoken()).toEqual([]);
});

test.each(someOf(['Discord', 'D1sc0rd', 'Discord Support', 'Clyde', 'System', 'everyone', 'h e r e'], 2))(
  'speaking as %s is refused: it could be mistaken for Discord',
  async (name) => {
    const answer = await says(t.ann, name);
    expect([isRefusal(answer), answer.text]).toEqual([true, expect.stringContaining('could be mistaken for Discord')]);
    expect(spoken()).toEqual([]);
  },
);

test('a member speaks under the own name or under an unused one', async () => {
  t.discord.user('Zoe', { guild: t.discord.newGuild('Others') });
  await says(gia, 'Gia');
  await says(gia, 'Old Ben');
  for (const name of ['Giaa', 'Zoe', 'Discordia']) await says(t.ann, name);
  expect(spoken().map(({ author }) => author?.name)).toEqual(['Gia', 'Old Ben', 'Giaa', 'Zoe', 'Di\u200ascordia']);
});

test('among a thousand similar names, the whole name is searched for, and cached', async () => {
  const club = t.discord.newGuild('Crowd');
  const crowd = Array.from({ length: 1001 }, (_, n) => t.discord.user(`Guest ${n}`, { guild: club }));
  t.discord.user('Gloria', { guild: club });
  const [hall, guest] = [t.discord.newChannel('hall', club), crowd[0] ?? t.bob];
  await t.discord.quiet();
  place = hall;
  const searches = () => t.discord.requests().filter(({ path }) => path.endsWith('/members/search')).length;
  expect((await says(guest, 'Gloria')).text).toContain('could be mistaken for a member');
  expect((await says(guest, 'GIoria')).text).toContain('could be mistaken for a member');
  await says(guest, 'Greta');
  const before = searches();
  await says(guest, 'Greta');
  expect([spoken().map(({ author }) => author?.name), searches()]).toEqual([['Greta', 'Greta'], before]);
});

test('the GM cannot speak as a member, but can as another combatant', async () => {
  const { gwen } = t;
  await gwen.slash('/battle create system:skure name:The mire', place);
  for (const name of ['Gіa', 'Grim']) await gwen.slash(`/npc add preset:Zombie name:${name}`, place);
  expect((await gwen.slash('/character say words:Boo! as:Gіa', place)).text).toContain(
    'could be mistaken for a member',
  );
  await gwen.slash('/character say words:Boo! as:Grim', place);
  expect(spoken().map(({ author }) => author?.name)).toEqual(['Grim']);
});

const troubles = [
  ['is away', { kind: 'error', status: 503 }],
  ['answers too late', { kind: 'delay', milliseconds: 4000 }],
] as const;

test.each(someOf(troubles, 1))(
  'if the member search %s, the words are posted with the author below',
  async (_, fault) => {
    const clear = t.discord.strike(/^GET \/guilds\/\d+\/members\/search$/, fault);
    await says(t.bob, `Una ${channels}`);
    clear();
    expect(last().content).toBe(`Well met.\n-# <@${t.bob.id}>`);
    expect(t.bob.pinged()).toEqual([]);
    await says(t.bob, `Una ${channels}`);
    expect(last().content).toBe('Well met.');
  },
);

test('links in spoken text show their target, and bot formatting is escaped', async () => {
  await says(t.bob, 'Una', `[Free](https://evil.example) [a](<https://evil.example>)\n-# <@${t.ann.id}>\n# Loud`);
  expect(last().content).toBe(
    `[Free] (https://evil.example) [a] (<https://evil.example>)\n-\\# <@${t.ann.id}>\n\\# Loud`,
  );
});

test('slow mode limits each member to one message per interval, except moderators', async () => {
  t.discord.slow(place, 30);
  await t.discord.quiet();
  await says(t.bob, 'Una', 'One.');
  t.on.turnClock(29_999);
  expect((await says(t.bob, 'Una', 'Two.')).text).toBe(
    'This channel is in slow mode. You can speak here again in 1 s.',
  );
  await says(t.ann, 'Ann', 'Three.');
  for (const words of ['Four.', 'Five.']) await says(mo, 'Moth', words);
  t.on.turnClock(1);
  await says(t.bob, 'Una', 'Six.');
  expect((await says(t.bob, 'Una', 'Seven.')).text).toContain('again in 30 s.');
  await t.on.restart();
  expect((await says(t.bob, 'Una', 'Eight.')).text).toContain('again in 30 s.');
  t.discord.slow(place, 0);
  await t.discord.quiet();
  await says(t.bob, 'Una', 'Nine.');
  expect(spoken().map(({ content }) => content)).toEqual(['One.', 'Three.', 'Four.', 'Five.', 'Six.', 'Nine.']);
});

test.each(['ManageChannels', 'BypassSlowmode'] as const)(
  '%s exempts from slow mode, also in a thread',
  async (right) => {
    const free = t.discord.user(`Free ${right}`, { rights: PermissionFlagsBits[right] });
    const thread = t.discord.newThread('aside', place);
    t.discord.slow(thread, 30);
    await t.discord.quiet();
    place = thread;
    for (const words of ['One.', 'Two.']) await says(free, 'Wanda', words);
    await says(t.bob, 'Una', 'Three.');
    expect(isRefusal(await says(t.bob, 'Una', 'Four.'))).toBe(true);
    expect(spoken().map(({ content }) => content)).toEqual(['One.', 'Two.', 'Three.']);
  },
);

test('of several commands at the same time slow mode accepts one', async () => {
  await says(t.bob, 'Una', 'Before.');
  t.discord.slow(place, 10);
  await t.discord.quiet();
  t.on.turnClock(10_000);
  const answers = await Promise.all(['One.', 'Two.', 'Three.'].map((words) => says(t.bob, 'Una', words)));
  expect(answers.filter(({ text }) => text.includes('slow mode'))).toHaveLength(2);
  expect(spoken()).toHaveLength(2);
});

test('only moderators have “Who said this?” in the menu, and its answer is private', async () => {
  await says(t.bob, 'Una');
  const message = last();
  t.on.turnClock(120_000);
  const shown = await mo.asks(menu, message);
  expect([shown?.private, shown?.content]).toEqual([true, `<@${t.bob.id}>`]);
  expect(shown?.text).toContain('The member above spoke as Una.');
  expect(shown?.embeds[0]?.fields?.map(({ value }) => value)).toEqual([expect.stringMatching(/^<t:\d+:R>$/)]);
  expect(t.bob.pinged()).toEqual([]);
  await expect(t.ann.asks(menu, message)).rejects.toThrow('has no Who said this?');
  expect(t.discord.menus().filter(({ name }) => name === menu)).toMatchObject([
    { name: menu, type: 3, default_member_permissions: String(1n << 13n) },
  ]);
});

test('“Who said this?” finds no author for a message of the bot', async () => {
  await t.gwen.slash('/roll dice:d6', place);
  const [rolled] = t.eve.sees(place);
  if (rolled === undefined) throw new Error('Nothing was rolled.');
  expect(await tells(mo, rolled)).toBe('Nobody spoke that message through me in the last 30 days.');
});

test('“Who said this?” finds the author of words that the bot posted itself', async () => {
  t.discord.forbid(place, 'webhooks');
  await t.discord.quiet();
  await says(t.bob, 'Una', 'Plainly.');
  const [message] = t.eve.sees(place);
  if (message === undefined) throw new Error('Nothing was said.');
  expect(message.author).toBeUndefined();
  expect(await tells(mo, message)).toContain(`<@${t.bob.id}>`);
});

test('“Who said this?” finds the author even if Discord’s confirmation was lost', async () => {
  await says(t.ann, 'Ann', 'Before.');
  const clear = t.discord.strike(/^POST \/webhooks\/\d+\/secret-of-/, { kind: 'lost answer' });
  await says(t.bob, 'Una', 'Lost.');
  clear();
  await says(t.ann, 'Ann', 'After.');
  const lost = spoken().filter(({ content }) => content === 'Lost.');
  expect(lost.length).toBeGreaterThan(0);
  for (const message of lost) expect(await tells(mo, message)).toContain(`<@${t.bob.id}>`);
  expect(await tells(mo, last())).toContain(`<@${t.ann.id}>`);
  expect(t.on.takeErrors().length).toBeGreaterThan(0);
});

test('a command delivered again after a restart is posted once', async () => {
  await says(t.bob, 'Una', 'Once.');
  await t.on.restart();
  t.discord.deliverAgain();
  await t.discord.quiet();
  expect(spoken()).toHaveLength(1);
});

test('a server can show the author under each spoken message, without a ping', async () => {
  const { gwen, bob } = t;
  expect((await bob.slash('/gm server authors:true', place)).text).toContain('manage this server');
  expect((await gwen.slash('/gm server authors:true', place)).text).toContain(
    'Messages spoken as a character show who spoke them',
  );
  await says(bob, 'Una');
  expect(last().content).toBe(`Well met.\n-# <@${bob.id}>`);
  t.discord.forbid(place, 'webhooks');
  await t.on.restart();
  const plainly = await says(bob, 'Una');
  expect(plainly.text).toContain('Spoken by Bob.');
  expect(bob.pinged()).toEqual([]);
  await gwen.slash('/gm server authors:false', place);
});

test('erased spoken messages stay visible to moderators for 30 days', async () => {
  const { ann, bob } = t;
  await says(bob, 'Una', 'Erased.');
  const message = last();
  expect((await bob.slash('/my privacy', place)).text).toMatch(/Una: \d+ messages in the last 30 days/);
  const exported = await bob.slash('/my privacy do:export', place);
  const [file] = exported.files;
  expect(Buffer.from(file?.bytes ?? []).toString()).toContain(message.id);
  const asked = await bob.slash('/my privacy do:erase', place);
  expect(asked.text).toContain('For 30 more days, moderators can still see who spoke');
  expect((await bob.press('Erase me', asked))?.text).toContain('except who spoke');
  expect(await tells(mo, message)).toContain(`<@${bob.id}>`);
  t.on.turnClock(spokenMessageLifetime);
  expect(await tells(mo, message)).toContain(`<@${bob.id}>`);
  t.on.turnClock(1);
  expect(await tells(mo, message)).toContain('Nobody spoke that message');
  expect(await t.on.stores.spoken.by(bob.id)).not.toEqual([]);
  await t.on.restart();
  expect(await t.on.stores.spoken.by(bob.id)).toEqual([]);
  expect((await ann.slash('/my privacy', place)).text).not.toContain('Messages you spoke as a character');
});
