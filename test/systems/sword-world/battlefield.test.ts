import { expect, test } from 'vitest';
import { ann, does, duel, fighting, gathered, gm, gmView, refusal, stateOf, verb } from './table.ts';

test('SW-FIELD-1 SW-PLACE-2: Simplified combat has exactly three areas', () => {
  const won = does(gathered(duel), verb('initiative'), gm, [6, 5]).game;
  const side = stateOf(won).winner;
  const who = side === 'allies' ? 'Wolf' : 'Grim';
  expect(refusal(won, verb('place', { side, placement: `${who}: hill` }))).toBe('E_NO_PLACE');
  expect(
    refusal(won, verb('place', { side, placement: `${who}: ${side === 'allies' ? 'enemies rear' : 'allies rear'}` })),
  ).toBe('E_PLACEMENT_AREA');
  expect(won.view({ ...gmView }).board).toMatchObject({
    kind: 'areas',
    areas: [{ name: "Allies' Rearguard" }, { name: 'Frontline' }, { name: "Enemies' Rearguard" }],
  });
});

test('SW-FIELD-3 SW-FIELD-5 SW-STD-1: Standard is a line in meters with several skirmishes', () => {
  const cast = [...duel, ['Mira', 'allies', 'mira'], ['Snag', 'enemies', 'goblin']] as const;
  const game = fighting(cast, { mode: 'standard' }, 'Wolf: -4; Grim: -4; Mira: 20; Snag: 20');
  const one = does(game, verb('attack', { target: 'Grim' }), ann('Wolf'), [2, 2]).game;
  const next = does(one, verb('end'), ann('Wolf')).game;
  const two = does(next, verb('attack', { target: 'Snag', weapon: 'rapier' }), ann('Mira'), [1, 2]).game;
  expect(stateOf(two).skirmishes).toMatchObject([
    { center: -4, radius: 3 },
    { center: 20, radius: 3 },
  ]);
  expect(two.view(gmView).board).toMatchObject({
    kind: 'line',
    brackets: [
      { at: -4, radius: 3 },
      { at: 20, radius: 3 },
    ],
  });
});
