import { expect, test } from 'vitest';
import { ann, as, battle, cat, order, verb } from './stage.ts';

test('SK-AOO-9: enemies provoked by one square attack in turn order until the mover falls', () => {
  const foe = (name: string, x: number, facing: string, agility: number) => cat({ name, x, y: 5, facing, agility });
  const walk = (hp: number, dice: readonly number[]) =>
    order(
      battle([ann({ x: 4, y: 2, facing: 'S', move: '5F Ground', hp }), foe('Eve', 5, 'W', 1), foe('Flo', 3, 'E', 2)]),
      as('Ann'),
      verb('move', { path: '5S' }),
      dice,
    );
  const strikers = (happened: ReturnType<typeof walk>) =>
    happened.events.flatMap((event) => ('attacker' in event ? [event.attacker] : []));
  expect(strikers(walk(100, [50, 50]))).toEqual(['Flo', 'Eve']);
  expect(strikers(walk(5, [50]))).toEqual(['Flo']);
});
