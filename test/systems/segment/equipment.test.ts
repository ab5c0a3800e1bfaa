import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, grim, idle, run, tableOf } from './table.ts';

test('SEG-DRAW-1 SEG-RUL-59 a drawn weapon is in hand for the first attack', () => {
  const stage = closed(tableOf([ann({ attacks: 2 }), grim({ pos: [9, 0] })], [9, 97]), {
    Ann: { action: 'attack', target: 'Grim', weapon: 'bow', options: 'sheathe sword, draw bow' },
    Grim: idle,
  });
  expect(find(stage.state(), 'Ann')?.hand).toBe('sword');
  run(stage);
  expect(find(stage.state(), 'Ann')?.hand).toBe('bow');
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ weapon: 'bow', segment: -1 });
});
