import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealBot, realBot } from './real-bot.ts';

let on: RealBot;
beforeAll(async () => {
  on = await realBot();
});
afterAll(() => on.close());

test('a manager sets the theme of public pictures, and each user sets the theme of private ones', async () => {
  const gwen = on.discord.user('Gwen', { manages: true });
  const ann = on.discord.user('Ann');
  const answered = async (who: typeof gwen, typed: string) => JSON.stringify((await who.slash(typed)).embeds);
  expect(await answered(gwen, '/gm server')).toContain('Pictures: light');
  expect(await answered(gwen, '/gm server pictures:dark')).toContain('Pictures: dark');
  expect(await answered(ann, '/gm server pictures:light')).not.toContain('Pictures:');
  expect(await answered(gwen, '/gm server')).toContain('Pictures: dark');
  expect(await answered(ann, '/my settings')).toContain('Pictures only you see: same as the server');
  expect(await answered(ann, '/my settings pictures:light')).toContain('Pictures only you see: light');
  expect(await answered(ann, '/my settings pictures:server')).toContain('same as the server');
});

test('a picture shows a part of a large board, and a button shows the whole board', async () => {
  const gwen = on.discord.user('Gwen', { manages: true });
  const orders = [
    '/battle create system:skure name:The plain size:30x26',
    '/npc add preset:zombie',
    '/npc add preset:cutthroat side:others',
    '/battle place target:Zombie to:B4 facing:E',
    '/battle place target:Cutthroat to:AC20 facing:W',
  ];
  for (const order of orders) expect((await gwen.slash(order)).embeds[0]?.title).toBeDefined();
  const started = await gwen.slash('/battle start');
  await on.discord.quiet();
  const panel = gwen.sees().findLast(({ buttons }) => buttons.some(({ label }) => label === 'Whole board'));
  expect(panel, started.text).toBeDefined();
  const whole = await gwen.press('Whole board', panel);
  expect(whole).toMatchObject({ private: true, text: expect.stringContaining('The plain') });
  const [drawn, part] = [whole, panel].map((shown) => shown?.files[0]?.bytes ?? new Uint8Array(24));
  const widthOf = (png: Uint8Array | undefined) => Buffer.from(png ?? []).readUInt32BE(16);
  expect(widthOf(part)).toBe(760);
  expect(widthOf(drawn)).toBeGreaterThan(1000);
});
