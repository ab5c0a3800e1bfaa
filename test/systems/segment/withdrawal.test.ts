import { expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, eventTypes, grim, idle, olaf, run, tableOf } from './table.ts';

const leaving = { Ann: { action: 'withdraw', path: '-1,0 -2,0' }, Grim: idle, Olaf: idle };

test('SEG-RUL-75 free attacks that the opponents choose to make follow in tie order', () => {
  const stage = closed(
    tableOf([ann(), grim({ dex: 8 }), olaf({ dex: 12 })], [97, 98], { autoFreeAttack: false }),
    leaving,
  );
  run(stage);
  expect(stage.state().pending).toEqual({ kind: 'free-attack', on: 'Ann', left: ['Olaf', 'Grim'], taking: [] });
  expect(stage.order('Grim', 'free-attack')).toBeUndefined();
  expect(stage.order('Olaf', 'free-attack', { take: true })).toBeUndefined();
  expect(stage.events().flatMap((event) => (event.type === 'attacked' ? [event.attacker] : []))).toEqual([
    'Olaf',
    'Grim',
  ]);
  run(stage);
  expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -2, y: 0 });
});

test('SEG-WITHDRAW-2 a declined free attack rolls nothing', () => {
  const stage = closed(tableOf([ann(), grim()], [], { autoFreeAttack: false }), { Ann: leaving.Ann, Grim: idle });
  run(stage);
  expect(stage.order('Grim', 'free-attack', { take: false })).toBeUndefined();
  run(stage);
  expect(eventTypes(stage)).not.toContain('attacked');
});

test('SEG-WITHDRAW-3 the GM denies or allows a free attack', () => {
  const denied = closed(tableOf([ann(), grim()]), { Ann: leaving.Ann, Grim: idle });
  denied.order('GM', 'deny-free', { target: 'Grim' }, 'GM');
  run(denied);
  expect(eventTypes(denied)).not.toContain('attacked');
  const allowed = closed(tableOf([ann(), grim()], [97]), { Ann: leaving.Ann, Grim: { action: 'full-defense' } });
  allowed.order('GM', 'allow-free', { target: 'Grim', leaving: 'Ann' }, 'GM');
  run(allowed);
  expect(eventTypes(allowed)).toContain('attacked');
  expect(allowed.left()).toBe(0);
});

test('SEG-WITHDRAW-1 SEG-RUL-74 a free move out of every reach is a withdrawal', () => {
  const stage = closed(tableOf([ann(), grim()], [97]), { Ann: { action: 'none', options: 'step -1/0' }, Grim: idle });
  run(stage);
  expect(eventTypes(stage)).toContain('attacked');
  expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -1, y: 0 });
});
