import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Table, table } from './table.ts';

let t: Table;
beforeAll(async () => {
  t = await table();
});
afterAll(() => t.close());

test('a GM asks everyone for a roll, and only the GM sees the results in one table', async () => {
  const { ann, bob, gwen } = t;
  await gwen.slash('/campaign create name:The long road systems:segment', t.place);
  for (const [who, name] of [
    [ann, 'Ann'],
    [bob, 'Bo'],
  ] as const) {
    await who.slash('/campaign join', t.place);
    await who.slash(`/character create system:segment name:${name} preset:fighter`, t.place);
  }
  const asked = await gwen.slash('/gm ask-roll what:PER rolls:blind', t.place);
  expect(asked.text).toContain('asks for a roll: PER');
  expect(asked.text).toContain('Ann: not rolled yet');
  expect(ann.pinged().length + bob.pinged().length).toBe(2);
  await ann.press('Roll', asked);
  const after = bob.sees(t.place).find(({ id }) => id === asked.id);
  expect(JSON.stringify(after)).toContain('Ann: has rolled');
  expect(JSON.stringify(after)).not.toMatch(/against/);
  await bob.press('Roll', asked);
  await t.on.discord.quiet();
  expect(
    gwen
      .direct()
      .map(({ text }) => text)
      .join('\n'),
  ).toMatch(/Ann: \d+ against 12, [\s\S]*Bo: \d+ against 12, /);
});

test('outside a battle the deputy of an absent player is pinged and rolls for them', async () => {
  const { ann, bob, eve, gwen } = t;
  await ann.slash('/my deputy user:@Bob until:2d', t.place);
  await ann.slash('/my away until:2d', t.place);
  const before = [ann.pinged().length, bob.pinged().length];
  const asked = await gwen.slash('/gm ask-roll what:PER who:Ann rolls:public', t.place);
  expect([ann.pinged().length - (before[0] ?? 0), bob.pinged().length - (before[1] ?? 0)]).toEqual([0, 1]);
  expect((await eve.press('Roll', asked))?.text).toContain('That roll is not for you.');
  await bob.press('Roll', asked);
  const after = eve.sees(t.place).find(({ id }) => id === asked.id);
  expect(after?.text).toMatch(/Ann: \d+ against 12, /);
});
