import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { segment } from '../../../src/systems/segment/index.ts';
import { testedRules } from '../rule-ids.ts';

const checklist = readFileSync('src/systems/segment/RULES.md', 'utf8').split('## 12. Checklist')[1] ?? '';
const ids = [...new Set(checklist.match(/^\| SEG-[A-Z]+-\d+/gm) ?? [])].map((id) => id.slice(2));

test('the checklist counts 198 rules and 92 rulings', () => {
  expect(ids.filter((id) => !id.startsWith('SEG-RUL'))).toHaveLength(198);
  expect(ids.filter((id) => id.startsWith('SEG-RUL'))).toHaveLength(92);
});

test('every rule has a test', () => {
  const tested = testedRules('segment', /SEG-[A-Z]+-\d+/);
  expect(ids.filter((id) => !tested.has(id))).toEqual([]);
});

test('every rule can be looked up with a title and a text', () => {
  for (const id of ids) {
    const entry = segment.rules.find((each) => each.id === id);
    expect(entry?.title.length, id).toBeGreaterThan(2);
    expect(entry?.text.length, id).toBeGreaterThan(6);
  }
});
