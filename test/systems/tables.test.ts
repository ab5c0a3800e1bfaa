import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rulesets } from '../../src/systems/index.ts';
import { foeNumbers } from '../app/foe-numbers.ts';
import { playerParams } from '../app/player-params.ts';
import { seenVerbs } from '../app/seen-verbs.ts';
import { casesFile, plays } from '../conformance/worked-cases.ts';
import { casts } from '../editions/played-battles.ts';
import { systemShapes } from '../editions/saved-shapes.ts';
import { fights } from './fights.ts';
import { standings } from './footing.ts';
import { wildBattles } from './wild-battles.ts';

/** All tables of the tests that need an entry for each rulebook. */
const tables: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'plays in test/conformance/worked-cases.ts': plays,
  'systemShapes in test/editions/saved-shapes.ts': systemShapes,
  'casts in test/editions/played-battles.ts': casts,
  'wildBattles in test/systems/wild-battles.ts': wildBattles,
  'fights in test/systems/fights.ts': fights,
  'standings in test/systems/footing.ts': standings,
  'seenVerbs in test/app/seen-verbs.ts': seenVerbs,
  'playerParams in test/app/player-params.ts': playerParams,
  'foeNumbers in test/app/foe-numbers.ts': foeNumbers,
};

test.each(rulesets.map(({ id }) => id))('%s has an entry in each table of the tests', (id) => {
  const missing = Object.entries(tables).flatMap(([where, table]) => (Object.hasOwn(table, id) ? [] : [where]));
  expect(missing, `${id} has no entry in ${missing.join(', ')} (CONTRIBUTING.md, “Adding a rulebook”).`).toEqual([]);
});

test.each(rulesets.map(({ id }) => id))('%s has worked cases', (id) => {
  expect(existsSync(casesFile(id)), `Write worked cases of ${id} to test/conformance/${id}.jsonl.`).toBe(true);
});

test('no table has an entry of an unknown rulebook', () => {
  const known = new Set(rulesets.map(({ id }) => id));
  const strange = Object.entries(tables).flatMap(([where, table]) =>
    Object.keys(table)
      .filter((id) => !known.has(id))
      .map((id) => `${id} in ${where}`),
  );
  expect(strange).toEqual([]);
});
