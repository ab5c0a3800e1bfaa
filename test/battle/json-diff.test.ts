import fc from 'fast-check';
import { expect, test } from 'vitest';
import { diffJson, patchJson } from '../../src/battle/saved/json-diff.ts';
import { runs } from '../budget.ts';

/** Keys that an object has of itself, that are sorted before all others, or that say something here. */
const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'length',
  '',
  '0',
  '10',
  '9',
  '-',
  '=',
  '{',
  '[',
  '~',
  '#',
  'a.b',
  '\0',
  '\ud800',
];
const key = fc.oneof(fc.constantFrom(...oddKeys), fc.constantFrom('hp', 'name', 'at', 'effects'), fc.string());
const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1.5, '', '-', '='),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary' }),
);
const record = (value: fc.Arbitrary<unknown>, maxLength: number): fc.Arbitrary<unknown> =>
  fc.array(fc.tuple(key, value), { maxLength }).map((entries) => Object.fromEntries(entries));
const { value: anyValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { maxLength: 6 }), record(tie('value'), 6)),
}));

/** The value with a few random changes, as an order makes them. */
const touched = (value: unknown, pick: (below: number) => number, fresh: () => unknown): unknown => {
  const deed = pick(8);
  if (deed === 0) return fresh();
  if (Array.isArray(value)) {
    const list = value.map((each: unknown) => (pick(3) === 0 ? touched(each, pick, fresh) : each));
    const at = pick(list.length + 1);
    if (deed === 1) return list.toSpliced(at, pick(3));
    if (deed === 2) return list.toSpliced(at, 0, fresh(), fresh());
    return deed === 3 ? list.toReversed() : list;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => [
    name,
    pick(3) === 0 ? touched(each, pick, fresh) : each,
  ]);
  const at = pick(entries.length + 1);
  if (deed === 1) return Object.fromEntries(entries.toSpliced(at, 1));
  if (deed === 2) return Object.fromEntries([...entries, [oddKeys[pick(oddKeys.length)], fresh()]]);
  if (deed === 3) return Object.fromEntries(entries.toReversed());
  return Object.fromEntries(deed === 4 ? entries.toSpliced(at, 0, ['new', fresh()]) : entries);
};

const read = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Compares values after a round trip through JSON text, including the order of keys. */
const expectSame = (base: unknown, now: unknown): void => {
  const before = JSON.stringify(base);
  const changes = diffJson(base, now);
  const again = changes === undefined ? base : patchJson(base, JSON.parse(JSON.stringify(changes)));
  expect(JSON.stringify(again)).toBe(JSON.stringify(now ?? null));
  expect(JSON.stringify(patchJson(base, changes))).toBe(JSON.stringify(now ?? null));
  expect(JSON.stringify(base)).toBe(before);
  expect(changes === undefined).toBe(before === JSON.stringify(now ?? null));
};

test('a diff turns any value into any other, with keys in order', () => {
  fc.assert(
    fc.property(anyValue, anyValue, (base, now) => expectSame(read(base), read(now))),
    runs(400),
  );
});

test('a diff turns a value into an edited copy of it', () => {
  fc.assert(
    fc.property(anyValue, fc.gen(), (value, gen) => {
      const base = read(value);
      const pick = (below: number) => gen(fc.nat, { max: below - 1 });
      expectSame(
        base,
        touched(base, pick, () => gen(() => anyValue)),
      );
    }),
    runs(400),
  );
});

test('diffs applied in sequence give the last value', () => {
  fc.assert(
    fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
      const [one, two, three] = [read(a), read(b), read(c)];
      const second = patchJson(one, diffJson(one, two));
      expect(JSON.stringify(patchJson(second, diffJson(second, three)))).toBe(JSON.stringify(three));
    }),
    runs(100),
  );
});

test.each([
  { what: 'nothing', base: { a: [1] }, now: { a: [1] }, says: undefined },
  { what: 'a scalar', base: 1, now: null, says: null },
  { what: 'an array instead', base: 1, now: [1], says: ['=', [1]] },
  { what: 'a changed key', base: { a: 1, b: 2 }, now: { a: 1, b: 3 }, says: ['{', 'b', 3] },
  { what: 'an added key', base: { a: 1 }, now: { a: 1, b: [] }, says: ['{', 'b', ['=', []]] },
  { what: 'a removed key', base: { a: 1, b: 2 }, now: { b: 2 }, says: ['{', 'a', ['-']] },
  { what: 'another order of keys', base: { a: 1, b: 2 }, now: { b: 2, a: 1 }, says: ['#', ['b', 'a']] },
  {
    what: 'a key inserted between others',
    base: { a: 1, b: 2 },
    now: { a: 1, c: 3, b: 2 },
    says: ['#', ['a', 'c', 'b'], 'c', 3],
  },
  { what: 'an array element', base: [1, { hp: 9 }, 3], now: [1, { hp: 8 }, 3], says: ['[', 1, ['{', 'hp', 8]] },
  { what: 'an appended element', base: [1, 2], now: [1, 2, 3], says: ['~', 2, 0, 3] },
  { what: 'a removed first element', base: [1, 2, 3], now: [2, 3], says: ['~', 0, 1] },
  { what: 'elements replaced in the middle', base: [1, 2, 3], now: [1, 7, 8, 3], says: ['~', 1, 1, 7, 8] },
  {
    what: 'values that JSON omits',
    base: { a: 1, b: [null] },
    now: { a: 1, b: [undefined], c: undefined },
    says: undefined,
  },
])('a diff records $what', ({ base, now, says }) => {
  expect(diffJson(base, now)).toEqual(says);
  expectSame(base, read(now));
});

test.each([
  { base: 1, changes: ['{', 'a', 1] },
  { base: {}, changes: ['[', 0, 1] },
  { base: [], changes: ['[', 0, 1] },
  { base: {}, changes: ['~', 0, 1] },
  { base: {}, changes: ['#', ['a']] },
  { base: {}, changes: ['#'] },
  { base: {}, changes: ['?'] },
])('a diff of another value is refused: $changes', ({ base, changes }) => {
  expect(() => patchJson(base, changes)).toThrow('do not fit');
});
