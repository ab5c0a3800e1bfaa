import { expect, test } from 'vitest';
import { describeExpired, type Effect } from '../../src/rules/effects.ts';
import { line, type UnresolvedLine } from '../../src/rules/event.ts';

/** Effects that count how often somebody looks whose they are. */
const watched = (count: number) => {
  const looks = { times: 0 };
  const effects = Array.from({ length: count }, (_, n): Effect => {
    const effect: Effect = { name: `Hex ${n}`, who: '', modifiers: {}, ticks: { at: 'end' } };
    const look = () => {
      looks.times += 1;
      return `Foe ${n}`;
    };
    return Object.defineProperty(effect, 'who', { get: look, enumerable: true });
  });
  return { looks, effects };
};

const [one, two, three] = ['Ann', 'Bob', 'Cid'].map(
  (who): Effect => ({ name: 'Hex', who, modifiers: {}, ticks: { at: 'end' } }),
) as [Effect, Effect, Effect];
const said = (before: readonly Effect[], after: readonly Effect[], lines = [line('')]): number =>
  describeExpired(before, after, lines).length;

test('of a thousand effects none is looked at that stays as it was, wherever one is hung or lifted', () => {
  const { looks, effects } = watched(1000);
  expect(said(effects, [...effects, one])).toBe(0);
  expect(said([...effects, one], [...effects, one, two])).toBe(0);
  expect(looks.times).toBe(0);
  expect(said([...effects.slice(0, 500), one, ...effects.slice(500)], effects)).toBe(1);
  // Those who are there are asked once each whether it is theirs.
  expect(looks.times).toBeLessThanOrEqual(1000);
});

test.each([
  { what: 'one that is gone ends', before: [one, two, three], after: [one, three], ended: 1 },
  { what: 'all that are gone end', before: [one, two, three], after: [], ended: 3 },
  { what: 'one that counts down goes on', before: [one, two], after: [{ ...one, remaining: 1 }, two], ended: 0 },
  { what: 'one that is hung anew goes on', before: [one, two, three], after: [two, three, { ...one }], ended: 0 },
  { what: 'in another order all go on', before: [one, two, three], after: [three, two, one], ended: 0 },
  { what: 'one that comes before the others ends nothing', before: [two, three], after: [one, two, three], ended: 0 },
])('$what', ({ before, after, ended }) => {
  expect(said(before, after)).toBe(ended);
});

test('what a line tells of itself is not told again', () => {
  expect(
    describeExpired([one, two], [two], [{ ...line('Gone.'), endedEffects: [one] } satisfies UnresolvedLine]).length,
  ).toBe(0);
});
