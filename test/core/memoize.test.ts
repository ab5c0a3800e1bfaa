import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createObjectCache, memoizeByContent, memoizeOnObject } from '../../src/core/memoize.ts';

interface Sheet {
  readonly name: string;
}
const objects: readonly { readonly kind: string; readonly of: () => Sheet | readonly string[] }[] = [
  { kind: 'an object that was read', of: () => JSON.parse('{"name":"Ada"}') },
  { kind: 'a frozen object', of: () => Object.freeze({ name: 'Ada' }) },
  { kind: 'a list', of: () => ['Ada'] },
];

describe.each(objects)('values attached to $kind', ({ of }) => {
  test('an attached value is the last one set, and belongs to one object', () => {
    const notes = createObjectCache<string>();
    const [one, other] = [of(), of()];
    expect(notes.get(one)).toBeUndefined();
    notes.set(one, 'first');
    notes.set(one, 'last');
    expect([notes.get(one), notes.get(other), createObjectCache<string>().get(one)]).toEqual([
      'last',
      undefined,
      undefined,
    ]);
  });

  test('an attached value is invisible to others and not copied', () => {
    const notes = createObjectCache<string>();
    const [one, other] = [of(), of()];
    notes.set(one, 'noted');
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(Reflect.ownKeys(one)).toEqual(Reflect.ownKeys(other));
    expect(isDeepStrictEqual(one, other)).toBe(true);
    expect([{ ...one }, structuredClone(one)].map((copy) => notes.get(copy))).toEqual([undefined, undefined]);
  });

  test('a memoized value is calculated once per object', () => {
    const worked: unknown[] = [];
    const known = memoizeOnObject((object: object) => ({ number: worked.push(object) }));
    const [one, other] = [of(), of()];
    expect([known(one), known(one), known(other), known(one)].map(({ number }) => number)).toEqual([1, 1, 2, 1]);
    expect(worked).toEqual([one, other]);
  });

  test('a memoized value is calculated once per content', () => {
    let times = 0;
    const known = memoizeByContent(2, (_: object) => ({ number: ++times }));
    expect([of(), of(), { name: 'Bo' }, of()].map((each) => known(each).number)).toEqual([1, 1, 2, 1]);
  });
});
