import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/dskull.ts';

const cases = readFileSync('test/conformance/dskull.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => workedCase.parse(JSON.parse(line)))
  .map((worked) => ({ title: `${worked.id} ${worked.rules.join(' ')}: ${worked.why}`, worked }));

test.each(cases)('$title', ({ worked }) => {
  expect(play(worked)).toEqual([]);
});

test.each([{ nonsense: 1 }, { nonsense: null }])('a worked case with an unknown expectation fails: %o', (more) => {
  const [first] = cases;
  if (first === undefined) throw new Error('There are no cases.');
  expect(play({ ...first.worked, expect: { ...first.worked.expect, ...more } }).length).toBeGreaterThan(0);
});
