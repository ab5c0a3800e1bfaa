import { deflateSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { centerCrop, type Pixels, scalePixels } from '../app/pictures/pixels.ts';
import { type ImageRequest, parseImageAddress, parsePortraitAddress } from '../presentation/svg.ts';
import { encodePng } from './palette-png.ts';

/** Finds the image for an address in a scene, as PNG of the requested size. Undefined if there is none. */
export type FindImage = (address: string) => Buffer | undefined;

/** Step to which the colours of portraits are rounded, so that a picture has at most 256 colours. */
const colourStep = 17;
const roundColour = (value: number): number => Math.round(value / colourStep) * colourStep;

/** Encodes a PNG that can be decoded fast, because it is used only for drawing one picture. */
const plainPng = (pixels: Pixels): Buffer => {
  const { width, height, rgba } = pixels;
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  return encodePng(pixels, 6, { IDAT: deflateSync(rows, { level: 1 }) });
};

/** Grey value shown where a portrait is transparent or does not fill its circle. */
const portraitUnderlay = 0xe8;

/** Draws a round portrait with few colours. Its hard edge will be covered by a ring. */
const drawRound = (face: Pixels, pixels: number): Buffer => {
  const { width, height, rgba } = scalePixels(face, centerCrop(face, { width: 1, height: 1 }), pixels, pixels);
  const centre = (pixels - 1) / 2;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 4;
      const isIn = Math.hypot(x - centre, y - centre) <= pixels / 2;
      const cover = (rgba[at + 3] ?? 0) / 255;
      for (const part of [0, 1, 2])
        rgba[at + part] = roundColour((rgba[at + part] ?? 0) * cover + portraitUnderlay * (1 - cover));
      rgba[at + 3] = isIn ? 255 : 0;
    }
  return plainPng({ width, height, rgba });
};

/** Step to which the colours of a background are rounded, so that a picture has at most 256 colours. */
const backgroundColourStep = 12;

const hexParts = (hex: string): readonly number[] => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

/** Draws the visible part of a background, blended with the colour `veil`. Outside the picture is only this colour. */
const drawBackground = (picture: Pixels, { width, height, part, veil, veiled }: ImageRequest): Buffer => {
  const cut =
    part === undefined
      ? centerCrop(picture, { width, height })
      : {
          ...{ left: part.left * picture.width, top: part.top * picture.height },
          ...{ width: part.across * picture.width, height: part.down * picture.height },
        };
  const { rgba } = scalePixels(picture, cut, width, height);
  const over = hexParts(veil);
  for (let at = 0; at < rgba.length; at += 4) {
    const cover = ((rgba[at + 3] ?? 0) / 255) * (1 - veiled);
    for (let each = 0; each < 3; each += 1) {
      const mixed = (rgba[at + each] ?? 0) * cover + (over[each] ?? 0) * (1 - cover);
      rgba[at + each] =
        cover === 0
          ? (over[each] ?? 0)
          : Math.min(255, Math.round(mixed / backgroundColourStep) * backgroundColourStep);
    }
    rgba[at + 3] = 255;
  }
  return plainPng({ width, height, rgba });
};

/** Cache of decoded and drawn pictures, limited in bytes. */
const decoded = new LRUCache<string, Pixels>({ maxSize: 24_000_000, sizeCalculation: ({ rgba }) => rgba.length + 1 });
const drawn = new LRUCache<string, Buffer>({ maxSize: 8_000_000, sizeCalculation: ({ length }) => length + 1 });

/** Decodes pictures that are not in the cache. Skips broken pictures. */
const decode = async (pictures: ReadonlyMap<string, Uint8Array>): Promise<void> => {
  const unknown = [...pictures].filter(([hash]) => !decoded.has(hash));
  if (unknown.length === 0) return;
  const { decodeWebp: fromWebp } = await import('../app/pictures/reencode.ts');
  for (const [hash, bytes] of unknown) {
    const pixels = await fromWebp(bytes).catch(() => undefined);
    if (pixels !== undefined) decoded.set(hash, pixels);
  }
};

/** Decodes the pictures of an SVG. Returns a function that finds a picture by its address. */
export const createFindImage = async (pictures: ReadonlyMap<string, Uint8Array> = new Map()): Promise<FindImage> => {
  await decode(pictures);
  return (address) => {
    const known = drawn.get(address);
    if (known !== undefined) return known;
    const image = parseImageAddress(address);
    const { hash, pixels } = image === undefined ? parsePortraitAddress(address) : { hash: image.hash, pixels: 0 };
    const picture = decoded.get(hash);
    if (picture === undefined) return undefined;
    const made = image === undefined ? drawRound(picture, pixels) : drawBackground(picture, image);
    drawn.set(address, made);
    return made;
  };
};
