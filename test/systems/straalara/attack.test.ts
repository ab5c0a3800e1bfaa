import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { facing, ordered, words } from './table.ts';

test('ST-RES-1: an attack shows its roll, defense, damage, soak and wound in order', () => {
  const game = ordered(facing(), 'Ysolde', 'take', {}, [9, 7, 6, 6, 4, 3, 1, 10]).game;
  const dice = [8, 6, 1, 2, 4, 10, 9, 8, 6, 5, 1, 1, 2, 7, 6, 3, 2, 2];
  const { events } = ordered(game, 'Karg', 'defend', { maneuver: 'block' }, dice);
  expect(words(game, events, gmViewer)).toBe(
    [
      'Karg answers: block, 1 success.',
      'dexterity 2 · +3 brawl · = 5 dice',
      'defense d10 8 6 1 2 4 against 6: 2 hits · −1 one · = 1 success',
      'Karg is hit: 2 levels lost.',
      'attack 4 − defense 1 · = net 3: a hit',
      'damage 6 · +2 net · d10 10 9 8 6 5 1 1 2 against 6 · = 4 successes',
      'stamina 5 · = 5 dice',
      'soak d10 7 6 3 2 2 against 6: 2 hits · = 2 successes',
      '4 − 2 = 2 levels lost',
      'Karg is now Hurt (−1 die).',
      '0 + 2 = 2 levels lost',
    ].join('\n'),
  );
});
