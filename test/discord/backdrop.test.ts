import { expect, test } from 'vitest';
import { reencodePicture } from '../../src/app/pictures/reencode.ts';
import { createFindImage } from '../../src/discord/scene-images.ts';
import { imageAddress } from '../../src/presentation/svg.ts';
import { upload } from '../pictures/uploads.ts';

const drawn = async (veiled: number, left = 0) => {
  const made = await reencodePicture(upload('portrait.jpg'), 'backdrop');
  if (!made.ok) throw new Error(made.error.code);
  const { hash, bytes } = made.value;
  const portraits = await createFindImage(new Map([[hash, bytes]]));
  const part = { left, top: 0, across: 1, down: 1 };
  const { Resvg } = await import('@resvg/resvg-js');
  const png = portraits(imageAddress({ hash, width: 60, height: 40, part, veil: '#fbf5e6', veiled }));
  const href = `data:image/png;base64,${Buffer.from(png ?? []).toString('base64')}`;
  const { pixels } = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><image width="60" height="40" href="${href}"/></svg>`,
  ).render();
  return Array.from({ length: 60 * 40 }, (_, at) => [...pixels.subarray(at * 4, at * 4 + 3)]);
};

test('a background picture is faded: every color stays near the board’s', async () => {
  const colours = await drawn(0.5);
  const board = [0xfb, 0xf5, 0xe6];
  for (const colour of colours)
    for (const [part, value] of colour.entries()) expect(Math.abs(value - (board[part] ?? 0))).toBeLessThanOrEqual(134);
  expect(new Set(colours.map(String)).size).toBeGreaterThan(4);
  expect(new Set(colours.map(String)).size).toBeLessThan(400);
});

test('uncovered squares show the plain board, and a missing picture draws nothing', async () => {
  expect(new Set((await drawn(0.5, 1)).map(String))).toEqual(new Set(['251,245,230']));
  const portraits = await createFindImage();
  const gone = { hash: 'f'.repeat(64), width: 9, height: 9, part: undefined, veil: '#000000', veiled: 0.5 };
  expect(portraits(imageAddress(gone))).toBeUndefined();
});
