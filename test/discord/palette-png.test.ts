import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { palettePng } from '../../src/discord/palette-png.ts';

type Colour = readonly [red: number, green: number, blue: number];

const pixelsOf = (width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array =>
  Uint8Array.from({ length: 4 * width * height }, (_, at) => {
    const pixel = Math.floor(at / 4);
    return [...colourAt(pixel % width, Math.floor(pixel / width)), 255][at % 4] ?? 0;
  });

const chunksOf = (png: Uint8Array): ReadonlyMap<string, Buffer> => {
  const bytes = Buffer.from(png);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    chunks.set(bytes.toString('latin1', at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  return chunks;
};

/** The colours of a PNG file with a palette, row by row. */
const readBack = (png: Uint8Array): readonly Colour[] => {
  const chunks = chunksOf(png);
  const head = chunks.get('IHDR') ?? Buffer.alloc(13);
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  return Array.from({ length: width * height }, (_, pixel): Colour => {
    const index = rows[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] ?? 0;
    return [palette[3 * index] ?? -1, palette[3 * index + 1] ?? -1, palette[3 * index + 2] ?? -1];
  });
};

const drawn = (width: number, height: number, colourAt: (x: number, y: number) => Colour): readonly Colour[] => {
  const png = palettePng({ width, height, rgba: pixelsOf(width, height, colourAt) });
  if (png === undefined) throw new Error('nothing was made');
  return readBack(png);
};

test('a picture of few colors keeps each color exactly', () => {
  const fields = (x: number): Colour => [250 - x, 250, 249];
  expect(drawn(40, 3, fields)).toEqual(Array.from({ length: 120 }, (_, at) => fields(at % 40)));
});

test('soft edges are reduced to at most 256 colors, each near the original', () => {
  const shade = (x: number, y: number): Colour => [x * 4, y * 4, 128];
  const colours = drawn(64, 64, shade);
  expect(new Set(colours.map(String)).size).toBeLessThanOrEqual(256);
  const far = colours.map(([red, green], at) => Math.hypot(red - (at % 64) * 4, green - Math.floor(at / 64) * 4));
  expect(Math.max(...far)).toBeLessThan(24);
});

test('a picture with too many colors is not converted', () => {
  const noise = (x: number, y: number): Colour => [x, y, (x ^ y) & 1];
  const rgba = pixelsOf(256, 256, noise);
  expect(palettePng({ width: 256, height: 256, rgba })).toBeUndefined();
});
