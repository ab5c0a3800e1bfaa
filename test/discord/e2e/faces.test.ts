import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPng, upload } from '../../pictures/uploads.ts';
import { isRefusal, type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
});
afterAll(() => t.close());

const attached = (name: string, content: Uint8Array) => ({ it: { name, content } });

test('an attached picture becomes the portrait on the sheet and on the board', async () => {
  const { ann, gwen } = t;
  await ann.slash('/character create system:skure name:Ann preset:Swordsman', t.place);
  const given = await ann.slash(
    '/character portrait name:Ann picture:it',
    t.place,
    attached('ann.jpg', upload('portrait.jpg')),
  );
  expect(given.private).toBe(true);
  expect(given.files.map(({ name }) => name)).toEqual(['face-1.webp']);
  const sheet = await ann.slash('/library show kind:character name:Ann', t.place);
  expect(
    Buffer.from(given.files[0]?.bytes ?? [])
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');
  // The portrait is part of the sheet's picture and no separate file.
  expect(sheet.files.map(({ name }) => name)).toEqual(['board.png']);
  await ann.slash('/character portrait name:Ann remove:true', t.place);
  const bareSheet = await ann.slash('/library show kind:character name:Ann', t.place);
  expect((sheet.files[0]?.bytes.length ?? 0) - (bareSheet.files[0]?.bytes.length ?? 0)).toBeGreaterThan(1000);
  await ann.slash('/character portrait name:Ann picture:it', t.place, attached('ann.jpg', upload('portrait.jpg')));
  await gwen.slash('/battle create system:skure name:The mire', t.place);
  await ann.slash('/battle join character:Ann side:red', t.place);
  await gwen.slash('/battle deploy', t.place);
  const withFace = await gwen.slash('/my view', t.place);
  await gwen.slash('/npc portrait who:Ann remove:true', t.place);
  const without = await gwen.slash('/my view', t.place);
  const [faced, bare] = [withFace, without].map(({ files }) => files.find(({ name }) => name === 'board.png')?.bytes);
  expect(faced?.length).toBeGreaterThan(1000);
  expect(Buffer.compare(Buffer.from(faced ?? []), Buffer.from(bare ?? []))).not.toBe(0);
});

test.each([
  ['a decompression bomb', aPng(60_000, 60_000, 1), 'That picture has 60000 × 60000 pixels.'],
  ['an animated picture', upload('moving.gif'), 'I cannot use animated pictures.'],
  ['a text', Buffer.from('Ann'), 'I cannot read that as a picture.'],
  ['too large a file', Buffer.alloc(4 * 1024 * 1024 + 1), 'The file ann.png is too large: at most 4 MB can be read.'],
])('%s as a portrait is refused in one sentence', async (_, content, says) => {
  await t.ann.slash('/character create system:skure name:Una preset:Swordsman', t.place);
  const shown = await t.ann.slash('/character portrait name:Una picture:it', t.place, attached('ann.png', content));
  expect(isRefusal(shown)).toBe(true);
  expect(shown.text).toContain(says);
});
