import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './fake/until.ts';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
beforeAll(async () => {
  on = await realBot();
});
afterAll(() => on.close());

const names = () => on.discord.commands().map(({ name }) => name);

test('a server has the common commands, and a rulebook’s commands after its first battle', async () => {
  const gwen = on.discord.user('Gwen', { manages: true });
  expect(names()).toContain('battle');
  expect(names()).not.toContain('attack');
  await gwen.slash('/battle create system:skure name:The bridge');
  expect(names()).toContain('charge');
  expect(names()).not.toContain('straalara');
  await gwen.slash('/battle end');
  await gwen.slash('/battle create system:straalara name:The alley');
  expect(names()).toEqual(expect.arrayContaining(['charge', 'straalara']));
  await on.restart();
  expect(names()).toEqual(expect.arrayContaining(['charge', 'straalara']));
  expect(names()).not.toContain('dskull');
  await gwen.slash('/gm server systems:dskull');
  await until(() => names().includes('dskull'), 'the commands of dSkull');
  expect(names()).not.toContain('charge');
});
