import { expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { ann, bow, closed, eventTypes, grim, idle, run, strike, sword, tableOf } from './table.ts';

const bare = { useMap: false };

test('SEG-RUL-20 without a map, a melee attack makes an engagement and withdrawing ends it', () => {
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

test('SEG-RUL-20 without a map, no path, reach or range is checked', () => {
  const stage = tableOf([ann({ pos: [0, 0] }), grim({ pos: [20, 0] })], [5, 97], bare);
  closed(stage, { Ann: strike, Grim: { action: 'none' } });
  run(stage);
  expect(eventTypes(stage)).toContain('attacked');
});

test('SEG-RUL-20 a path may not leave the board or enter a blocked square', () => {
  const board = { board: { width: 3, height: 3, blocked: [{ x: 1, y: 1 }] } };
  const stage = tableOf([ann(), grim({ pos: [2, 2] })], [], board);
  expect(stage.order('Ann', 'declare', { action: 'move', path: '-1,0' })).toBe('BAD_PATH');
  expect(stage.order('Ann', 'declare', { action: 'move', path: 'B2' })).toBe('BAD_PATH');
  expect(stage.order('Ann', 'declare', { action: 'move', path: 'B1' })).toBeUndefined();
});

test('SEG-INTOMELEE-3 SEG-RUL-90 the GM’s table replaces the printed one', () => {
  const table = { intoMeleeTable: [{ friends: 1, opponents: 1, friendOn: 0 }] };
  const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow] });
  const stage = closed(tableOf([archer, ann({ name: 'Bea' }), grim()], [5, 6, 97], table), {
    Eve: { action: 'attack', target: 'Grim', weapon: 'bow' },
    Bea: idle,
    Grim: idle,
  });
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({
    target: 'Grim',
    intoMelee: { threshold: 0, friend: false, total: 10 },
  });
});

test('SEG-INTOMELEE-1 the offered target shows that a shot may hit a friend', () => {
  const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow, sword] });
  const apart = grim({ name: 'Olaf', pos: [20, 20] });
  const state = tableOf([archer, ann({ name: 'Bea' }), grim(), apart]).state();
  const labels = (weapon: string) =>
    segment
      .openGame(JSON.parse(JSON.stringify(state)))
      .offers('declare', 'target', gmCaller('gm', 'Eve'), { action: 'attack', weapon }, gmViewer)
      ?.map(({ label }) => label);
  expect(labels('bow')).toEqual(['Grim · in melee: may hit a friend', 'Olaf']);
  expect(labels('sword')).toEqual(['Grim', 'Olaf']);
});
