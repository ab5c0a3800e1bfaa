import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { memoizeByContent, memoizeWithin, objectNotes } from '../../src/core/memoize.ts';

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
    const notes = objectNotes<string>();
    const [one, other] = [of(), of()];
    expect(notes.of(one)).toBeUndefined();
    notes.note(one, 'first');
    notes.note(one, 'last');
    expect([notes.of(one), notes.of(other), objectNotes<string>().of(one)]).toEqual(['last', undefined, undefined]);
  });

  test('is seen by nobody else, and is not taken over into a copy', () => {
    const notes = objectNotes<string>();
    const [one, other] = [of(), of()];
    notes.note(one, 'noted');
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
    expect(Reflect.ownKeys(one)).toEqual(Reflect.ownKeys(other));
    expect(isDeepStrictEqual(one, other)).toBe(true);
    expect([{ ...one }, structuredClone(one)].map((copy) => notes.of(copy))).toEqual([undefined, undefined]);
  });

  test('is worked out once of it', () => {
    const worked: unknown[] = [];
    const known = memoizeWithin((object: object) => ({ number: worked.push(object) }));
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
