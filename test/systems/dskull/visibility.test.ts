import { expect, test } from 'vitest';
import type { Viewer } from '../../../src/rules/reader.ts';
import { acting, describeOrder, outsider } from './stage.ts';

test('DS-GLO-8: the log does not name a hidden attacker', () => {
  const lines = describeOrder(acting(), [5, 2, 2, 2], 'attack', { target: 'b' }, 'A', outsider('a'));
  expect(lines.map(({ text }) => text)).toEqual(['Somebody attacks b: 1 hit, stunned.']);
  expect(JSON.stringify(lines)).not.toMatch(/sword/);
});

test('DS-GLO-8: the log omits moves of hidden warriors', () => {
  expect(describeOrder(acting({ mp: 4 }), [], 'move', { path: 'C4' }, 'A', outsider('a'))).toEqual([]);
});

test('DS-GLO-8: a player sees all own warriors, even hidden ones', () => {
  const own: Viewer = { ...outsider('a', 'A'), controls: ['A', 'a'] };
  expect(describeOrder(acting({ mp: 4 }), [], 'move', { path: 'C4' }, 'A', own)).toHaveLength(1);
});
