import { expect, test } from 'vitest';
import { ann, does, duel, fighting, verb } from './table.ts';

test('SW-ACT-21: with prone.linger the penalty for being prone lasts until the turn ends', () => {
  const strike = (linger: boolean) => {
    const game = does(fighting(duel, { prone: { linger } }), {
      do: 'correct',
      field: 'statuses',
      who: 'Wolf',
      value: 'prone',
    }).game;
    const up = does(game, verb('minor', { kind: 'stand' }), ann('Wolf')).game;
    return does(up, verb('attack', { target: 'Grim' }), ann('Wolf'), [2, 2]).events.find(
      ({ type }) => type === 'attacked',
    );
  };
  expect(strike(true)).toMatchObject({ accuracy: { total: 7 } });
  expect(strike(false)).toMatchObject({ accuracy: { total: 9 } });
});
