import { afterAll, beforeAll, expect, test } from 'vitest';
import { logAt } from '../../battle/log-at.ts';
import { playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const secret = 'Xyzzy';
const cast: Cast = { gwen: ['The GM', 'the GM', 'Grim 1', 'Grim 2', 'Grim 3'], ann: ['Ann'], bob: ['Bob'] };

let t: Table;
beforeAll(async () => {
  t = await table('channel');
});
afterAll(() => t.close());

test('a Segment battle in a channel: declarations, a redirect, a free attack, a hidden foe', async () => {
  const { gwen, ann, bob, typed, guided, said, panel } = t;
  await typed(gwen, '/battle create', {
    system: 'segment',
    name: free('The ford'),
    settings: free('autoFreeAttack=false, autoEnd=true'),
  });
  await typed(ann, '/battle join', { preset: /fighter/, side: free('red') });
  await typed(bob, '/battle join', { preset: /archer/, side: 'red' });
  await typed(gwen, '/npc add', {
    preset: /mage/,
    name: free('Grim'),
    count: 3,
    side: free('blue'),
    changes: free('maxHp=60'),
  });
  await typed(gwen, '/npc add', { preset: /mage/, name: free(secret), side: 'blue', hidden: 'until-revealed' });
  for (const [target, to] of [
    ['Ann', 'D5'],
    ['Bob', 'D9'],
    ['Grim 1', 'E5'],
    ['Grim 2', 'E6'],
    ['Grim 3', 'D6'],
    [secret, 'P12'],
  ] as const)
    await typed(gwen, '/battle place', { target, to: free(to) });
  await said(() => typed(gwen, '/battle start'));
  const begun = await panel();
  expect(begun.text).toContain('Round 1');
  expect([ann, bob].map((each) => each.pinged().at(-1)?.id)).toEqual([begun.id, begun.id]);

  // Grim 1 leaves the melee: Ann is asked for a free attack.
  const gmDeclares = async (...picks: readonly (string | RegExp)[]) =>
    guided(gwen, 'Declare', picks, await gwen.slash('/gm panel'));
  await typed(ann, '/declare', { action: 'none' });
  await guided(bob, 'Declare', ['none']);
  await gmDeclares('Grim 1', /^withdraw/);
  await gmDeclares('Grim 2', /^full defense/);
  // The hidden combatant has declared nothing without being asked.
  await gmDeclares(/^full defense/);
  await said(() => typed(gwen, '/resolve'));
  expect(ann.pinged().at(-1)?.id).toBe((await panel()).id);
  await guided(ann, 'Free attack', ['yes']);
  await playOut(t, cast, { verbs: ['Resolve', 'Forgo'], until: /Round \d+: declarations/ });

  // Their target is down before their segments come: each player chooses one of the two other foes.
  await typed(gwen, '/gm set', { field: 'hp', value: free('60'), who: free('Grim 1, Grim 2, Grim 3') });
  await typed(ann, '/declare', { action: /^attack|^move attack/, target: 'Grim 2' });
  await guided(bob, 'Declare', [/^attack \(/, 'Grim 2']);
  await typed(gwen, '/segment close');
  await typed(gwen, '/gm set', { field: 'hp', value: free('-40'), who: 'Grim 2', reason: free('a stray stone') });
  await playOut(t, cast, { verbs: ['Resolve', 'Forgo'], until: /Bob to redirect or forgo an attack/ });
  const [turned] = await guided(bob, 'Redirect', ['Grim 1']);
  expect(turned?.text).toContain('Bob turns from Grim 2 to Grim 1');
  await typed(gwen, '/gm set', { field: 'hp', value: free('-20'), who: secret });
  await typed(gwen, '/gm set', { field: 'hp', value: free('5'), who: free('Grim 1, Grim 3') });
  const refused = await playOut(t, cast, {
    verbs: ['Free attack', 'Redirect', 'Keep', 'Forgo', 'Resolve', 'Declare', 'Next'],
    picks: [/^attack \(/, /^move attack/, 'none', 'yes', 'Grim 1', 'Grim 2', 'Grim 3'],
  });
  expect(refused).toEqual([]);
  const verbs = JSON.stringify((await logAt(t.on.stores.battles, t.place.id)).map(({ request }) => request));
  expect(verbs).toContain('"verb":"free-attack"');
  expect((await panel()).text).toMatch(/red/);
  expect((await typed(ann, '/battle verify')).embeds[0]?.title).toMatch(/^All dice verified/);
  expect((await typed(bob, '/battle log')).private).toBe(true);
  expect(findTableFaults(t, cast, [secret])).toEqual([]);
}, 240_000);
