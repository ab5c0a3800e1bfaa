import { expect, test } from 'vitest';
import { checklistOf, testedRules } from '../rule-ids.ts';

test('every rule has a test', () => {
  const tested = testedRules('skure', /SK-[A-Z]+-\d+/);
  expect(checklistOf('skure').filter((id) => !tested.has(id))).toEqual([]);
});
