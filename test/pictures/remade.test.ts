import { afterAll, expect, test } from 'vitest';
import { createPictureThread } from '../../src/app/pictures/picture-thread.ts';
import { decodeWebp, reencodePicture } from '../../src/app/pictures/reencode.ts';
import { seeds } from '../budget.ts';
import { animation, aPng, turnedJpeg, upload } from './uploads.ts';

const thread = createPictureThread();
afterAll(() => thread.close());

const face = async (bytes: Uint8Array) => {
  const made = await reencodePicture(bytes, 'face');
  if (!made.ok) throw new Error(made.error.code);
  return made.value;
};

const codeFor = async (bytes: Uint8Array): Promise<string> => {
  const made = await reencodePicture(bytes, 'face');
  return made.ok ? 'taken' : made.error.code;
};

test.each(['portrait.jpg', 'portrait.png', 'portrait.webp', 'half.png'])(
  '%s becomes a small square of plain pixels',
  async (name) => {
    const made = await face(upload(name));
    expect(made).toMatchObject({ width: 128, height: 128 });
    expect(made.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(made.bytes.length).toBeLessThan(12_000);
    const { width, height, rgba } = await decodeWebp(made.bytes);
    expect([width, height, rgba.length]).toEqual([128, 128, 128 * 128 * 4]);
    expect((await face(upload(name))).hash).toBe(made.hash);
  },
);

test('camera data is removed, and the picture is turned upright', async () => {
  const [plain, turned] = [await face(turnedJpeg(1)), await face(turnedJpeg(3))];
  expect(Buffer.from(turned.bytes).includes('Exif')).toBe(false);
  expect(turned.hash).not.toBe(plain.hash);
  const [upright, over] = [await decodeWebp(plain.bytes), await decodeWebp(turned.bytes)];
  const at = (x: number, y: number) => (y * 128 + x) * 4;
  // The picture is turned by 180 degrees and then cropped.
  const far = Math.abs((upright.rgba[at(64, 40)] ?? 0) - (over.rgba[at(63, 87 + 16)] ?? 0));
  expect(far).toBeLessThan(70);
});

test('a wide picture is cropped to its middle', async () => {
  const { rgba } = await decodeWebp((await face(upload('half.png'))).bytes);
  const colourAt = (x: number) =>
    [...rgba.subarray((64 * 128 + x) * 4, (64 * 128 + x) * 4 + 3)].map((each) => each > 128);
  expect([colourAt(20), colourAt(108)]).toEqual([
    [true, false, false],
    [false, false, true],
  ]);
});

test.each([
  ['nothing', Buffer.alloc(0), 'no-picture'],
  ['a text', Buffer.from('{"hp": 12}'), 'no-picture'],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    'no-picture',
  ],
  ['a link', Buffer.from('https://pictures.example/ann.png'), 'no-picture'],
  ['a GIF', upload('moving.gif'), 'picture-moves'],
  ['a WebP that moves', upload('moving.webp'), 'picture-moves'],
  ['a PNG that moves', aPng(32, 32, 32, [animation]), 'picture-moves'],
  ['a PNG of seven pixels', aPng(7, 40), 'picture-too-small'],
  ['a bomb of 60000 × 60000 pixels', aPng(60_000, 60_000, 1), 'picture-too-large'],
  ['a PNG too broad', aPng(6001, 8), 'picture-too-large'],
  ['a PNG of too many pixels', aPng(3600, 3600, 1), 'picture-too-large'],
  ['half a PNG', upload('portrait.png').subarray(0, 40), 'picture-broken'],
  ['half a JPEG', upload('portrait.jpg').subarray(0, 900), 'picture-broken'],
  ['half a WebP', upload('portrait.webp').subarray(0, 700), 'picture-broken'],
  ['a PNG without its end', aPng(64, 64, 3), 'picture-broken'],
])('%s is refused: %#', async (_, bytes, code) => {
  // A truncated picture may be drawn as far as it goes, and is never worse than broken.
  const came = await codeFor(bytes);
  expect(code === 'picture-broken' ? ['picture-broken', 'taken'] : [code]).toContain(came);
});

test('a picture of the maximum size is accepted', async () => {
  expect(await codeFor(aPng(6000, 8))).toBe('taken');
  expect(await codeFor(aPng(8, 8))).toBe('taken');
});

test('a corrupted file is refused or accepted, but crashes nothing', async () => {
  const random = (seed: number) => {
    let state = seed >>> 0;
    return (most: number): number => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state % most;
    };
  };
  for (const seed of seeds(6))
    for (const name of ['portrait.jpg', 'portrait.png', 'portrait.webp']) {
      const [bytes, next] = [Buffer.from(upload(name)), random(seed)];
      for (let n = 0; n < 20; n += 1) bytes[next(bytes.length)] = next(256);
      const made = await thread(bytes, 'face', 'ann');
      expect(made.ok || /^(no-picture|picture-)/.test(made.error.code)).toBe(true);
    }
});
