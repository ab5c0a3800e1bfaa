import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from '../app/pictures/pixels.ts';

const maxColours = 256;
/** Compression level of zlib. Takes a third of the default level's time, for files that are a sixth larger. */
const quick = 3;
/** Number of most frequent colours that stay as they are. Rarer colours are merged with similar ones. */
const exactColours = 48;
/** Maximum distance between two colours to merge them, squared and weighted for the eye. */
const mergeDistance = 9 * 11 ** 2;

/** Size of the hash table of colours: a power of two that exceeds the number of colours in our pictures. */
const tableSize = 1 << 16;
const placeOf = (colour: number): number => (Math.imul(colour, 0x9e3779b1) >>> 16) & (tableSize - 1);

interface ColourCounts {
  /** The colours of a picture, in order of first appearance. An index in this list is a colour's number. */
  readonly colours: Uint32Array;
  readonly counts: Uint32Array;
  /** Runs of pixels of one colour within a row: the colour's number, and the index after the run. */
  readonly runColours: Uint16Array;
  readonly runEnds: Uint32Array;
}

/** Counts the colours of a picture and finds runs of equal pixels. Undefined if there are too many colours. */
const countColours = (pixels: Uint32Array, width: number): ColourCounts | undefined => {
  const table = new Uint16Array(tableSize).fill(0xffff);
  const colours = new Uint32Array(tableSize >> 1);
  const counts = new Uint32Array(tableSize >> 1);
  const stretches = new Uint16Array(pixels.length);
  const ends = new Uint32Array(pixels.length);
  let met = 0;
  let stretch = 0;
  for (let row = 0; row < pixels.length; row += width) {
    const rowEnd = row + width;
    for (let from = row; from < rowEnd; ) {
      const colour = pixels[from] ?? 0;
      let end = from + 1;
      while (end < rowEnd && pixels[end] === colour) end += 1;
      let place = placeOf(colour);
      let number = table[place] ?? 0;
      while (number !== 0xffff && colours[number] !== colour) {
        place = (place + 1) & (tableSize - 1);
        number = table[place] ?? 0;
      }
      if (number === 0xffff) {
        if (met === colours.length) return undefined;
        number = met++;
        table[place] = number;
        colours[number] = colour;
      }
      counts[number] = (counts[number] ?? 0) + end - from;
      stretches[stretch] = number;
      ends[stretch++] = end;
      from = end;
    }
  }
  return {
    ...{ colours: colours.subarray(0, met), counts: counts.subarray(0, met) },
    ...{ runColours: stretches.subarray(0, stretch), runEnds: ends.subarray(0, stretch) },
  };
};

/** The palette's colours, one list per channel, so that comparing colours is fast. */
interface Palette {
  readonly red: Int32Array;
  readonly green: Int32Array;
  readonly blue: Int32Array;
  size: number;
}

/** Finds the palette colour nearest to a colour: its number, and the squared distance to it. */
const nearest = ({ red, green, blue, size }: Palette, r: number, g: number, b: number): { at: number; far: number } => {
  let at = 0;
  let far = 0x7fffffff;
  for (let index = 0; index < size; index += 1) {
    const dg = (green[index] ?? 0) - g;
    let here = 4 * dg * dg;
    if (here >= far) continue;
    const dr = (red[index] ?? 0) - r;
    const db = (blue[index] ?? 0) - b;
    here += 3 * dr * dr + 2 * db * db;
    if (here < far) {
      far = here;
      at = index;
    }
  }
  return { at, far };
};

/** Builds a palette from the most frequent colours, omitting similar ones. Maps each colour to a palette colour. */
const paletteOf = ({ colours, counts }: ColourCounts): { readonly palette: Palette; readonly drawn: Uint8Array } => {
  // Number and count in one value, because numbers are sorted fast.
  const order = Float64Array.from(counts, (count, number) => count * tableSize + number).sort();
  const parts = () => new Int32Array(maxColours);
  const palette: Palette = { red: parts(), green: parts(), blue: parts(), size: 0 };
  const drawn = new Uint8Array(colours.length);
  for (let rank = order.length - 1; rank >= 0; rank -= 1) {
    const number = (order[rank] ?? 0) % tableSize;
    const colour = colours[number] ?? 0;
    const [r, g, b] = [colour & 0xff, (colour >>> 8) & 0xff, (colour >>> 16) & 0xff];
    const { at, far } = nearest(palette, r, g, b);
    drawn[number] = at;
    if (palette.size === maxColours || (palette.size >= exactColours && far <= mergeDistance)) continue;
    palette.red[palette.size] = r;
    palette.green[palette.size] = g;
    palette.blue[palette.size] = b;
    drawn[number] = palette.size++;
  }
  return { palette, drawn };
};

const encodeChunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** Encodes a PNG of 8 bits per channel. `colours`: 3 for a palette, 6 for red, green, blue and alpha. */
export const encodePng = ({ width, height }: Pixels, colours: 3 | 6, chunks: Readonly<Record<string, Uint8Array>>) => {
  const IHDR = Buffer.alloc(13);
  IHDR.writeUInt32BE(width, 0);
  IHDR.writeUInt32BE(height, 4);
  IHDR.set([8, colours, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...Object.entries({ IHDR, ...chunks, IEND: new Uint8Array() }).map(([name, data]) => encodeChunk(name, data)),
  ]);
};

const coloursOf = ({ red, green, blue, size }: Palette): Uint8Array =>
  Uint8Array.from({ length: 3 * size }, (_, at) => [red, green, blue][at % 3]?.[Math.floor(at / 3)] ?? 0);

/** The rows of the picture as PNG filter 0 (none) encodes them. This filter suits palettes best. */
const rowsOf = ({ width, height }: Pixels, { runColours, runEnds }: ColourCounts, drawn: Uint8Array): Uint8Array => {
  const rows = new Uint8Array(height * (width + 1));
  let from = 0;
  let rowEnd = 0;
  let shift = 0;
  for (let stretch = 0; stretch < runColours.length; stretch += 1) {
    if (from === rowEnd) {
      rowEnd += width;
      shift += 1;
    }
    const end = runEnds[stretch] ?? 0;
    rows.fill(drawn[runColours[stretch] ?? 0] ?? 0, from + shift, end + shift);
    from = end;
  }
  return rows;
};

/** Encodes opaque pixels as a PNG of at most 256 colours, a third of the usual size. Undefined for too many colours, as in a photograph. */
export const palettePng = (pixels: Pixels): Uint8Array | undefined => {
  const { width, height, rgba } = pixels;
  const found = countColours(new Uint32Array(rgba.buffer, rgba.byteOffset, width * height), width);
  if (found === undefined) return undefined;
  const { palette, drawn } = paletteOf(found);
  return encodePng(pixels, 3, {
    PLTE: coloursOf(palette),
    IDAT: deflateSync(rowsOf(pixels, found, drawn), { level: quick, memLevel: 9 }),
  });
};
