import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;

beforeAll(async () => {
  on = await realBot(undefined, undefined, undefined, { messages: 'order' });
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
});
afterAll(() => on.close());

const panel = () => {
  const found = bob.sees().findLast(({ buttons }) => buttons.some(({ label }) => label === 'GM'));
  if (found === undefined) throw new Error('There is no panel.');
  return found;
};

test('the whole house: a Skure battle is set up, begun, fought and taken up again after a restart', async () => {
  expect((await gwen.slash('/battle create system:skure name:The *old* bridge')).text).toContain('The *old* bridge');
  const [preset] = await bob.suggests('/battle join preset:Rol');
  await bob.slash(`/battle join preset:${preset?.value} name:Bob`);
  await gwen.slash('/npc add preset:Example Zombie count:2');
  await on.discord.quiet();
  const eve = on.discord.user('Eve').at(on.discord.channel);
  expect(await eve.slash('/battle watch')).toMatchObject({
    private: false,
    text: expect.stringContaining('spectator'),
  });
  expect((await eve.slash('/end')).private).toBe(true);
  expect((await gwen.press('Place everyone', panel()))?.private).toBe(false);
  expect((await gwen.slash('/battle start')).private).toBe(false);
  await until(() => panel().text.includes('Round 1'), 'the panel of the first round');
  expect(panel().files.map(({ name }) => name)).toEqual(['board.png']);
  expect(panel().files[0]?.description).toContain('Bob');

  const before = panel();
  await on.restart();
  const acting = before.text.includes('Bob to act') ? bob : gwen;
  expect((await acting.slash('/end')).private).toBe(false);
  await until(() => panel().text !== before.text, 'the panel to tell of it');
  expect(panel().id).toBe(before.id);

  const late = await acting.press(before.buttons[0]?.label ?? '', before);
  expect(late).toMatchObject({ private: true });
  expect(late?.text).toContain('That button is out of date. Since then:');
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
});

test('where every order has a message of its own, an undo strikes through what told it, and a redo gives that back', async () => {
  const acting = panel().text.includes('Bob to act') ? bob : gwen;
  const [, name = ''] = /(\S+(?: \d+)?) to act/.exec(panel().text) ?? [];
  expect(name).not.toBe('');
  const told = await acting.slash('/turn facing:W');
  const line = told.text.split('\n')[0] ?? '';
  expect(line).toContain('turns to face W');
  const now = () => bob.sees().find(({ id }) => id === told.id);
  await gwen.slash('/undo');
  await until(() => now()?.embeds[0]?.description?.startsWith('-# ~~') === true, 'the message to be struck through');
  expect(now()?.text).toContain(line);
  await gwen.slash('/redo');
  await until(() => now()?.text.includes('~~') === false, 'the message to be given back');
  expect(now()?.text).toContain(line);
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
});
