import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import { describeOrder, duel } from './stage.ts';

test.each([
  { source: 'Rockfall', damage: 1, says: 'Rockfall hits chest: 1 hit, 1 damage, 2 more to destroy it.' },
  { source: undefined, damage: 2, says: 'A hazard hits chest: 2 hits, 2 damage, 1 more to destroy it.' },
  { source: 'Rockfall', damage: 3, says: 'Rockfall hits chest: 3 hits, 3 damage, it is destroyed.' },
])('DS-OBJ-3: the log shows how much damage an object can still take after $damage', ({ source, damage, says }) => {
  const chest = { name: 'chest', at: { x: 5, y: 5 }, kind: 'use' as const, vp: 0, holds: 3 };
  const withChest = (state: State): State => stateSchema.parse({ ...state, objects: [chest] });
  const lines = describeOrder(duel, [], 'harm', { target: 'chest', damage, source }, 'gm', gmViewer, withChest);
  expect(lines.map(({ text }) => text)).toContain(says);
});
