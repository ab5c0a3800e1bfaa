import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dskull } from '../../../src/systems/dskull/index.ts';
import { testedRules } from '../rule-ids.ts';

const book = readFileSync('src/systems/dskull/RULES.md', 'utf8');
const checklist = book.split('## 26. Checklist')[1] ?? '';
const ids = [...checklist.matchAll(/^\| (DS-[A-Z]+-\d+) /gm)].map(([, id]) => id ?? '');

test('the checklist counts 264 rules', () => {
  expect(ids).toHaveLength(264);
});

test('every rule has a test', () => {
  const tested = testedRules('dskull', /DS-[A-Z]+-\d+/);
  expect(ids.filter((id) => !tested.has(id))).toEqual([]);
});

const rulings = Array.from({ length: 84 }, (_, index) => `RULING-${index + 1}`);

test.each([...ids, ...rulings])('%s can be looked up with a title and a text', (id) => {
  const entry = dskull.rules.find((each) => each.id === id);
  expect(entry?.title.length).toBeGreaterThan(3);
  expect(entry?.text.length).toBeGreaterThan(8);
});
