import { expect, test } from 'vitest';
import { ann, asGm, does, duel, gathered, gm, gmViewer, refusal, rows, stateOf, verb } from './table.ts';

/** Two equal sides, each with a character and a monster of the same fixed initiative. */
const mirrored = [
  ['Rex', 'allies', 'wolf'],
  ['Turncoat', 'allies', 'bog-archer'],
  ['Mira', 'enemies', 'mira'],
  ['Archer', 'enemies', 'bog-archer'],
] as const;

test.each([
  { says: 'the rolls alone decide a repeated roll', dice: [1, 2, 1, 3, 6, 6, 1, 2], winner: 'allies' },
  { says: 'the side whose only roll failed loses it', dice: [1, 2, 1, 3, 1, 1, 1, 2], winner: 'enemies' },
  { says: 'two failed rolls tie, and all roll again', dice: [1, 2, 1, 3, 1, 1, 1, 1, 1, 2, 6, 6], winner: 'enemies' },
  { says: 'a first roll above the fixed value counts', dice: [1, 2, 6, 6], winner: 'enemies' },
])('SW-INIT-3: fixed values tie, and $says', ({ dice, winner }) => {
  const rolled = does(gathered(mirrored), verb('initiative'), gm, dice);
  expect(rolled.events.filter(({ type }) => type === 'initiative')).toMatchObject([{ winner }]);
});

test('SW-INIT-3: equal fixed values roll no dice, and the allies act first', () => {
  const monsters = gathered([
    ['Turncoat', 'allies', 'bog-archer'],
    ['Archer', 'enemies', 'bog-archer'],
  ]);
  expect(stateOf(does(monsters, verb('initiative')).game).winner).toBe('allies');
});

test('SW-AMBUSH-1: an ambush gives monsters the first turn, and −2 on checks to the surprised', () => {
  const game = gathered(duel);
  expect(refusal(game, verb('ambush'), ann('Wolf'))).toBe('E_GM_ONLY');
  const caught = does(game, verb('ambush')).game;
  expect(stateOf(caught).winner).toBe('enemies');
  const front = does(caught, verb('place', { side: 'enemies', placement: 'Grim: front' })).game;
  const round = does(front, verb('place', { side: 'allies', placement: 'Wolf: front' })).game;
  const struck = does(round, verb('attack', { target: 'Wolf' }), asGm('Grim'), [3, 3, 2, 2]);
  expect(struck.events.find(({ type }) => type === 'attacked')).toMatchObject({
    evasion: { total: 9 },
    accuracy: { total: 10 },
    hit: true,
  });
});

test.each([
  { initiativeAutoSuccess: false, says: false },
  { initiativeAutoSuccess: true, says: true },
])('SW-INIT-2: 6+6 is shown as an automatic success only if the setting says so', ({ says, ...settings }) => {
  const game = gathered(duel, settings);
  const { events } = does(game, verb('initiative'), gm, [6, 6]);
  expect(rows(game.narrate(events, gmViewer)).some((row) => row.includes('automatic success'))).toBe(says);
});
