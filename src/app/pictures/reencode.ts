import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import decoded, { init as initDecoder } from '@jsquash/webp/decode.js';
import encoded, { init as initEncoder } from '@jsquash/webp/encode.js';
import { Resvg } from '@resvg/resvg-js';
import { imageSize } from 'image-size';
import { ok, type Result, refuse } from '../../core/message.ts';
import type { PictureUse, ReencodedPicture } from './picture-thread.ts';
import { applyOrientation, centerCrop, hasVisiblePixels, type Pixels, scalePixels } from './pixels.ts';

/** Width and height of a portrait (pixels). */
const portraitPixels = 128;
const backdropPixels = 1600;
const quality: Readonly<Record<PictureUse, number>> = { face: 82, backdrop: 72 };

/** Decodes a PNG or JPEG file. For a broken file, returns transparent pixels or throws. */
const drawUpload = (bytes: Uint8Array, head: UploadHead): Pixels => {
  const type = head.format === 'png' ? 'image/png' : 'image/jpeg';
  const { width, height } = head;
  const source = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const image = `<image width="${width}" height="${height}" preserveAspectRatio="none" href="${source}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;
  const picture = new Resvg(svg, { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { width: picture.width, height: picture.height, rgba: picture.pixels };
};

const decodeUpload = async (bytes: Uint8Array, head: UploadHead): Promise<Pixels | undefined> => {
  try {
    const pixels = head.format === 'webp' ? await decodeWebp(bytes) : drawUpload(bytes, head);
    return pixels.width === head.width && pixels.height === head.height && hasVisiblePixels(pixels)
      ? pixels
      : undefined;
  } catch {
    return undefined;
  }
};

const cropPortrait = (pixels: Pixels): Pixels =>
  scalePixels(pixels, centerCrop(pixels, { width: 1, height: 1 }), portraitPixels, portraitPixels);

const cropBackground = (pixels: Pixels): Pixels => {
  const shrink = Math.min(1, backdropPixels / Math.max(pixels.width, pixels.height));
  const [width, height] = [pixels.width, pixels.height].map((each) => Math.max(1, Math.round(each * shrink)));
  return scalePixels(pixels, { left: 0, top: 0, width: pixels.width, height: pixels.height }, width ?? 1, height ?? 1);
};

/** Crops, scales and re-encodes an uploaded picture. Refuses invalid files. */
export const reencodePicture = async (bytes: Uint8Array, use: PictureUse): Promise<Result<ReencodedPicture>> => {
  const head = readUploadHead(bytes);
  if (!head.ok) return head;
  const pixels = await decodeUpload(bytes, head.value);
  if (pixels === undefined) return refuse('picture-broken');
  const whole = applyOrientation(pixels, head.value.orientation);
  const made = use === 'face' ? cropPortrait(whole) : cropBackground(whole);
  const image = await encodeWebp(made, quality[use]);
  const hash = createHash('sha256').update(image).digest('hex');
  return ok({ hash, bytes: image, width: made.width, height: made.height });
};

/** Compiles a codec from its WebAssembly file. The codec's package would try to fetch this file, as in a browser. */
const compiled = (file: string): WebAssembly.Module =>
  new WebAssembly.Module(readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/webp/codec/${file}.wasm`))));

let decoder: Promise<unknown> | undefined;
let encoder: Promise<unknown> | undefined;

/** Decodes a WebP file. Throws if the file is broken. */
export const decodeWebp = async (bytes: Uint8Array): Promise<Pixels> => {
  decoder ??= initDecoder(compiled('dec/webp_dec'));
  await decoder;
  const { width, height, data } = await decoded(Uint8Array.from(bytes).buffer);
  return { width, height, rgba: Uint8Array.from(data) };
};

export const encodeWebp = async ({ width, height, rgba }: Pixels, quality: number): Promise<Uint8Array> => {
  encoder ??= initEncoder(compiled('enc/webp_enc_simd'));
  await encoder;
  const data = { width, height, data: new Uint8ClampedArray(rgba), colorSpace: 'srgb' as const };
  return new Uint8Array(await encoded(data, { quality }));
};

type UploadFormat = 'png' | 'jpg' | 'webp';

/** Facts from the header of an uploaded picture, known before the picture is decoded. */
export interface UploadHead {
  readonly format: UploadFormat;
  readonly width: number;
  readonly height: number;
  /** EXIF orientation, 1 to 8. 1 is upright. */
  readonly orientation: number;
}

/** Maximum size of an uploaded picture (pixels): each side, and the area. Decoding needs memory. */
const maxPixels = { side: 6000, all: 12_600_000 } as const;
const minSide = 8;

const beginsWith = (bytes: Uint8Array, signs: string, at = 0): boolean =>
  [...signs].every((sign, index) => bytes[at + index] === sign.charCodeAt(0));

const formatOf = (bytes: Uint8Array): UploadFormat | undefined => {
  if (beginsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (beginsWith(bytes, '\xff\xd8\xff')) return 'jpg';
  return beginsWith(bytes, 'RIFF') && beginsWith(bytes, 'WEBP', 8) ? 'webp' : undefined;
};

/** Yields the names of the chunks that come before the pixels in a PNG file. */
function* chunksBeforePixels(bytes: Uint8Array): Generator<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (name === 'IDAT') return;
    yield name;
    at += 12 + view.getUint32(at);
  }
}

const isAnimated = (bytes: Uint8Array, format: UploadFormat): boolean =>
  format === 'png'
    ? [...chunksBeforePixels(bytes)].includes('acTL')
    : format === 'webp' && beginsWith(bytes, 'VP8X', 12) && ((bytes[20] ?? 0) & 0x02) !== 0;

const sizeOf = (bytes: Uint8Array) => {
  try {
    return imageSize(bytes);
  } catch {
    return undefined;
  }
};

/** Reads the header of an uploaded file. Refuses animations, unknown formats and wrong sizes. */
export const readUploadHead = (bytes: Uint8Array): Result<UploadHead> => {
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
