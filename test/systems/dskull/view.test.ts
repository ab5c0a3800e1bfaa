import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { acting, asked, duel, outsider, plain, stage, textOf } from './stage.ts';

test('DS-DATA-10: the view shows what one reader may see', () => {
  const state = stage({
    ...acting(),
    board: { ...plain, edges: [{ a: [0, 0], b: [1, 0], kinds: ['blocking'], door: true }] },
  }).state();
  const game = dskull.openGame(JSON.parse(JSON.stringify(state)));
  const all = game.view(gmViewer);
  expect(all).toMatchObject({
    status: 'active',
    phase: 'Round 1, resolution',
    board: { kind: 'grid', width: 8, edges: [{ kinds: ['blocking', 'door'] }] },
  });
  expect(all.combatants.map(({ id, marks, place }) => ({ id, marks, place }))).toEqual([
    { id: 'a', marks: ['acting: 2 actions, 0 MP'], place: 'C3' },
    { id: 'b', marks: [], place: 'D3' },
  ]);
  const some = game.view(outsider('b'));
  expect(some.combatants.map(({ id }) => id)).toEqual(['a']);
  expect(some.board?.kind === 'grid' && some.board.figures.map(({ id }) => id)).toEqual(['a']);
  expect(some.combatants[0]?.sheet).toEqual([]);
});

test('DS-CMD-16: the board as text can be drawn again', () => {
  expect(textOf(asked(stage(duel).state(), 'ground', { form: 'text' }))).toBe('8x8');
});
