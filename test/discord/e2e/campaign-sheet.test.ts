import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal, type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
  const { ann, gwen, place } = t;
  await gwen.slash('/campaign create name:The long road systems:skure', place);
  await ann.slash('/campaign join', place);
  await ann.slash('/character create system:skure name:Ann preset:Swordsman changes:hp=30', place);
  await gwen.slash('/battle create name:The mire size:6x6', place);
});
afterAll(() => t.close());

test('a GM sees a sheet that was brought along, and nobody else does', async () => {
  const { ann, bob, gwen, place } = t;
  const before = await gwen.slash('/campaign sheet name:Ann', place);
  expect([isRefusal(before), before.text]).toEqual([true, expect.stringContaining('has played a character named Ann')]);
  await ann.slash('/battle join character:Ann side:red', place);
  const shown = await gwen.slash('/campaign sheet name:Ann', place);
  expect([shown.private, shown.text]).toEqual([true, expect.stringContaining('Ann (skure), played by Ann')]);
  expect(shown.files.map(({ name }) => name)).toEqual(
    (await ann.slash('/library show kind:character name:Ann', place)).files.map(({ name }) => name),
  );
  expect(shown.files).toHaveLength(1);
  const other = await bob.slash('/campaign sheet name:Ann', place);
  expect([isRefusal(other), other.text]).toEqual([true, expect.stringContaining('Gwen')]);
});

test('a shared character is copied by somebody else of the server, and no more once that is taken back', async () => {
  const { ann, eve, place } = t;
  const shared = await ann.slash('/character share name:Ann', place);
  const copied = await eve.slash('/library copy kind:character name:Ann to:Eva', place);
  expect([copied.private, copied.text]).toEqual([true, expect.stringContaining('Eva is saved')]);
  await ann.press('Stop sharing', shared);
  const refused = await eve.slash('/library copy kind:character name:Ann to:Evi', place);
  expect([isRefusal(refused), refused.text]).toEqual([true, expect.stringContaining('No one here shares')]);
  expect((await eve.slash('/library show kind:character name:Eva', place)).text).toMatch(/HP: 30/i);
});
