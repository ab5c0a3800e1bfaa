import { expect, test } from 'vitest';
import { asked, duel, stage, textOf, viewer } from './stage.ts';

test('DS-CMD-16: zone without a name shows the zones of all visible warriors', () => {
  const state = stage(duel).state();
  const all = asked(state, 'zone', {});
  expect(textOf(all)).toBe('A: a.\nB: b.');
  expect(all.ok && all.value.zones?.map(({ label }) => label)).toEqual(['Zones of A', 'Zones of B']);
  const known = asked(state, 'zone', {}, viewer(['B', 'b']));
  expect(textOf(known)).toBe('A: a.');
  expect(JSON.stringify(known)).not.toMatch(/"[Bb]"|of B/);
});

test('DS-CMD-16: zone shows the spaces and whether it is contested', () => {
  const answer = asked(stage(duel).state(), 'zone', { warrior: 'a' });
  expect(textOf(answer)).toBe('a has a contested zone. Engaged by b.');
  expect(answer.ok && answer.value.zones?.[0]?.squares).toHaveLength(4);
});
