import { createHash } from 'node:crypto';
import { Resvg } from '@resvg/resvg-js';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { applyOrientation, centerCrop, hasVisiblePixels, type Pixels, scalePixels } from './pixels.ts';
import type { PictureUse, ReencodedPicture } from './reencode-picture.ts';
import { readUploadHead, type UploadHead } from './upload-head.ts';
import { decodeWebp, encodeWebp } from './webp.ts';

/** A face is a square of so many pixels each way, a backdrop has at most so many. */
const portraitPixels = 128;
const backdropPixels = 1600;
const quality: Readonly<Record<PictureUse, number>> = { face: 82, backdrop: 72 };

const svg = ({ width, height }: UploadHead, image: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${image}</svg>`;

/** Draws PNG and JPEG; a broken file comes out clear or throws. */
const drawUpload = (bytes: Uint8Array, head: UploadHead): Pixels => {
  const type = head.format === 'png' ? 'image/png' : 'image/jpeg';
  const { width, height } = head;
  const source = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const image = `<image width="${width}" height="${height}" preserveAspectRatio="none" href="${source}"/>`;
  const picture = new Resvg(svg(head, image), { font: { loadSystemFonts: false }, logLevel: 'off' }).render();
  return { width: picture.width, height: picture.height, rgba: picture.pixels };
};

const decoded = async (bytes: Uint8Array, head: UploadHead): Promise<Pixels | undefined> => {
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

/** An uploaded picture made anew for its use: cut, scaled, and nothing left in it but pixels. Refuses one that cannot be taken. */
export const reencodePicture = async (
  bytes: Uint8Array,
  use: PictureUse,
): Promise<Result<ReencodedPicture, Refusal>> => {
  const head = readUploadHead(bytes);
  if (!head.ok) return head;
  const pixels = await decoded(bytes, head.value);
  if (pixels === undefined) return refuse('picture-broken');
  const whole = applyOrientation(pixels, head.value.orientation);
  const made = use === 'face' ? cropPortrait(whole) : cropBackground(whole);
  const image = await encodeWebp(made, quality[use]);
  const hash = createHash('sha256').update(image).digest('hex');
  return ok({ hash, bytes: image, width: made.width, height: made.height });
};
