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

describe.each(objects)('what is known of $kind', ({ of }) => {
  test('is found on it, is the last that was noted, and stands on no other', () => {
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

  test('is seen by nobody else, and is not taken over into a copy', () => {
    const notes = createObjectCache<string>();
    const [one, other] = [of(), of()];
    notes.set(one, 'noted');
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(Reflect.ownKeys(one)).toEqual(Reflect.ownKeys(other));
    expect(isDeepStrictEqual(one, other)).toBe(true);
    expect([{ ...one }, structuredClone(one)].map((copy) => notes.get(copy))).toEqual([undefined, undefined]);
  });

  test('is worked out once of it', () => {
    const worked: unknown[] = [];
    const known = memoizeOnObject((object: object) => ({ number: worked.push(object) }));
    const [one, other] = [of(), of()];
    expect([known(one), known(one), known(other), known(one)].map(({ number }) => number)).toEqual([1, 1, 2, 1]);
    expect(worked).toEqual([one, other]);
  });

  test('is worked out once of all that say the same', () => {
    let times = 0;
    const known = memoizeByContent(2, (_: object) => ({ number: ++times }));
    expect([of(), of(), { name: 'Bo' }, of()].map((each) => known(each).number)).toEqual([1, 1, 2, 1]);
  });
});
