import { expect, test } from 'vitest';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, annsPlayer, closed, grim, run, tableOf, told, viewed } from './table.ts';

test('SEG-RUL-20 the board is a grid of 5-foot squares', () => {
  const { board } = viewed(tableOf([ann(), grim()], [], { board: { width: 6, height: 4 } }).state(), gmViewer);
  expect(board).toMatchObject({
    kind: 'grid',
    width: 6,
    height: 4,
    scale: '5 feet',
    figures: [
      { id: 'Ann', x: 0, y: 0 },
      { id: 'Grim', x: 1, y: 0 },
    ],
  });
  expect(viewed(tableOf([ann(), grim()], [], { useMap: false }).state(), gmViewer).board).toBeUndefined();
});

test('a reader sees no hidden combatant and no name of a hidden attacker', () => {
  const stage = tableOf([ann(), grim()], [8, 20, 5]);
  const from = stage.state();
  run(closed(stage, { Ann: { action: 'none' }, Grim: { action: 'attack', target: 'Ann' } }));
  const blind: Viewer = { ...annsPlayer, unseen: ['Grim'] };
  const lines = told(from, stage.events(), blind);
  expect(lines.some(({ text }) => text.startsWith('Segment 8: somebody hits Ann: 7 damage.'))).toBe(true);
  expect(JSON.stringify(lines)).not.toContain('Grim');
  expect(JSON.stringify(viewed(stage.state(), blind))).not.toContain('Grim');
});
