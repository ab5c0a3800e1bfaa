import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;

beforeAll(async () => {
  on = await realBot();
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
  await on.discord.quiet();
  expect(panel().text).toContain('Round 1');
  expect(panel().files.map(({ name }) => name)).toEqual(['board.png']);
  expect(panel().files[0]?.description).toContain('Bob');

  const before = panel();
  await on.restart();
  const acting = before.text.includes('Bob to act') ? bob : gwen;
  await acting.slash('/end');
  await on.discord.quiet();
  expect(panel().text).not.toBe(before.text);

  const late = await acting.press(before.buttons[0]?.label ?? '', before);
  expect(late).toMatchObject({ private: true });
  expect(late?.text).toContain('That button is out of date. Since then:');
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
});
