import { expect, test } from 'vitest';
import { renderThread } from '../../src/discord/render-thread.ts';

const square = (side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`;
const widthOf = (png: Uint8Array): number => Buffer.from(png).readUInt32BE(16);

test('pictures asked for at the same time go each to who asked', async () => {
  const draw = renderThread();
  const pngs = await Promise.all([20, 10, 30].map((side) => draw(square(side))));
  expect(pngs.map(widthOf)).toEqual([20, 10, 30]);
});

test('what is no picture is refused, and the next one is drawn', async () => {
  const draw = renderThread();
  const drawn = await Promise.allSettled([draw('<svg'), draw(square(10)), draw('rubbish'), draw(square(20))]);
  expect(drawn.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('nobody waits for a picture: the event loop goes on', async () => {
  const draw = renderThread();
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await draw(square(3000));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});
