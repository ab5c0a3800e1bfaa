import { expect, test } from 'vitest';
import { begun, ordered, stranger, words } from './table.ts';

test('ST-INIT-1: initiative shows its sum, but not for a foe', () => {
  const game = begun(['Ysolde', 'Karg']);
  const { events } = ordered(game, 'gm', 'initiative', { all: true }, [8, 1]);
  const heard = words(game, events, stranger);
  expect(heard).toContain('wits 3 + dexterity 4 · = rating 7 · d10 8 · = 15');
  expect(heard).toContain('Karg rolls initiative: 5.');
  expect(heard).not.toContain('d10 1');
});
