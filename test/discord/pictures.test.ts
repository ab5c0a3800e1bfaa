import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
beforeAll(async () => {
  on = await realBot();
});
afterAll(() => on.close());

test('who manages a server chooses how its pictures look, and everybody how those look that they alone see', async () => {
  const gwen = on.discord.user('Gwen', { manages: true });
  const ann = on.discord.user('Ann');
  const answered = async (who: typeof gwen, typed: string) => JSON.stringify((await who.slash(typed)).embeds);
  expect(await answered(gwen, '/settings')).toContain('Pictures: light');
  expect(await answered(gwen, '/settings pictures:dark')).toContain('Pictures: dark');
  expect(await answered(ann, '/settings pictures:light')).not.toContain('Pictures:');
  expect(await answered(gwen, '/settings')).toContain('Pictures: dark');
  expect(await answered(ann, '/my settings')).toContain('Pictures that you alone see: as the server has them');
  expect(await answered(ann, '/my settings pictures:light')).toContain('Pictures that you alone see: light');
  expect(await answered(ann, '/my settings pictures:server')).toContain('as the server has them');
});
