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

const lastTo = async (who: Table['ann']) => {
  await t.on.discord.quiet();
  const [last] = who.direct().slice(-1);
  if (last === undefined) throw new Error(`${who.name} got no direct message.`);
  return last;
};

test('a GM sees a sheet that was brought along and proposes a change; the bot restarts, the owner accepts: a version', async () => {
  const { ann, bob, gwen, place } = t;
  const before = await gwen.slash('/campaign sheet name:Ann', place);
  expect([isRefusal(before), before.text]).toEqual([true, expect.stringContaining('has played a character named Ann')]);
  await ann.slash('/battle join character:Ann side:red', place);
  const shown = await gwen.slash('/campaign sheet name:Ann', place);
  expect([shown.private, shown.text]).toEqual([true, expect.stringContaining('Ann (skure), played by Ann')]);
  expect(shown.files.map(({ name }) => name)).toEqual(
    (await ann.slash('/character show name:Ann', place)).files.map(({ name }) => name),
  );
  expect(shown.files).toHaveLength(1);
  const other = await bob.slash('/campaign sheet name:Ann', place);
  expect([isRefusal(other), other.text]).toEqual([true, expect.stringContaining('Gwen')]);
  const bad = await gwen.slash('/campaign sheet name:Ann changes:hp=lots', place);
  expect([isRefusal(bad), bad.text]).toEqual([true, expect.stringContaining('hp')]);

  const asked = await gwen.slash('/campaign sheet name:Ann changes:hp=12', place);
  expect(asked.private).toBe(true);
  const told = await lastTo(ann);
  expect(told.text).toContain('Gwen proposes a change to Ann');
  expect(told.buttons.map(({ label }) => label)).toEqual(['Accept', 'Decline']);

  await t.on.restart();
  await ann.press('Accept', told);
  const after = await lastTo(ann);
  expect(after.text).toContain('Ann is changed as Gwen proposed');
  expect(after.buttons).toEqual([]);
  expect((await lastTo(gwen)).text).toContain('Ann accepts your proposal for Ann.');
  const history = await ann.slash('/character history name:Ann', place);
  expect(history.text).toContain('hp 30 → 12 (proposed by Gwen)');
  expect((await ann.slash('/character versions name:Ann', place)).text).toContain('(proposed by Gwen)');
});

test('two proposals for the same number: one is accepted, the other no longer fits, and both people are told', async () => {
  const { ann, gwen, place } = t;
  await gwen.slash('/campaign sheet name:Ann changes:hp=20', place);
  await gwen.slash('/campaign sheet name:Ann changes:hp=25', place);
  const listed = await ann.slash('/character proposals', place);
  expect(listed.buttons.map(({ label }) => label)).toEqual(['Accept 1', 'Decline 1', 'Accept 2', 'Decline 2']);
  await ann.press('Accept 1', listed);
  const again = await ann.slash('/character proposals', place);
  await ann.press('Accept 1', again);
  expect((await lastTo(gwen)).text).toContain('no longer fits, because Ann has changed the sheet since');
  expect((await ann.slash('/character show name:Ann', place)).text).toMatch(/HP: 20/i);
});

test('a shared character is copied by somebody else of the server, and no more once that is taken back', async () => {
  const { ann, eve, place } = t;
  const shared = await ann.slash('/character share name:Ann', place);
  const copied = await eve.slash('/character copy name:Ann as:Eva', place);
  expect([copied.private, copied.text]).toEqual([true, expect.stringContaining('Eva is saved')]);
  await ann.press('Stop sharing', shared);
  const refused = await eve.slash('/character copy name:Ann as:Evi', place);
  expect([isRefusal(refused), refused.text]).toEqual([true, expect.stringContaining('No one here shares')]);
  expect((await eve.slash('/character show name:Eva', place)).text).toMatch(/HP: 20/i);
});
