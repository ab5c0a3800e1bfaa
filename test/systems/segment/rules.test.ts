import { expect, test } from 'vitest';
import { checklistOf, testedRules } from '../rule-ids.ts';

test('every rule has a test', () => {
  const tested = testedRules('segment', /SEG-[A-Z]+-\d+/);
  expect(checklistOf('segment').filter((id) => !tested.has(id))).toEqual([]);
});
