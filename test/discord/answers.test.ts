import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { longName } from './toy.ts';
import { type Stage, stage } from './toy-bot.ts';

let on: Stage;
let bob: Person;
let ann: Person;

beforeAll(async () => {
  on = await stage();
  bob = on.discord.user('Bob', { manages: true });
  ann = on.discord.user('Ann', { nick: 'Ann \u202eof the West' });
});
afterAll(() => on.close());
afterEach(() => expect(on.discord.takeFaults()).toEqual([]));

test('everyone sees a public answer, with the dice sum in small print', async () => {
  const shown = await bob.slash('/strike target:Grim amount:5 from-behind:true');
  expect(shown.private).toBe(false);
  expect(shown.text).toBe('Bob strikes\nGrim for 5\nd100 72 · +15 faster (34 to 22) = 87 → stage 5');
  expect(shown.embeds[0]?.description).toBe('**Grim for 5**\n-# d100 72 · +15 faster (34 to 22) = 87 → stage 5');
  expect(ann.sees().map(({ id }) => id)).toContain(shown.id);
});

test('a command gets the user, the server and the options by the names of the command list', async () => {
  await ann.slash('/strike target:Grim from-behind:true mode:melee');
  expect(on.toy.heard.at(-1)).toEqual({
    asker: {
      user: ann.id,
      locale: 'en-US',
      name: 'Ann of the West',
      guild: on.discord.guild.id,
      channel: on.discord.channel.id,
      orderId: expect.stringMatching(/^\d{19}$/),
      manages: false,
      answerRoute: expect.anything(),
    },
    input: { target: 'Grim', amount: 3, mode: 'melee', fromBehind: true },
  });
  await bob.slash('/duel open name:The old bridge');
  expect(on.toy.heard.at(-1)).toMatchObject({ asker: { manages: true }, input: { name: 'The old bridge' } });
});

test('only the user of a refused command sees the one-sentence refusal', async () => {
  const shown = await bob.slash('/strike target:Nobody');
  expect(shown.private).toBe(true);
  expect(shown.text).toBe(`no-target in ${on.discord.channel.id}: Nobody.`);
  expect(ann.sees().map(({ id }) => id)).not.toContain(shown.id);
});

test('user text is escaped: no Markdown, no mention', async () => {
  const shown = await bob.slash('/duel open name:**@everyone** [x](http://x) <@1> `c` ~~s~~');
  expect(shown.embeds[0]?.title).toBe(
    '\\*\\*@\u200beveryone\\*\\* \\[x\\](http\\://x) \\<@\u200b1\\> \\`c\\` \\~\\~s\\~\\~',
  );
});

test('a private answer has its picture with alt text', async () => {
  const shown = await bob.slash('/look');
  expect(shown.private).toBe(true);
  expect(shown.embeds[0]?.image).toEqual({ url: 'attachment://board.png' });
  expect(shown.files.map(({ name, description }) => ({ name, description }))).toEqual([
    { name: 'board.png', description: 'A green figure in an empty room.' },
  ]);
  expect([...(shown.files[0]?.bytes.subarray(1, 4) ?? [])]).toEqual([...Buffer.from('PNG')]);
});

test('a button runs its command and may send the presser an extra private message', async () => {
  await bob.slash('/look');
  expect(await bob.press('Defend')).toMatchObject({ text: 'Bob defends', private: false });
  expect(await bob.awaits('Only for you')).toMatchObject({ private: true });
  expect(ann.sees().at(-1)?.text).toBe('Bob defends');
});

test('an out-of-date button gets a private refusal and runs nothing', async () => {
  const old = await bob.slash('/look');
  on.toy.strike();
  const before = on.toy.orders.length;
  const shown = await bob.press('Defend', old);
  expect(shown).toMatchObject({ private: true, text: `stale-press in ${on.discord.channel.id}: 1 orders.` });
  expect(on.toy.orders.length).toBe(before);
});

test('a name too long for a button id is matched against the choices', async () => {
  await bob.slash('/look');
  await bob.press('Hit the long one');
  expect(on.toy.heard.at(-1)?.input).toEqual({ target: longName, amount: 2 });
});

