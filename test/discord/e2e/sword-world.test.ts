import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitedNow, playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const secret = 'Xyzzy';
const cast: Cast = { gwen: ['The GM', 'the GM', 'Goblin 1', 'Goblin 2'], ann: ['Ann'], bob: ['Bob'] };

let t: Table;
beforeAll(async () => {
  t = await table('thread');
});
afterAll(() => t.close());

test('a Sword World battle: initiative, a block by button, loot, a hidden foe', async () => {
  const { gwen, ann, bob, typed, guided, said, panel } = t;
  await typed(gwen, '/battle create', {
    system: 'sword-world',
    name: free('The mire'),
    settings: free('mode=standard'),
  });
  await typed(ann, '/battle join', { preset: /^Wolf/, side: free('allies') });
  await typed(bob, '/battle join', { preset: /^Tess/, side: 'allies' });
  await typed(gwen, '/npc add', {
    preset: 'Goblin',
    count: 2,
    side: free('enemies'),
    changes: free('hp=4'),
  });
  await typed(gwen, '/npc add', { preset: 'Goblin', name: free(secret), side: 'enemies', hidden: 'until-revealed' });
  await said(() => typed(gwen, '/battle start'));
  await guided(ann, 'Initiative', []);
  expect(awaitedNow(await panel())).toContain('to place everyone');
  await typed(gwen, '/battle place', {
    placement: free(`Ann: 0; Bob: -15; Goblin 1: 5; Goblin 2: 8; ${secret}: 60`),
  });
  // The Goblin runs past Ann to the rear: she is asked whether and where she blocks.
  await playOut(t, cast, { verbs: ['End'], until: /Waiting for\nThe GM to act for the foes/ });
  await said(() => typed(gwen, '/move', { type: 'full', as: 'Goblin 2', to: free('-10') }));
  const asked = ann.pinged().at(-1);
  const [blocked] = await said(() => ann.choose('Block at 0 m: Ann', asked));
  expect(blocked?.text).toContain('Goblin 2');
  await typed(gwen, '/gm set', { field: 'hp', value: free('0'), who: secret });
  const refused = await playOut(t, cast, {
    verbs: ['Attack', 'Move', 'End', 'Close'],
    picks: ['Goblin 2', 'Goblin 1', 'Ann', 'full'],
  });
  expect(refused).toEqual([]);
  expect((await panel()).text).toContain('allies');
  expect((await typed(bob, '/battle log')).private).toBe(true);
  expect((await typed(ann, '/battle verify')).embeds[0]?.title).toMatch(/^All dice verified/);
  expect(findTableFaults(t, cast, [secret])).toEqual([]);
}, 240_000);
