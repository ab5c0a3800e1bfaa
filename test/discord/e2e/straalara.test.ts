import { afterAll, beforeAll, expect, test } from 'vitest';
import { logAt } from '../../battle/log-at.ts';
import { playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const secret = 'Xyzzy';
const cast: Cast = { gwen: ['The GM', 'the GM', 'Pell'], ann: ['Ann'], bob: ['Bob'] };

let t: Table;
beforeAll(async () => {
  t = await table('post');
});
afterAll(() => t.close());

test('a Straalara combat in a forum post: sealed nominations, defense buttons, a hidden foe', async () => {
  const { gwen, ann, bob, eve, typed, guided, said, panel } = t;
  await typed(gwen, '/battle create', {
    system: 'straalara',
    name: free('The hollow'),
    settings: free('declarations=private, earlyDeclarations=sealed'),
  });
  await typed(ann, '/battle join', { preset: /Ysolde/, side: free('red') });
  await typed(bob, '/battle join', { preset: /Tobin/, side: 'red' });
  await typed(gwen, '/npc add', { preset: /Pell/, name: free('Pell'), side: free('blue') });
  await typed(gwen, '/npc add', { preset: /Nim/, name: free(secret), side: 'blue', hidden: 'until-revealed' });
  await said(() => typed(gwen, '/battle start'));

  // A sealed nomination is visible to its player only.
  const sealed = await typed(bob, '/straalara intend', { action: 'melee', stance: 'mixed', target: 'Pell' });
  expect(sealed).toMatchObject({ private: true });
  expect(sealed.text).toContain('melee at Pell');
  expect(t.discord.told([ann, eve]).filter((text) => text.includes('melee at Pell'))).toEqual([]);
  await expect(typed(bob, '/straalara intend', { action: 'melee', target: secret })).rejects.toThrow('is not offered');

  const [rolled] = await guided(ann, 'Initiative', []);
  expect(rolled?.text).toMatch(/Ann rolls initiative: \d+/);
  const refused = await playOut(t, cast, {
    verbs: ['Initiative', 'Take', 'Defend', 'Declare', 'Nominate', 'Botch', 'Next'],
    picks: ['melee', /^mixed/, 'Pell', 'Ann', 'parry', 'none'],
    until: /Pell: .*(Incapacitated|dead)|Out: Pell/i,
  });
  expect(refused).toEqual([]);
  const log = await logAt(t.on.stores.battles, t.place.id);
  const verbs = JSON.stringify(log.map(({ request }) => request));
  expect(verbs).toContain('"verb":"defend"');
  await typed(gwen, '/battle end', { winner: free('red') });
  expect((await panel()).text).toContain('red');
  expect((await typed(ann, '/battle verify')).embeds[0]?.title).toMatch(/^All dice verified/);
  expect((await typed(bob, '/battle log')).private).toBe(true);
  expect(findTableFaults(t, cast, [secret])).toEqual([]);
}, 240_000);
