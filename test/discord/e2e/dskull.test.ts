import { afterAll, beforeAll, expect, test } from 'vitest';
import { logAt } from '../../battle/log-at.ts';
import { awaitedNow, playOut } from './playing.ts';
import { free, type Table, table } from './table.ts';
import { type Cast, findTableFaults } from './table-faults.ts';

const cast: Cast = { gwen: ['The GM', 'the GM', 'Xyzzy'], ann: ['Ann'], bob: ['Bob'] };

let t: Table;
beforeAll(async () => {
  t = await table('channel');
});
afterAll(() => t.close());

test('a dSkull battle in a channel: deployment, tactics, manual dice drops, victory by points', async () => {
  const { gwen, ann, bob, typed, said, panel } = t;

  await typed(gwen, '/battle create', {
    system: 'dskull',
    name: free('Broken field'),
    settings: free('dropPolicy=ask'),
  });
  await typed(gwen, '/dskull scenario', { name: /Broken Field/, rounds: 1 });
  await typed(ann, '/battle join', { preset: /Greyford/, side: free('red') });
  await typed(bob, '/battle join', { preset: /Silverbough/, side: free('blue') });
  const hidden = await typed(gwen, '/npc add', {
    preset: /Ember/,
    name: free('Xyzzy'),
    side: 'blue',
    hidden: 'until-revealed',
  });
  expect(hidden.text).toContain('Xyzzy');
  expect(hidden.private).toBe(true);
  await said(() => typed(gwen, '/battle start'));

  const refused = await playOut(t, cast, {
    verbs: ['Deploy', 'Tactics', 'Activate', 'Attack', 'End'],
    picks: [],
    most: 400,
  });
  expect(refused).toEqual([]);
  expect(awaitedNow(await panel())).toBe('');
  expect((await panel()).text).toMatch(/Victory for [^:]+:/);
  const log = await logAt(t.on.stores.battles, t.place.id);
  expect(log.filter(({ request }) => request.kind === 'answer').length).toBeGreaterThan(0);
  expect((await typed(ann, '/battle verify')).embeds[0]?.title).toMatch(/^All dice verified/);
  expect(findTableFaults(t, cast, ['Xyzzy', 'Pyra', 'Dov', 'Marn'])).toEqual([]);
}, 240_000);
