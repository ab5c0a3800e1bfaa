import { afterAll, beforeAll, expect, test } from 'vitest';
import { upload } from '../../pictures/uploads.ts';
import { isRefusal, type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
});
afterAll(() => t.close());

const attached = { it: { name: 'map.jpg', content: upload('portrait.jpg') } };
const boardFor = async (who: Table['ann']): Promise<Buffer> => {
  const { files } = await who.slash('/my view', t.place);
  return Buffer.from(files.find(({ name }) => name === 'board.png')?.bytes ?? []);
};

/** True for an indexed PNG with at most 256 colors, as all our pictures are. */
const isIndexed = (png: Buffer): boolean => png[25] === 3;

test('a picture that the GM attaches becomes the background of the board', async () => {
  const { ann, gwen } = t;
  await gwen.slash('/battle create system:skure name:The mire size:8x6', t.place);
  await ann.slash('/battle join preset:Swordsman name:Ann side:red', t.place);
  await gwen.slash('/battle deploy', t.place);
  const bare = await boardFor(ann);
  await gwen.slash('/battle background picture:it', t.place, attached);
  const laid = await boardFor(ann);
  expect(Buffer.compare(bare, laid)).not.toBe(0);
  expect([isIndexed(laid), laid.length < 200_000]).toEqual([true, true]);
  await gwen.slash('/battle background across:3 at:-1,1', t.place);
  const moved = await boardFor(ann);
  expect(Buffer.compare(moved, laid)).not.toBe(0);
  await gwen.slash('/battle background remove:true', t.place);
  expect(Buffer.compare(await boardFor(ann), bare)).toBe(0);
  expect(isRefusal(await ann.slash('/battle background picture:it', t.place, attached))).toBe(true);
});
