import { expect, test } from 'vitest';
import { ann, as, battle, bob, cat, gm, order, verb } from './stage.ts';

test('SK-DEATH-6: the drowned lose their first turn after a revival', () => {
  const drowned = bob({ hp: -25, life: 'dead', deathCause: 'water', remains: 'drowned', agility: 8 });
  const risen = order(
    battle([ann({ agility: 9 }), drowned, cat({ agility: 2 })]),
    gm,
    verb('revive', { target: 'Bob' }),
  ).game;
  expect(order(risen, as('Ann'), verb('end')).game.save()).toMatchObject({ turn: { who: 'Cat' } });
});
