import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { acting, asked, duel, outsider, plain, rulesOf, stage, textOf, viewer } from './stage.ts';

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

test('DS-CMD-16: status shows the battle or one warrior', () => {
  const state = stage(duel).state();
  expect(textOf(asked(state, 'status', {}))).toMatch(/Round 1, resolution.*\nWaiting for A to activate a warrior\./);
  expect(rulesOf(asked(state, 'status', { warrior: 'a' }))).toContain('sword (one-handed, melee, 2 dice)');
  expect(asked(state, 'status', { warrior: 'b' }, viewer(['b']))).toMatchObject({ ok: false });
});

test('DS-CMD-16: the board as text can be drawn again', () => {
  expect(textOf(asked(stage(duel).state(), 'ground', { form: 'text' }))).toBe('8x8');
});
