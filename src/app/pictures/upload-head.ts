import { imageSize } from 'image-size';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';

export const uploadFormats = ['png', 'jpg', 'webp'] as const;
export type UploadFormat = (typeof uploadFormats)[number];

/** What the head of a picture says of it, before anything is decoded. */
export interface UploadHead {
  readonly format: UploadFormat;
  readonly width: number;
  readonly height: number;
  /** How its camera was held: 1 is upright. */
  readonly orientation: number;
}

/** Pixels of a picture that is taken: more each way, or in all, would take too much memory to decode. */
const maxPixels = { side: 6000, all: 12_600_000 } as const;
const minSide = 8;

const beginsWith = (bytes: Uint8Array, signs: string, at = 0): boolean =>
  [...signs].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));

const formatOf = (bytes: Uint8Array): UploadFormat | undefined => {
  if (beginsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (beginsWith(bytes, '\xff\xd8\xff')) return 'jpg';
  return beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8) ? 'webp' : undefined;
};

/** The names of the chunks of a PNG file before its pixels. */
function* chunksBeforePixels(bytes: Uint8Array): Generator<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'IDAT') return;
    yield name;
    at += 12 + view.getUint32(at);
  }
}

const isAnimated = (bytes: Uint8Array, format: UploadFormat): boolean => {
  switch (format) {
    case 'png':
      return [...chunksBeforePixels(bytes)].includes('acTL');
    case 'webp':
      return beginsWith(bytes, 'VP8X', 12) && ((bytes[20] ?? 0) & 0x02) !== 0;
    case 'jpg':
      return false;
  }
};

const sizeOf = (bytes: Uint8Array) => {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
};

/** What an uploaded file is. Refuses what is no picture that can be read, moves, or has too many pixels. */
export const readUploadHead = (bytes: Uint8Array): Result<UploadHead, Refusal> => {
  const format = formatOf(bytes);
  if (beginsWith(bytes, 'GIF8')) return refuse('picture-moves');
  if (format === undefined) return refuse('no-picture');
  if (isAnimated(bytes, format)) return refuse('picture-moves');
  const size = sizeOf(bytes);
  if (size === undefined || size.type !== format) return refuse('picture-broken');
  const { width, height, orientation = 1 } = size;
  if (width < minSide || height < minSide) return refuse('picture-too-small', { width, height, least: minSide });
  if (width > maxPixels.side || height > maxPixels.side || width * height > maxPixels.all)
    return refuse('picture-too-large', {
      width,
      height,
      side: maxPixels.side,
      million: Math.floor(maxPixels.all / 1_000_000),
    });
  return ok({ format, width, height, orientation });
};
