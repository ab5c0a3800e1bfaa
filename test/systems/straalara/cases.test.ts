import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/straalara.ts';
import { checklistOf, testedRules } from '../rule-ids.ts';
import { refusals } from './inner.ts';

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

test('a worked case fails if it expects a key that the record lacks', () => {
  const [first] = cases;
  expect(first && play({ ...first, expect: { ...first.expect, mood: 'good' } })).not.toEqual([]);
});

test('every rule has a test', () => {
  const tested = testedRules('straalara', /ST-[A-Z]+-\d+/);
  expect(checklistOf('straalara').filter((id) => !tested.has(id))).toEqual([]);
});

test('every refusal code occurs in a worked case', () => {
  const earned = new Set(text.match(/(?<="error": ")\w+/g));
  expect(Object.keys(refusals).filter((code) => !earned.has(code))).toEqual([]);
});
