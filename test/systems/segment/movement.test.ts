import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, grim, idle, run, tableOf } from './table.ts';

test('SEG-MOVE-5 SEG-RUL-17 a prone combatant spends its free move on standing up', () => {
  const stage = closed(tableOf([ann({ prone: true }), grim({ pos: [5, 5] })]), {
    Ann: { action: 'none', options: 'step 0/1' },
    Grim: idle,
  });
  run(stage);
  expect(find(stage.state(), 'Ann')).toMatchObject({ prone: false, pos: { x: 0, y: 0 } });
});
