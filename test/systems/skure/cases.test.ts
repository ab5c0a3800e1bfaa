import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/skure.ts';

const cases = readFileSync('test/conformance/skure.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => workedCase.parse(JSON.parse(line)))
  .map((worked) => ({ ...worked, title: `${worked.id} ${worked.rules.join(' ')}: ${worked.why}`, worked }));

test.each(cases)('$title', ({ worked }) => {
  expect(play(worked)).toEqual([]);
});

test('a case with an unknown expectation fails', () => {
  const [first] = cases;
  if (first === undefined) throw new Error('There are no cases.');
  expect(play({ ...first.worked, expect: { ...first.worked.expect, nonsense: 1 } })).toHaveLength(1);
});
