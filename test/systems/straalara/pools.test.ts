import { expect, test } from 'vitest';
import { facing, ordered, stranger, words } from './table.ts';

test('ST-POOL-2, ST-POOL-7: an attack roll shows every die and the sum', () => {
  const game = facing();
  const { events } = ordered(game, 'Ysolde', 'take', { move: 3 }, [9, 7, 6, 6, 4, 3, 1, 10]);
  expect(words(game, events, stranger)).toBe(
    [
      'Ysolde walks 3 m.',
      'Ysolde strikes at Karg (longsword): 4 successes.',
      'dexterity 4 · +4 weaponry · = 8 dice',
      'attack d10 9 7 6 6 4 3 1 10 against 6: 5 hits · −1 one · = 4 successes',
      'Karg may defend',
    ].join('\n'),
  );
});
