import { expect, test } from 'vitest';
import { runRuling } from '../../src/rules/define/rulings.ts';
import { lazyQuestion, type Question } from '../../src/rules/expected-action.ts';

const words = {
  says: 'Which die goes?',
  choices: [
    { id: '1', label: 'the first' },
    { id: '2', label: 'the second' },
  ],
  rows: [],
} as const;
const asked = { to: 'Ada', kind: 'drop-dice', auto: '1', unless: 'auto', facts: { roller: 'Ada' } } as const;

function* ruling(question: Question): Generator<Question, string, string> {
  return yield question;
}

test('the text of a question that is answered automatically is never built', () => {
  const question = lazyQuestion(asked, () => {
    throw new Error('Nobody reads it.');
  });
  expect(runRuling(ruling(question), [], ({ auto }) => auto)).toEqual({
    kind: 'decided',
    verdict: '1',
    answers: ['1'],
  });
  expect(runRuling(ruling(question), ['2'])).toEqual({ kind: 'decided', verdict: '2', answers: ['2'] });
});

test('a question to a player has its text, as plain data that can be copied', () => {
  let times = 0;
  const question = lazyQuestion(asked, () => {
    times++;
    return words;
  });
  const progress = runRuling(ruling(question), []);
  if (progress.kind !== 'asked') throw new Error('It is not asked.');
  expect({ ...progress.question }).toStrictEqual({ ...asked, ...words });
  expect(JSON.parse(JSON.stringify(progress.question))).toEqual({ ...asked, ...words });
  expect([question.says, question.choices, question.rows]).toEqual([words.says, words.choices, words.rows]);
  expect(times).toBe(1);
});

test('a question without facts has no facts property', () => {
  const { facts: _, ...bare } = { ...asked, ...words };
  expect(runRuling(ruling(bare), [])).toStrictEqual({ kind: 'asked', question: bare, answers: [] });
});
