import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, grim, tableOf } from './table.ts';

test('SEG-DMG-6 damage that is not a single hit does not stun or interrupt', () => {
  const stage = tableOf([ann({ con: 3, casting: { spell: 'X', begins: 8, goesOff: 3 } }), grim()]);
  stage.order('GM', 'damage', { target: 'Ann', amount: 20, prot: false, single: false }, 'GM');
  expect(find(stage.state(), 'Ann')).toMatchObject({ hp: 30, stunned: false, casting: { spell: 'X' } });
});
