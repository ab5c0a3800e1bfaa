import { expect, test } from 'vitest';
import { plain, stage, typesOf, warrior } from './stage.ts';

test('DS-COND-5: distracted ends with the next activation, not the present one', () => {
  const table = stage({ board: plain, warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [5, 5])] });
  table.order('activate', { warrior: 'a' }, 'A');
  table.order('override', { field: 'conditions', value: 'distracted', who: 'a' }, 'gm');
  expect(typesOf(table.order('end', {}, 'A'))).not.toContain('condition-lost');
  table.order('override', { field: 'ready', value: 'yes', who: 'a' }, 'gm');
  table.order('override', { field: 'current', value: 'A' }, 'gm');
  table.order('activate', { warrior: 'a' }, 'A');
  expect(typesOf(table.order('end', {}, 'A'))).toContain('condition-lost');
});
