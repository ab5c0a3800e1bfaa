import { expect, test } from 'vitest';
import { appEdition } from '../../src/battle/editions/app-edition.ts';
import { readEntry, readPendingOrder } from '../../src/battle/saved/log-entry.ts';
import { emptySession, readSession } from '../../src/battle/saved/session.ts';
import { readAlarm, toSavedAlarm } from '../../src/battle/saved/waits.ts';

const first = {
  n: 1,
  orderId: 'order-1',
  at: 7,
  user: 'gm',
  request: { kind: 'create' },
  rolls: 'public',
  diceKey: 'order-1',
  dice: [],
  byHand: false,
  table: [],
  events: [],
};

test('an entry that says nothing of editions was written under the first ones', () => {
  expect(readEntry(first)).toEqual({ ...first, edition: { house: appEdition, rules: 1 } });
});

test('an entry that says so keeps the edition of its rulebook, for that has not been lifted yet', () => {
  expect(readEntry({ ...first, edition: { house: appEdition, rules: 5 } }).edition).toEqual({
    house: appEdition,
    rules: 5,
  });
});

test('an entry that does not parse is not read', () => {
  expect(() => readEntry({ ...first, n: 'one' })).toThrow();
  expect(() => readEntry({ ...first, edition: { house: 0, rules: 1 } })).toThrow();
});

test('a table and a question of the first edition are read as they are', () => {
  expect(readSession(1, emptySession)).toEqual(emptySession);
  const question = { to: 'a', kind: 'k', says: 's', choices: [], auto: '', unless: 'ask', rows: [] };
  const pending = { orderId: 'o', user: 'u', actor: 'a', doing: {}, answers: [], question, rolls: 'public' };
  expect(readPendingOrder(1, pending)).toEqual(pending);
});

test('a job of the first edition rings as one of today, and today’s says its edition', () => {
  const alarm = { battle: 'b', actor: 'a', kind: 'turn', since: 3, step: 'end', due: 9, tries: 0 } as const;
  expect(readAlarm(alarm)).toEqual(alarm);
  expect(toSavedAlarm(alarm)).toEqual({ ...alarm, edition: appEdition });
  expect(readAlarm(toSavedAlarm(alarm))).toEqual(alarm);
  expect(() => readAlarm({ ...alarm, step: 'dance' })).toThrow();
});
