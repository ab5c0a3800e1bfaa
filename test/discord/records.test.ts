import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from './fake/person.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
let gwen: Person;
let bob: Person;
let eve: Person;

beforeAll(async () => {
  on = await realBot();
  gwen = on.discord.user('Gwen', { manages: true });
  bob = on.discord.user('Bob');
  eve = on.discord.user('Eve');
});
afterAll(() => on.close());

test('log and export of a battle are private to the reader, and its end posts a public replay', async () => {
  await gwen.slash('/battle create system:skure name:The old bridge size:8x8');
  await bob.slash('/battle join preset:Swordsman');
  await gwen.slash('/npc add preset:Zombie count:2 hidden:until-revealed');
  await gwen.slash('/battle deploy');
  await gwen.slash('/battle start');

  const log = await bob.slash('/battle log');
  expect(log.private).toBe(true);
  const jump = log.selects[0];
  expect(jump?.options.length).toBeGreaterThan(2);
  const one = await bob.choose(jump?.options[1]?.label ?? '', log);
  expect(one?.text).toMatch(/^Entry \d+/);

  const markdown = await eve.slash('/battle export format:markdown');
  expect(markdown).toMatchObject({ private: true });
  expect(markdown.files.map(({ name }) => name)).toEqual(['the-old-bridge.md']);
  expect((await eve.slash('/battle stats')).private).toBe(true);

  await bob.slash('/roll dice:3d6');
  const end = await gwen.slash('/battle end reason:It is late.');
  expect(end.private).toBe(false);
  expect(end.files.map(({ name }) => name).filter((name) => !name.endsWith('.png'))).toEqual([
    'the-old-bridge.html',
    'the-old-bridge.md',
  ]);

  expect((await bob.slash('/my privacy')).text).toContain('The old bridge (ended): player');
  const asked = await bob.slash('/my privacy do:erase');
  expect(asked).toMatchObject({ private: true });
  expect((await bob.press('Erase me', asked))?.text).toContain('Your data is erased');
  expect((await bob.slash('/my privacy')).text).not.toContain('The old bridge');
  expect((await eve.slash('/battle log')).text).not.toContain('Bob');
  expect((await gwen.slash('/battle verify')).text).toContain('All dice verified');
  expect(on.logged.filter((text) => text.includes('"level":50'))).toEqual([]);
});
