import { describe, expect, test } from 'vitest';
import { begun, facing, ordered, rolled, stateOf } from './table.ts';

describe('expected actions', () => {
  test('ST-INIT-4, ST-RUL-16: rolls come before declarations, which have a plan and a stand-in', () => {
    expect(
      begun(['Ysolde', 'Karg'])
        .expectedActions()
        .map(({ actor, kind }) => [actor, kind]),
    ).toEqual([
      ['Ysolde', 'initiative'],
      ['Karg', 'initiative'],
    ]);
    const standIn = { verb: 'declare', params: { stance: 'mixed', action: 'none' } };
    expect(rolled(['Ysolde', 'Karg'], [8, 1]).expectedActions()).toMatchObject([
      {
        actor: 'Karg',
        kind: 'declaration',
        auto: { verb: 'declare', params: { stance: 'offense', action: 'melee', weapon: 'maul', target: 'Ysolde' } },
        idle: standIn,
        fallback: standIn,
      },
    ]);
  });

  test('ST-DEF-1: the target defends, and the suggested defense loses the fewest levels', () => {
    const game = ordered(facing(), 'Ysolde', 'take', {}, [9, 7, 6, 6, 4, 3, 1, 10]).game;
    expect(game.expectedActions()).toMatchObject([
      { actor: 'Karg', kind: 'defense', verbs: ['defend'], auto: { verb: 'defend', params: { maneuver: 'block' } } },
    ]);
  });

  test('ST-GM-4: the GM ends a combat in which no one can act', () => {
    const down = ordered(begun(['Ysolde', 'Karg']), 'gm', 'life', { target: 'Karg', life: 'dead' }).game;
    const none = ordered(down, 'gm', 'life', { target: 'Ysolde', life: 'dead' }).game;
    expect(none.expectedActions()).toMatchObject([{ actor: 'gm', auto: { verb: 'end-combat' } }]);
    expect(stateOf(none).turn).toBe(1);
  });

  test('ST-NOM-6: a second action is nominated when the countdown reaches it', () => {
    const first = ordered(facing(), 'Ysolde', 'pass').game;
    const game = ordered(first, 'Pell', 'take').game;
    expect(game.expectedActions()).toMatchObject([{ actor: 'Ysolde', verbs: ['nominate', 'intend', 'stance'] }]);
  });
});
