import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, closed, eventTypes, grim, mend, run, strike, tableOf, viewed } from './table.ts';

test('SEG-STUN-5 SEG-ROUND-6 stun and the choices of a round end with it', () => {
  const stage = closed(tableOf([ann({ con: 3 }), grim()], [9, 50, 8]), {
    Ann: { action: 'none', options: 'no movement, defend 20' },
    Grim: { action: 'attack', target: 'Ann' },
  });
  run(stage);
  expect(eventTypes(stage)).toContain('attacked');
  expect(find(stage.state(), 'Ann')).toMatchObject({ stunned: false, noMovement: false, initiatives: [] });
  expect(find(stage.state(), 'Ann')?.defending).toBeUndefined();
});

test('SEG-ROUND-2 the timeline shows past and coming actions by segment', () => {
  const stage = closed(tableOf([ann({ attacks: 2, spells: [mend] }), grim({ spells: [mend] })], [9, 4, 8, 97]), {
    Ann: strike,
    Grim: { action: 'cast', spell: 'Mend', target: 'Grim' },
  });
  stage.order('GM', 'next');
  const strip = viewed(stage.state(), gmViewer).timeline;
  expect(strip?.slots.map(({ label }) => label)).toEqual([
    '10',
    '9',
    '8',
    '7',
    '6',
    '5',
    '4',
    '3',
    '2',
    '1',
    '0',
    '−1',
    '−2',
    '−3',
    '−4',
    '−5',
  ]);
  expect(strip?.slots.filter(({ entries, now }) => now || entries.length > 0)).toEqual([
    { label: '9', now: true, entries: [{ id: 'Ann', what: 'sword on Grim', done: true }] },
    { label: '8', now: false, entries: [{ id: 'Grim', what: 'begins Mend on Grim', done: false }] },
    { label: '4', now: false, entries: [{ id: 'Ann', what: 'sword on Grim', done: false }] },
  ]);
});
