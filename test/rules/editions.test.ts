import { expect, test } from 'vitest';
import { defineEditions } from '../../src/rules/editions.ts';

const steps = defineEditions([
  { state: (state) => [state, 2], event: (event) => [event, 'two'], sheet: (sheet) => `${sheet}2` },
  { event: (event) => (event === 'two' ? [] : [`${event}3`]), defaults: { reach: { was: 1, is: 2 } } },
  { state: (state) => [state, 4], settings: (settings) => `${settings}4`, doing: (doing) => `${doing}4` },
]);

test('a rulebook without upcasts is in edition 1 and changes nothing', () => {
  const none = defineEditions([]);
  expect(none.present).toBe(1);
  expect(none.state(1, { a: 1 })).toEqual({ a: 1 });
  expect(none.events(1, ['x'])).toEqual(['x']);
  expect(none.changedDefaults(1)).toEqual([]);
});

test.each([
  { from: 1, state: [['s', 2], 4], events: ['e3'], sheet: 'h2', settings: 'c4', doing: 'd4' },
  { from: 2, state: ['s', 4], events: ['e3'], sheet: 'h', settings: 'c4', doing: 'd4' },
  { from: 3, state: ['s', 4], events: ['e'], sheet: 'h', settings: 'c4', doing: 'd4' },
  { from: 4, state: 's', events: ['e'], sheet: 'h', settings: 'c', doing: 'd' },
])('data of edition $from passes only the later upcasts, in order', ({ from, ...want }) => {
  expect(steps.present).toBe(4);
  expect(steps.state(from, 's')).toEqual(want.state);
  expect(steps.events(from, ['e'])).toEqual(want.events);
  expect(steps.sheet(from, 'h')).toBe(want.sheet);
  expect(steps.settings(from, 'c')).toBe(want.settings);
  expect(steps.doing(from, 'd')).toBe(want.doing);
});

test('a changed default is listed for older editions only', () => {
  expect(steps.changedDefaults(2)).toEqual([{ key: 'reach', was: 1, is: 2 }]);
  expect(steps.changedDefaults(3)).toEqual([]);
});
