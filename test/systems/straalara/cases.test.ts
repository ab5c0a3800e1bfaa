import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { refusals, straalara } from '../../../src/systems/straalara/index.ts';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/straalara.ts';
import { testedRules } from '../rule-ids.ts';

const text = readFileSync('test/conformance/straalara.jsonl', 'utf8');
const cases = text
  .split('\n')
  .filter((each) => each !== '')
  .map((each) => workedCase.parse(JSON.parse(each)));

test.each(cases.map((worked) => ({ ...worked, title: `${worked.id} ${worked.rules.join(', ')}: ${worked.why}` })))(
  '$title',
  ({ title: _title, ...worked }) => {
    expect(play(worked)).toEqual([]);
  },
);

test('an expectation with a key that is not there is a difference', () => {
  const [first] = cases;
  expect(first && play({ ...first, expect: { ...first.expect, mood: 'good' } })).not.toEqual([]);
});

const ids = readFileSync('src/systems/straalara/RULES.md', 'utf8')
  .split('## 10. Checklist')[1]
  ?.match(/(?<=^\| )ST-[A-Z]+-\d+(?= +\|)/gm);

test('the checklist names 128 rules and 60 rulings', () => expect(ids).toHaveLength(188));

test('every rule has a test', () => {
  const tested = testedRules('straalara', /ST-[A-Z]+-\d+/);
  expect(ids?.filter((id) => !tested.has(id))).toEqual([]);
});

test('every rule has an entry to look up', () => {
  const entries = new Map(straalara.rules.map((rule) => [rule.id, rule]));
  for (const id of ids ?? []) {
    const entry = entries.get(id);
    expect(entry?.title, id).toMatch(/\S{2}/);
    expect(entry?.text.length, id).toBeGreaterThan(30);
  }
});

test('every refusal is earned by a case', () => {
  const earned = new Set(text.match(/(?<="error": ")\w+/g));
  expect(Object.keys(refusals).filter((code) => !earned.has(code))).toEqual([]);
});
