import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { someOf } from '../../budget.ts';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/segment.ts';

const cases = readFileSync('test/conformance/segment.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => workedCase.parse(JSON.parse(line)))
  .map((worked) => ({ worked, title: `${worked.id} ${worked.rules.join(' ')}: ${worked.why}` }));

test.each(cases)('$title', ({ worked }) => {
  expect(play(worked)).toEqual([]);
});

test('a worked case fails if it expects an unknown field', () => {
  for (const { worked } of someOf(cases, 100))
    expect(play({ ...worked, expect: { ...worked.expect, nonsense: 1 } }), worked.id).not.toEqual([]);
});
