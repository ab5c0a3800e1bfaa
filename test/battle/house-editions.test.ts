import { expect, test } from 'vitest';
import { appEdition, upcastApp } from '../../src/battle/editions/app-edition.ts';
import { emptySession, readSession } from '../../src/battle/saved/session.ts';
import { readEntry, readPendingOrder } from '../../src/battle/saved/store.ts';
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

test('an entry passes the upcasts since its own edition, in order', () => {
  const steps = [
    { entry: (entry: unknown) => ({ ...Object(entry), mood: 'grim' }) },
    { table: (table: unknown) => table },
    { entry: (entry: unknown) => ({ ...Object(entry), mood: `${Object(entry).mood}mer` }) },
  ];
  expect(upcastApp('entry', 1, first, steps)).toEqual({ ...first, mood: 'grimmer' });
  expect(upcastApp('entry', 3, { mood: 'warm' }, steps)).toEqual({ mood: 'warmmer' });
  expect(upcastApp('table', 1, first, steps)).toBe(first);
  expect(upcastApp('entry', appEdition, first)).toBe(first);
});

test('an entry keeps the edition of its rulebook until that is upcast', () => {
  expect(readEntry({ ...first, edition: { house: appEdition, rules: 5 } }).edition).toEqual({
    house: appEdition,
    rules: 5,
  });
});

test('an entry that does not parse is refused', () => {
  expect(() => readEntry({ ...first, edition: { house: 1, rules: 1 }, n: 'one' })).toThrow();
  expect(() => readEntry({ ...first, edition: { house: 0, rules: 1 } })).toThrow();
  expect(() => readEntry(first)).toThrow();
});

test('a session and a question of the first edition read unchanged', () => {
  expect(readSession(1, emptySession)).toEqual(emptySession);
  const question = { to: 'a', kind: 'k', says: 's', choices: [], auto: '', unless: 'ask', rows: [], facts: {} };
  const pending = { orderId: 'o', user: 'u', actor: 'a', doing: {}, answers: [], question, rolls: 'public' };
  expect(readPendingOrder(1, pending)).toEqual(pending);
});

test('an alarm is saved with its edition', () => {
  const alarm = { battle: 'b', actor: 'a', kind: 'turn', since: 3, step: 'end', due: 9, tries: 0 } as const;
  expect(toSavedAlarm(alarm)).toEqual({ ...alarm, edition: appEdition });
  expect(readAlarm(toSavedAlarm(alarm))).toEqual(alarm);
  expect(() => readAlarm({ ...toSavedAlarm(alarm), step: 'dance' })).toThrow();
  expect(() => readAlarm(alarm)).toThrow();
});
