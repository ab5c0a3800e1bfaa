import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
beforeAll(async () => {
  on = await realBot();
});
afterAll(() => on.close());

test('/battle create names missing permissions and creates nothing', async () => {
  const gwen = on.discord.user('Gwen', { manages: true });
  on.discord.forbid(on.discord.channel, 'write');
  await on.restart();
  const said = await gwen.slash('/battle create system:skure name:The bridge');
  expect(said).toMatchObject({ private: true, text: expect.stringContaining('Send Messages') });
  expect(await on.stores.battles.byChannel(on.discord.channel.id)).toBeUndefined();
  on.discord.forbid(on.discord.channel, 'nothing');
  await on.restart();
  expect((await gwen.slash('/battle create system:skure name:The bridge')).private).toBe(false);
});
