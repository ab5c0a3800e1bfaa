import { expect, test } from 'vitest';
import { gmViewer, type Viewer } from '../../../src/rules/reader.ts';
import { ann, as, asked, battle, bob, cat, of, order, stranger, verb } from './stage.ts';

test.each([
  { rule: 'SK-MOVE-4', says: 'directions', path: 'S SW', want: { x: 4, y: 8 } },
  { rule: 'SK-MOVE-4', says: 'several steps in one direction', path: '3S', want: { x: 5, y: 9 } },
  { rule: 'SK-MOVE-4', says: 'squares in order', path: 'F8 F9', want: { x: 5, y: 8 } },
  { rule: 'SK-MOVE-3', says: 'a far square by the cheapest path', path: 'D9', want: undefined },
  { rule: 'SK-MOVE-3', says: 'a far square in reach', path: 'E8', want: { x: 4, y: 7 } },
])('$rule: a path is read as $says', ({ path, want }) => {
  const moved = order(battle(), as('Ann'), verb('move', { path }));
  if (want === undefined) expect(moved.refused).toBe('NOT_ENOUGH_MOVEMENT');
  else expect(of(moved.game, 'Ann').at).toEqual(want);
});

test('SK-MOVE-5: a path to a far square goes around obstacles', () => {
  const moved = order(battle([ann({ move: '4F Ground' }), bob()]), as('Ann'), verb('move', { path: 'F5' }), [50]);
  expect(of(moved.game, 'Ann').at).toEqual({ x: 5, y: 4 });
});

test('SK-FLY-1: a flyer gets offers of the heights that its points allow', () => {
  const heightsOf = (given: Readonly<Record<string, unknown>>, settings = {}) => {
    const game = battle([ann(given), bob()], { settings });
    const verbs = game.expectedActions().flatMap((each) => each.verbs);
    const offered = game.offers('fly', 'altitude', as('Ann'), {}, gmViewer)?.map(({ value }) => value);
    return { offered, awaited: verbs.includes('fly') };
  };
  const flyer = { move: '3A Flying' };
  expect(heightsOf({})).toEqual({ offered: [], awaited: false });
  expect(heightsOf(flyer)).toEqual({ offered: ['low', 'mid', 'high'], awaited: true });
  expect(heightsOf({ ...flyer, altitude: 'mid' })).toEqual({ offered: ['ground', 'low', 'high'], awaited: true });
  expect(heightsOf(flyer, { 'fly.heightCost': 2 })).toEqual({ offered: ['low'], awaited: true });
  expect(heightsOf(flyer, { 'fly.heightCost': 4 })).toEqual({ offered: [], awaited: false });
  expect(heightsOf({ ...flyer, moved: true, postTurned: true })).toEqual({ offered: [], awaited: false });
});

test('SK-MOVE-2, SK-AOO-1: the queries reach and cost describe a move before it is made', () => {
  expect(asked('reach', {}, battle([ann({ move: '1F Ground' }), bob()]))).toMatchObject({
    lines: [{ text: 'Ann can move to 3 squares.' }, { text: 'In melee range: Bob.' }],
  });
  expect(asked('cost', { path: 'W N N' }, battle([ann(), bob({ facing: 'W' })]))).toMatchObject({
    lines: [{ text: 'Movement points to E5: 3 of 3.' }, { text: 'The path provokes attacks of opportunity by Bob.' }],
  });
  expect(asked('cost', { path: 'N' }, battle())).toBe('SQUARE_OCCUPIED');
});

test('SK-FLY-2: an unconscious flyer comes down, and only readers who see it know', () => {
  const game = battle([ann(), bob({ hp: 5, altitude: 'mid', move: '5A Flying' }), cat()]);
  const { events } = order(game, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  const said = (viewer: Viewer) => game.narrate(events, viewer).map(({ text }) => text);
  expect(said(gmViewer)).toContain('Bob comes down from mid height.');
  expect(said({ ...stranger, unseen: ['Bob'] }).join(' ')).not.toMatch(/height|Bob/);
});
