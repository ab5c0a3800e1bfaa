import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chiSquareProbability,
  highLowTest,
  meanTest,
  twoSidedProbability,
  uniformityTest,
} from '../../src/dice/fairness-tests.ts';
import { runs } from '../budget.ts';

const counted = (sides: number, values: readonly number[]) => ({
  sides,
  faces: Array.from({ length: sides }, (_, at) => values.filter((value) => value === at + 1).length),
});

// From printed tables of the chi-square and the normal distribution.
test.each([
  { chiSquare: 3.841, degrees: 1, p: 0.05 },
  { chiSquare: 6.635, degrees: 1, p: 0.01 },
  { chiSquare: 11.07, degrees: 5, p: 0.05 },
  { chiSquare: 4.351, degrees: 5, p: 0.5 },
  { chiSquare: 16.919, degrees: 9, p: 0.05 },
  { chiSquare: 123.225, degrees: 99, p: 0.05 },
])('a chi-square of $chiSquare with $degrees degrees of freedom has probability $p', ({ chiSquare, degrees, p }) => {
  expect(chiSquareProbability(chiSquare, degrees)).toBeCloseTo(p, 3);
});

test.each([
  { z: 0, p: 1 },
  { z: 1, p: 0.3173 },
  { z: -1.96, p: 0.05 },
  { z: 3, p: 0.0027 },
])('a normal value at least $z from the mean has probability $p', ({ z, p }) => {
  expect(twoSidedProbability(z)).toBeCloseTo(p, 4);
});

test.each([
  { says: 'two sixes: 12 or 2, 2 of 36', sides: 6, values: [6, 6], p: 2 / 36 },
  { says: 'eleven counts with two, three and twelve', sides: 6, values: [6, 5], p: 6 / 36 },
  { says: 'seven is the middle', sides: 6, values: [3, 4], p: 1 },
  { says: 'one die at its end', sides: 100, values: [100], p: 2 / 100 },
  { says: 'three heads', sides: 2, values: [2, 2, 2], p: 2 / 8 },
])('the mean test is exact for few dice: $says', ({ sides, values, p }) => {
  expect(meanTest(counted(sides, values)).p).toBeCloseTo(p, 12);
});

test('the mean test of many dice approximates the exact result', () => {
  const values = Array.from({ length: 190 }, (_, n) => (n % 9 === 0 ? 100 : ((n * 37) % 100) + 1));
  const exact = meanTest(counted(100, values)).p;
  const more = Array.from({ length: 4 }, () => values).flat();
  expect(exact).toBeGreaterThan(0);
  expect(meanTest(counted(100, more)).p).toBeLessThan(exact);
});

test('the faces test detects uneven dice, and needs enough of them', () => {
  const even = { sides: 6, faces: [10, 10, 10, 10, 10, 10] };
  expect(uniformityTest(even)?.p).toBe(1);
  // (5² · 2 + 0 · 4) / 10 = 5 with 5 degrees of freedom.
  expect(uniformityTest({ sides: 6, faces: [15, 5, 10, 10, 10, 10] })?.p).toBeCloseTo(0.4159, 4);
  expect(uniformityTest({ sides: 6, faces: [1, 1, 1, 1, 1, 4] })).toBeUndefined();
  expect(uniformityTest({ sides: 1, faces: [100] })).toBeUndefined();
  // Forty d100: eight groups of neighbours, five expected in each.
  expect(
    uniformityTest(
      counted(
        100,
        Array.from({ length: 40 }, () => 3),
      ),
    )?.p,
  ).toBeLessThan(1e-9);
});

test('the high-low test combines dice of all sizes', () => {
  const high = highLowTest([counted(6, [6, 6, 6]), counted(100, [99, 98])]);
  expect(high).toMatchObject({ count: 5 });
  expect(high.z).toBeGreaterThan(3);
  expect(highLowTest([counted(6, [1, 6]), counted(1, [1])])).toMatchObject({ count: 2, z: 0, p: 1 });
  expect(highLowTest([])).toMatchObject({ count: 0, p: 1 });
});

test('probabilities are within 0 and 1, and the same for mirrored dice', () => {
  const faces = fc.tuple(fc.constantFrom(2, 3, 6, 10, 20, 100), fc.array(fc.nat(1000), { maxLength: 300 }));
  fc.assert(
    fc.property(faces, ([sides, numbers]) => {
      const values = numbers.map((each) => (each % sides) + 1);
      const one = counted(sides, values);
      const turned = counted(
        sides,
        values.map((value) => sides + 1 - value),
      );
      const p = meanTest(one).p;
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
      expect(meanTest(turned).p).toBeCloseTo(p, 9);
      const even = uniformityTest(one);
      if (even !== undefined) expect(even.p >= 0 && even.p <= 1).toBe(true);
      expect(highLowTest([one]).z).toBeCloseTo(-highLowTest([turned]).z, 9);
    }),
    runs(60),
  );
});
