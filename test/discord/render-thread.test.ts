import { expect, test } from 'vitest';
import { SupersededError } from '../../src/app/queues/worker-queue.ts';
import { scenePng } from '../../src/discord/png.ts';
import { createRenderThread } from '../../src/discord/render-thread.ts';
import type { Scene } from '../../src/presentation/scene.ts';

const square = (side: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="9" height="9"/></svg>`;
const widthOf = (png: Uint8Array): number => Buffer.from(png).readUInt32BE(16);

test('several pictures drawn at the same time each reach the caller that asked for them', async () => {
  const draw = createRenderThread();
  const pngs = await Promise.all([20, 10, 30].map((side) => draw(square(side))));
  expect(pngs.map(widthOf)).toEqual([20, 10, 30]);
});

test('a picture’s buffer is exactly as long as its file', async () => {
  const { byteLength, buffer } = await createRenderThread()(square(10));
  expect(buffer.byteLength).toBe(byteLength);
});

test('an invalid picture is refused, and the next one is drawn', async () => {
  const draw = createRenderThread();
  const drawn = await Promise.allSettled([draw('<svg'), draw(square(10)), draw('rubbish'), draw(square(20))]);
  expect(drawn.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
});

test('drawing a picture does not block the event loop', async () => {
  const draw = createRenderThread();
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await draw(square(3000));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(5);
});

test('a picture that a newer one supersedes is not drawn, and other pictures are', async () => {
  const draw = createRenderThread();
  const drawn = await Promise.allSettled([
    draw(square(20)),
    draw(square(10), () => true),
    draw(square(30), () => false),
  ]);
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(drawn[1]).toMatchObject({ reason: expect.any(SupersededError) });
});

test('callers that ask for the same picture share one drawing', async () => {
  const scene = (title: string): Scene => ({ width: 10, height: 10, title, shapes: [], text: [] });
  const [one, other, alike] = await Promise.all([
    scenePng(scene('one'), () => true),
    scenePng(scene('one')),
    scenePng({ ...scene('one') }),
  ]);
  expect(other).toBe(one);
  expect(alike).toBe(one);
  expect(await scenePng(scene('one'))).toBe(one);
  await expect(scenePng(scene('two'), () => true)).rejects.toBeInstanceOf(SupersededError);
  expect(await scenePng(scene('two'))).not.toBe(one);
});
