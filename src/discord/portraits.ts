import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { middle, type Pixels, scaled } from '../pictures/pixels.ts';
import { portraitAt } from '../presentation/svg.ts';
import { chunk } from './palette-png.ts';

/** The picture at an address, as a PNG file of the size that it asks for; nothing where it is not there. */
export type Portraits = (address: string) => Buffer | undefined;

/** So many steps there are of each part of a colour: all faces of a picture together are to fit among its 256. */
const step = 17;
const even = (value: number): number => Math.round(value / step) * step;

/** A PNG file that is quick to read: it is drawn at once and thrown away. */
const plainPng = ({ width, height, rgba }: Pixels): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', new Uint8Array()),
  ]);
};

/** What lies under a face that does not cover all of its circle. */
const under = 0xe8;

/** A round of so many pixels, in few colours, wholly there or not at all: its soft edge is drawn by the ring about it. */
const round = (face: Pixels, pixels: number): Buffer => {
  const { width, height, rgba } = scaled(face, middle(face, { width: 1, height: 1 }), pixels, pixels);
  const centre = (pixels - 1) / 2;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const isIn = Math.hypot(x - centre, y - centre) <= pixels / 2;
      const cover = (rgba[at + 3] ?? 0) / 255;
      for (const part of [0, 1, 2]) rgba[at + part] = even((rgba[at + part] ?? 0) * cover + under * (1 - cover));
      rgba[at + 3] = isIn ? 255 : 0;
    }
  return plainPng({ width, height, rgba });
};

/** Faces as their pixels, and as they are drawn, in bytes of some megabytes at most: the same ones are seen again and again. */
const decoded = new LRUCache<string, Pixels>({ maxSize: 4_000_000, sizeCalculation: ({ rgba }) => rgba.length + 1 });
const drawn = new LRUCache<string, Buffer>({ maxSize: 2_000_000, sizeCalculation: ({ length }) => length + 1 });

/** Decodes what is not known yet; one that is broken is not there. */
const decode = async (pictures: ReadonlyMap<string, Uint8Array>): Promise<void> => {
  const unknown = [...pictures].filter(([hash]) => !decoded.has(hash));
  if (unknown.length === 0) return;
  const { fromWebp } = await import('../pictures/webp.ts');
  for (const [hash, bytes] of unknown) {
    const pixels = await fromWebp(bytes).catch(() => undefined);
    if (pixels !== undefined) decoded.set(hash, pixels);
  }
};

/** The pictures beside an SVG, to be asked for as it is drawn. */
export const portraitsOf = async (pictures: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Portraits> => {
  await decode(pictures);
  return (address) => {
    const known = drawn.get(address);
    if (known !== undefined) return known;
    const { hash, pixels } = portraitAt(address);
    const face = decoded.get(hash);
    if (face === undefined) return undefined;
    const made = round(face, pixels);
    drawn.set(address, made);
    return made;
  };
};
