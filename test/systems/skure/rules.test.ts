import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { skure } from '../../../src/systems/skure/index.ts';
import { testedRules } from '../rule-ids.ts';

const checklist = readFileSync('src/systems/skure/RULES.md', 'utf8').split('## 9. Checklist')[1] ?? '';
const ids = [...new Set(checklist.match(/SK-[A-Z]+-\d+/g) ?? [])];

test('the checklist counts 150 rules and 71 rulings', () => {
  expect(ids.filter((id) => !id.startsWith('SK-RUL'))).toHaveLength(150);
  expect(ids.filter((id) => id.startsWith('SK-RUL'))).toHaveLength(71);
});

test('every rule has a test', () => {
  const tested = testedRules('skure', /SK-[A-Z]+-\d+/);
  expect(ids.filter((id) => !tested.has(id))).toEqual([]);
});

test.each(ids)('%s can be looked up with a title and a text', (id) => {
  const entry = skure.rules.find((each) => each.id === id);
  expect(entry?.title.length).toBeGreaterThan(3);
  expect(entry?.text.length).toBeGreaterThan(10);
});
