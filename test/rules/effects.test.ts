import { expect, test } from 'vitest';
import { describeExpired, type Effect } from '../../src/rules/effects.ts';
import { line, type UnresolvedLine } from '../../src/rules/event.ts';

/** Effects that count how often their target is read. */
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

test('unchanged effects are not inspected when one of a thousand is added or removed', () => {
  const { looks, effects } = watched(1000);
  expect(said(effects, [...effects, one])).toBe(0);
  expect(said([...effects, one], [...effects, one, two])).toBe(0);
  expect(looks.times).toBe(0);
  expect(said([...effects.slice(0, 500), one, ...effects.slice(500)], effects)).toBe(1);
  // Each present effect is compared once.
  expect(looks.times).toBeLessThanOrEqual(1000);
});

test.each([
  { what: 'a removed effect ends', before: [one, two, three], after: [one, three], ended: 1 },
  { what: 'all removed effects end', before: [one, two, three], after: [], ended: 3 },
  { what: 'an effect that counts down goes on', before: [one, two], after: [{ ...one, remaining: 1 }, two], ended: 0 },
  { what: 'an effect applied again goes on', before: [one, two, three], after: [two, three, { ...one }], ended: 0 },
  { what: 'reordered effects go on', before: [one, two, three], after: [three, two, one], ended: 0 },
  { what: 'an effect added in front ends no other', before: [two, three], after: [one, two, three], ended: 0 },
])('$what', ({ before, after, ended }) => {
  expect(said(before, after)).toBe(ended);
});

test('the end of an effect is not described again if a line already does', () => {
  expect(
    describeExpired([one, two], [two], [{ ...line('Gone.'), endedEffects: [one] } satisfies UnresolvedLine]).length,
  ).toBe(0);
});
