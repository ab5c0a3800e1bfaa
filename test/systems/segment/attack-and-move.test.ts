import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, grim, idle, run, tableOf } from './table.ts';

test('SEG-COMBO-9 SEG-RUL-58 movement makes up its steps if the last attack is given up late', () => {
  const stage = closed(
    tableOf([ann({ attacks: 2, dex: 14, tmr: 60 }), grim({ pos: [1, 0], maxHp: 4, hand: null })], [7, 3, 50, 8, 28]),
    {
      Ann: { action: 'attack-move', attacks: 'sword > Grim x2', path: '-1,0 -2,0 -3,0' },
      Grim: idle,
    },
  );
  run(stage);
  expect(stage.events().find(({ type }) => type === 'movement-after-attack-scheduled')).toMatchObject({
    last: 7,
    begins: 5,
  });
  expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -3, y: 0 });
  expect(stage.left()).toBe(0);
});
