import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/** A made-up picture of a user. */
export const upload = (name: string): Buffer => readFileSync(new URL(`../formats/pictures/${name}`, import.meta.url));

/** A picture as an option's value: one character for each byte. */
export const uploadText = (name: string): string => upload(name).toString('latin1');

const chunk = (name: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
};

/** A PNG file with the given size in its header, and `rows` rows of gray pixels. */
export const aPng = (width: number, height: number, rows = height, before: readonly Buffer[] = []): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const pixels = Buffer.alloc(rows * (width + 1), 90);
  for (let row = 0; row < rows; row += 1) pixels[row * (width + 1)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...before,
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', new Uint8Array()),
  ]);
};

export const animation = chunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));

/** A JPEG file with an Exif orientation. */
export const turnedJpeg = (orientation: number): Buffer => {
  const tiff = Buffer.from([
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]);
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const app = Buffer.alloc(4);
  app.set([0xff, 0xe1]);
  app.writeUInt16BE(exif.length + 2, 2);
  const plain = upload('portrait.jpg');
  return Buffer.concat([plain.subarray(0, 2), app, exif, plain.subarray(2)]);
};
