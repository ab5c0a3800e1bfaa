import { expect, test } from 'vitest';
import { ann, closed, grim, idle, run, tableOf } from './table.ts';

test('SEG-AMB-5 SEG-AMB-6 levels 3 to 5 cannot act in the ambush round, but in the next', () => {
  const stage = tableOf([ann({ per: 10 }), grim()], [35, 6, 97]);
  stage.order('GM', 'ambush', { ambushers: 'Grim', victims: 'Ann' }, 'GM');
  expect(stage.order('Ann', 'declare', idle)).toBe('SURPRISED');
  closed(stage, { Grim: { action: 'attack', target: 'Ann' } });
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ sc: 120 });
  expect(stage.order('Ann', 'declare', idle)).toBeUndefined();
});
