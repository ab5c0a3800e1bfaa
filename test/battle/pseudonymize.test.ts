import { expect, test } from 'vitest';
import { type Erasure, eraseFromEntry } from '../../src/battle/operations/pseudonymize.ts';
import type { LogEntry, PendingOrder } from '../../src/battle/saved/store.ts';
import { ref, renderText, say } from '../../src/core/message.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';

const leaving: Erasure = {
  user: 'u1',
  pseudonym: 'gone',
  names: new Map([['Bo', 'Player 1']]),
  heir: 'gm',
  giveToGm: true,
};

const asking = (question: Partial<PendingOrder['question']>): LogEntry => ({
  n: 1,
  orderId: 'o1',
  edition: { house: 2, rules: 2 },
  at: 1,
  user: 'u1',
  request: { kind: 'order', actor: 'Bo', doings: [] },
  rolls: 'public',
  diceKey: 'o1',
  dice: [],
  byHand: false,
  table: [],
  events: [],
  pending: {
    orderId: 'o1',
    user: 'u1',
    actor: 'Bo',
    doing: {},
    answers: [],
    rolls: 'public',
    question: {
      to: 'Bo',
      kind: 'k',
      says: '',
      choices: [],
      auto: 'no',
      unless: 'ask',
      rows: [],
      facts: {},
      ...question,
    },
  },
});

const left = (question: Partial<PendingOrder['question']>) =>
  eraseFromEntry(asking(question), leaving).pending?.question;

test('a pseudonym replaces each reference to the user in a question, and no other text', () => {
  const question = left({
    says: say`Does ${ref('Bo')} help ${say`${ref('Bob')} at ${'Bo'}`}?`,
    choices: [
      { id: 'Bo', label: say`With ${ref('Bo')}` },
      { id: 'no', label: 'Boast of it' },
    ],
    rows: [[{ rule: 'R', says: ref('Bo') }]],
    facts: { who: 'Bo', others: ['Bob', 'Bo'], n: 1 },
  });
  expect(question && renderText(question.says, nameLookupShowingAll)).toBe('Does Player 1 help Bob at Player 1?');
  expect(question?.choices.map(({ id, label }) => [id, renderText(label, nameLookupShowingAll)])).toEqual([
    ['Player 1', 'With Player 1'],
    ['no', 'Boast of it'],
  ]);
  expect(question?.rows).toEqual([[{ rule: 'R', says: { ref: 'Player 1' } }]]);
  expect(question?.facts).toEqual({ who: 'Player 1', others: ['Bob', 'Player 1'], n: 1 });
});