test('a select menu passes the chosen value to its option', async () => {
  await bob.slash('/look');
  await bob.choose('Grim');
  expect(on.toy.heard.at(-1)?.input).toEqual({ target: 'Grim', amount: 7 });
  await bob.slash('/look');
  await bob.choose('The long one');
  expect(on.toy.heard.at(-1)?.input).toEqual({ target: longName, amount: 7 });
});

test('an answer can replace the message whose button was pressed', async () => {
  const asked = await bob.slash('/look');
  const shown = await bob.press('Swap');
  expect(shown).toMatchObject({ id: asked.id, text: 'Swapped', buttons: [], files: [] });
});

test('a public answer to a private choice deletes the private message', async () => {
  const asked = await bob.slash('/look');
  const shown = await bob.press('Announce');
  expect(shown).toMatchObject({ text: 'Announced', private: false });
  expect(bob.sees().map(({ id }) => id)).not.toContain(asked.id);
});

test('autocomplete suggests at most 25 choices, shortened to Discord’s limit', async () => {
  expect(await bob.suggests('/strike target:zom')).toHaveLength(25);
  expect(await bob.suggests('/strike target:gr')).toEqual([{ name: 'Grim the foe', value: 'Grim' }]);
  const [long] = await bob.suggests('/strike target:sir');
  expect(long).toEqual({ name: `${longName.slice(0, 99).trimEnd()}…`, value: longName });
  expect(await bob.suggests('/strike target:xyz')).toEqual([]);
});

test('an option with more than 25 choices uses autocomplete', async () => {
  expect(await bob.suggests('/colour name:c2')).toHaveLength(11);
  expect((await bob.slash('/colour name:c29')).text).toBe('c29');
});

test('an unexpected error shows an error id that the log has too', async () => {
  const shown = await bob.slash('/fail how:bug');
  expect(shown.private).toBe(true);
  const [number = '?'] = /[0-9A-Z]{6}/.exec(shown.text) ?? [];
  // The log has the place of the error, but not its message, which could contain a secret.
  expect(on.logged.filter((text) => text.includes(number) && text.includes('toy.ts'))).toHaveLength(1);
  expect([shown.text, ...on.logged].join()).not.toContain('a bug');
});

test('an unreachable database is named in the answer', async () => {
  const shown = await bob.slash('/fail how:database');
  expect(shown).toMatchObject({
    private: true,
    text: 'The database cannot be reached. Nothing was changed; try again in a moment.',
  });
});

test('an empty answer says “Done.”', async () => {
  expect(await bob.slash('/fail how:nothing')).toMatchObject({ private: true, text: 'Done.' });
});

test('a user option takes a member, and only that member is notified', async () => {
  const before = bob.pinged().length;
  await bob.slash('/duel challenge whom:@Ann');
  expect(on.toy.heard.at(-1)?.input).toEqual({ whom: ann.id });
  expect(ann.pinged().at(-1)).toMatchObject({ content: `<@${ann.id}>`, text: `<@${ann.id}>\nChallenged` });
  expect(bob.pinged().length).toBe(before);
});

test('an attached text is read, and an answer can carry files', async () => {
  const shown = await bob.slash('/duel import file:notes', undefined, {
    notes: { name: 'notes.txt', content: 'héllo' },
  });
  expect(shown.text).toContain('héllo');
  expect(shown.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([
    ['copy_of_it.txt', 'héllo'],
  ]);
});

test.each([
  {
    what: 'too large',
    content: 'x'.repeat(256 * 1024 + 1),
    says: 'The file notes.txt is too large: at most 256 KB can be read.',
  },
  {
    what: 'no text',
    content: Uint8Array.of(0xff, 0xfe, 0x80),
    says: 'The file notes.txt is not a text in UTF-8; save it so and attach it again.',
  },
])('an attachment that is $what is refused in one sentence', async ({ content, says }) => {
  const shown = await bob.slash('/duel import file:notes', undefined, { notes: { name: 'notes.txt', content } });
  expect(shown).toMatchObject({ private: true, text: says });
});

test('a command works in direct messages as in a server', async () => {
  const shown = await bob.slash('/strike target:Grim', bob.dm());
  expect(shown.text).toContain('Grim for 3');
  expect(on.toy.heard.at(-1)?.asker).toMatchObject({
    guild: undefined,
    channel: bob.dm().id,
    name: 'Bob',
    manages: false,
  });
  bob.at(on.discord.channel);
});
