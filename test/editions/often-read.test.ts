import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foldLog } from '../../src/battle/saved/replay.ts';
import { compiledParser } from '../../src/rules/verb.ts';
import { type Pick, picker } from '../chance.ts';
import { editions, plain, rulesetOf, savedExports } from './saved-exports.ts';
import { systemShapes } from './saved-shapes.ts';

/** States of battles in every phase, in their present shape. */
const states = editions
  .flatMap(savedExports)
  .flatMap(({ battle: { system, log } }) =>
    log.flatMap((_, n) =>
      n % 3 === 0 ? [{ system, state: plain(foldLog(rulesetOf({ system }), log.slice(0, n + 1)).game.save()) }] : [],
    ),
  );

/** Values that are invalid everywhere or almost everywhere. */
const strange: readonly unknown[] = [null, true, '', 'Nobody', '7', -1, 0, 1.5, 1e300, [], [null], {}, { a: 1 }];

/** A copy with one value replaced, missing or added. */
const spoilt = (state: unknown, pick: Pick): unknown => {
  const copy = plain(state);
  let at = copy;
  for (;;) {
    if (typeof at !== 'object' || at === null) return copy;
    const key = Object.keys(at)[pick(Object.keys(at).length)] ?? 'more';
    const child: unknown = Reflect.get(at, key);
    if (typeof child === 'object' && child !== null && pick(6) > 0) {
      at = child;
      continue;
    }
    if (pick(4) === 0) Reflect.deleteProperty(at, key);
    else Reflect.set(at, pick(4) === 0 ? 'more' : key, strange[pick(strange.length)]);
    return copy;
  }
};

/** The result of parsing a value: its JSON, or all errors. */
const readBy = (read: (value: unknown) => unknown, value: unknown): string => {
  try {
    return JSON.stringify(read(value));
  } catch (problem) {
    if (problem instanceof z.ZodError) return JSON.stringify(problem.issues);
    throw problem;
  }
};

describe.each(Object.entries(systemShapes))('%s', (id, { state: schema }) => {
  const kept = states.filter(({ system }) => system === id).map(({ state }) => state);
  const read = compiledParser(schema);
  const [first] = kept;
  for (let n = 0; n < 100; n++) read(first);

  test('every part of the rulebook’s state schema can be compiled', () => {
    expect(() => z.compile(schema, { strict: true })).not.toThrow();
  });

  test('the compiled parser returns the same state as the schema, byte for byte', () => {
    expect(kept.length).toBeGreaterThan(20);
    for (const state of kept) expect(readBy(read, state)).toBe(readBy(schema.parse.bind(schema), state));
  });

  test('the compiled parser refuses a broken state for the same reasons as the schema', () => {
    const pick = picker(7);
    let refused = 0;
    for (let n = 0; n < 150; n++) {
      const state = spoilt(kept[pick(kept.length)], pick);
      const plainly = readBy(schema.parse.bind(schema), state);
      expect(readBy(read, state)).toBe(plainly);
      if (plainly.startsWith('[')) refused++;
    }
    expect(refused).toBeGreaterThan(50);
  });
});
