import { expect, test } from 'vitest';
import { checklistOf, testedRules } from '../rule-ids.ts';

test('every rule has a test', () => {
  const tested = testedRules('dskull', /DS-[A-Z]+-\d+/);
  expect(checklistOf('dskull').filter((id) => !tested.has(id))).toEqual([]);
});
