import { expect, test } from 'vitest';
import { ann, closed, eventTypes, grim, idle, run, strike, tableOf } from './table.ts';

const bare = { useMap: false };

test('SEG-RUL-20: a melee attack makes an engagement, withdrawing ends it', () => {
  const stage = closed(tableOf([ann({ pos: null }), grim({ pos: null })], [5, 97], bare), {
    Ann: strike,
    Grim: idle,
  });
  run(stage);
  expect(stage.state().engagements).toEqual([['Ann', 'Grim']]);
  const next = tableOf([ann({ pos: null }), grim({ pos: null })], [97], bare, { engagements: [['Ann', 'Grim']] });
  closed(next, { Ann: { action: 'withdraw' }, Grim: idle });
  run(next);
  expect(next.state().engagements).toEqual([]);
  expect(eventTypes(next)).toContain('attacked');
});

test('SEG-RUL-20: no path, reach or range is tested', () => {
  const stage = tableOf([ann({ pos: [0, 0] }), grim({ pos: [20, 0] })], [5, 97], bare);
  closed(stage, { Ann: strike, Grim: { action: 'none' } });
  run(stage);
  expect(eventTypes(stage)).toContain('attacked');
});

test('SEG-RUL-20: on a board its edge and its blocked squares are tested', () => {
  const board = { board: { width: 3, height: 3, blocked: [{ x: 1, y: 1 }] } };
  const stage = tableOf([ann(), grim({ pos: [2, 2] })], [], board);
  expect(stage.order('Ann', 'declare', { action: 'move', path: '-1,0' })).toBe('BAD_PATH');
  expect(stage.order('Ann', 'declare', { action: 'move', path: 'B2' })).toBe('BAD_PATH');
  expect(stage.order('Ann', 'declare', { action: 'move', path: 'B1' })).toBeUndefined();
});
