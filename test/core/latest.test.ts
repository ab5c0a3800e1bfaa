import { expect, test } from 'vitest';
import { BoundedMap } from '../../src/core/bounded-map.ts';

test('of what was noted the latest is there, as many as were said: whatever was noted the longest ago makes room', () => {
  const latest = new BoundedMap<string, number>(2);
  latest.set('ann', 1).set('bob', 2).set('ann', 3).set('cid', 4);
  expect([...latest]).toEqual([
    ['ann', 3],
    ['cid', 4],
  ]);
  latest.delete('ann');
  expect([...latest.set('dan', 5)].map(([name]) => name)).toEqual(['cid', 'dan']);
});
