import { expect, test } from 'vitest';
import { type Erasure, eraseFromEntry } from '../../src/battle/operations/pseudonymize.ts';
import type { LogEntry, PendingOrder } from '../../src/battle/saved/log-entry.ts';
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
    question: { to: 'Bo', kind: 'k', says: '', choices: [], auto: 'no', unless: 'ask', rows: [], ...question },
  },
});

const left = (question: Partial<PendingOrder['question']>) =>
  eraseFromEntry(asking(question), leaving).pending?.question;

test('who leaves is named anew wherever a question has them by reference, and nowhere else', () => {
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

test('in words of before there were references they are named anew by their whole name', () => {
  const question = left({
    says: 'Does Bo help Bob against Bo’s foe?',
    choices: [{ id: 'yes', label: 'Take it for Bo' }],
    rows: [[{ rule: 'R', says: 'roll against Bo: Boon +1' }]],
  });
  expect(question).toMatchObject({
    to: 'Player 1',
    says: 'Does Player 1 help Bob against Player 1’s foe?',
    choices: [{ id: 'yes', label: 'Take it for Player 1' }],
    rows: [[{ rule: 'R', says: 'roll against Player 1: Boon +1' }]],
  });
});
