import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Square } from '../../../src/rules/grid/square.ts';
import { runs } from '../../budget.ts';
import { calculateSight } from './inner.ts';
import { asked, plain, rulesOf, stage, textOf, viewer, warrior } from './stage.ts';

/** Bit of an edge that obscures. */
const obscuring = 4;

/** A board of a few spaces with obscuring edges and figures, and two of its spaces. */
const lookedAcross = fc.tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 2, max: 12 })).chain(([w, h]) => {
  const edges = (count: number) =>
    fc.array(fc.constantFrom(0, 0, 0, 0, 0, 0, obscuring), { minLength: count, maxLength: count });
  const space = fc.record({ x: fc.nat({ max: w - 1 }), y: fc.nat({ max: h - 1 }) });
  return fc.record({
    ground: fc.record({ w: fc.constant(w), h: fc.constant(h), upright: edges((w + 1) * h), level: edges(w * (h + 1)) }),
    figures: fc.array(space, { maxLength: 20 }),
    from: space,
    to: space,
    los: fc.record({
      overlap: fc.constantFrom('count-once' as const, 'count-both' as const),
      corners: fc.constantFrom('grazing' as const, 'strict' as const),
      metric: fc.constant('orthogonal' as const),
    }),
  });
});

test('DS-CMD-16: los shows corner, four lines, count and cover', () => {
  const state = stage({
    board: plain,
    warriors: [warrior('a', 'A', [1, 1]), warrior('x', 'B', [3, 1]), warrior('b', 'B', [5, 1])],
  }).state();
  const answer = asked(state, 'los', { from: 'a', target: 'b' });
  expect(textOf(answer)).toBe('1 of 4 lines from the NW corner are clear: no line of sight.');
  expect(answer.ok && answer.value.strokes?.map(({ kind }) => kind)).toEqual([
    'sight',
    'sight',
    'blocked-sight',
    'blocked-sight',
  ]);
  expect(textOf(asked(state, 'los', { from: 'A8', target: 'F5', corner: 'NE' }))).toMatch(/4 of 4/);
});

test('DS-CMD-16: los ignores figures that the reader cannot see', () => {
  const state = stage({
    board: plain,
    warriors: [warrior('a', 'A', [1, 1]), warrior('x', 'B', [3, 1]), warrior('b', 'B', [5, 1])],
  }).state();
  expect(textOf(asked(state, 'los', { from: 'a', target: 'b' }, viewer(['x'])))).toMatch(/3 of 4/);
  expect(asked(state, 'los', { from: 'a', target: 'x' }, viewer(['x']))).toMatchObject({ ok: false });
});

test('DS-LOS-10: los names overlapping lines that count once', () => {
  const state = stage({ board: plain, warriors: [warrior('a', 'A', [2, 0]), warrior('b', 'B', [2, 5])] }).state();
  const answer = asked(state, 'los', { from: 'a', target: 'b', corner: 'NW' });
  expect(textOf(answer)).toMatch(/^3 of 4/);
  expect(rulesOf(answer)).toContain('4 clear; lines in the same direction count once');
});

test('DS-LOS-2, DS-LOS-14, DS-BOARD-13: a figure blocks sight like four obscuring edges', () => {
  const isSame = (a: Square, b: Square): boolean => a.x === b.x && a.y === b.y;
  fc.assert(
    fc.property(lookedAcross, ({ ground, figures, from, to, los }) => {
      const walled = structuredClone(ground);
      for (const each of figures.filter((each) => !isSame(each, from) && !isSame(each, to))) {
        const [side, top] = [each.y * (ground.w + 1) + each.x, each.y * ground.w + each.x];
        walled.upright[side] = walled.upright[side + 1] = obscuring;
        walled.level[top] = walled.level[top + ground.w] = obscuring;
      }
      const bare = calculateSight(structuredClone(ground), [], los, from, to);
      expect(calculateSight(ground, figures, los, from, to)).toEqual(calculateSight(walled, [], los, from, to));
      // A figure that left has no effect on sight.
      expect(calculateSight(ground, [], los, from, to)).toEqual(bare);
    }),
    runs(500),
  );
});
