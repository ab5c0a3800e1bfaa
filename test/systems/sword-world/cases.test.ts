import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/sword-world.ts';

const cases = readFileSync('test/conformance/sword-world.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => workedCase.parse(JSON.parse(line)))
  .map((worked) => ({ title: `${worked.id} ${worked.rules.join(' ')}: ${worked.why}`, worked }));

test.each(cases)('$title', ({ worked }) => {
  expect(play(worked)).toEqual([]);
});

test('a case cannot expect a fact that the runner does not have', () => {
  const [first] = cases;
  if (first === undefined) throw new Error('There are no cases.');
  expect(play({ ...first.worked, expect: { ...first.worked.expect, nonsense: 1 } })).toHaveLength(1);
});
