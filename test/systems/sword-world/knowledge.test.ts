import { expect, test } from 'vitest';
import { defaultNumberWords } from '../../../src/rules/reader.ts';
import { ann, does, gathered, refusal, stranger, struck, texts, unitIn, verb } from './table.ts';

test.each([
  { rule: 'SW-KNOW-2', says: 'the reputation is reached, the weakness is not', dice: [1, 2], want: [true, false] },
  { rule: 'SW-KNOW-2', says: 'one less recalls nothing', reputation: 10, dice: [1, 2], want: [false, false] },
  { rule: 'SW-KNOW-2', says: 'the weakness value is reached with Sage', dice: [2, 2], want: [true, true] },
  {
    rule: 'SW-KNOW-1',
    says: 'an unknown monster may be recalled without Sage, but never its weakness',
    who: 'Wolf',
    dice: [6, 5],
    want: [true, false],
  },
])('$rule: $says', ({ who = 'Ilse', reputation = 5, dice, want }) => {
  const game = gathered([
    ['Ilse', 'allies', 'ilse'],
    ['Wolf', 'allies', 'wolf'],
    ['Grim', 'enemies', 'goblin', { reputation, weaknessValue: 10 }],
  ]);
  const known = does(game, verb('knowledge', { target: 'Grim' }), ann(who), dice).game;
  const { revealed, weaknessKnown } = unitIn(known, 'Grim');
  expect([revealed, weaknessKnown]).toEqual(want);
  expect(refusal(known, verb('knowledge', { target: 'Grim' }), ann(who))).toBe('E_NOT_NOW');
});

/** A player with Wolf, under the default disclosure. */
const player = { ...stranger([], ['Wolf']), foes: { mode: 'words', words: defaultNumberWords } } as const;

test('SW-KNOW-2 a check reveals every monster of the kind, and a second goblin allows no second attempt', () => {
  const game = gathered([
    ['Ilse', 'allies', 'ilse'],
    ['Grim', 'enemies', 'goblin'],
    ['Grum', 'enemies', 'goblin'],
    ['Other', 'enemies', 'goblin', { speed: 1 }],
  ]);
  const known = does(game, verb('knowledge', { target: 'Grim' }), ann('Ilse'), [6, 6]).game;
  expect(['Grim', 'Grum', 'Other'].map((id) => unitIn(known, id).revealed)).toEqual([true, true, false]);
  expect(refusal(known, verb('knowledge', { target: 'Grum' }), ann('Ilse'))).toBe('E_NOT_NOW');
  does(known, verb('knowledge', { target: 'Other' }), ann('Ilse'), [1, 2]);
});

test('SW-KNOW-2 no number of an unknown monster’s sheet is shown, but the numbers of its rolls are', () => {
  const { game, after, events } = struck();
  const sheetOf = (who: string) => after.view(player).combatants.find(({ id }) => id === who)?.sheet;
  expect(sheetOf('Grim')).toEqual([]);
  expect(sheetOf('Wolf')).not.toEqual([]);
  const lines = game.narrate(events, player);
  expect(JSON.stringify(lines)).toMatch(/Evasion/);
  expect(texts(lines)).toContain('Wolf hits Grim with the bastard sword.');
});

test('SW-KNOW-2 an attack on a known monster shows the damage applied', () => {
  const { game } = does(struck().game, verb('knowledge', { target: 'Grim' }), ann('Wolf'), [6, 6]);
  const attacked = does(game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
  const lines = game.narrate(attacked.events, player);
  expect(texts(lines)).toContainEqual(expect.stringMatching(/^Wolf hits Grim with the bastard sword: \d+ damage\.$/));
  expect(JSON.stringify(lines)).toMatch(/applied damage/);
});
