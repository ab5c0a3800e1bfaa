import { expect, test } from 'vitest';
import { ann, asGm, does, duel, fighting, gathered, set, stateOf, types, unitIn, verb } from './table.ts';

test('SW-FLOW-1 SW-ROUND-5 SW-INIT-4: sides act in the order of initiative in each round, until one wins', () => {
  const round1 = fighting(duel);
  expect(stateOf(round1)).toMatchObject({ stage: 'combat', round: 1, phase: 'winner', winner: 'allies' });
  const losers = does(round1, verb('end'), ann('Wolf')).game;
  expect(stateOf(losers)).toMatchObject({ round: 1, phase: 'loser' });
  const round2 = does(losers, verb('end'), asGm('Grim'));
  expect(stateOf(round2.game)).toMatchObject({ round: 2, phase: 'winner', winner: 'allies' });
  expect(unitIn(round2.game, 'Wolf').acted).toBe(false);
  const over = does(round2.game, verb('attack', { target: 'Grim', stance: '1H' }), ann('Wolf'), [4, 2, 5, 5, 4, 3]);
  expect(types(over.events)).toContain('combat-ended');
  expect(stateOf(over.game)).toMatchObject({ stage: 'aftermath', outcome: { winner: 'allies' } });
  const closed = does(over.game, verb('close'));
  expect(closed.game.status).toBe('ended');
});

test('SW-ROUND-9: a phase ends when every unit that can act has acted', () => {
  const game = fighting([...duel, ['Mira', 'allies', 'mira']]);
  const down = does(game, { do: 'correct', field: 'hp', who: 'Mira', value: '0' }).game;
  expect(stateOf(does(down, verb('end'), ann('Wolf')).game).phase).toBe('loser');
});

test('SW-ROUND-9 SW-MOUNT-17: allies with only a riderless mount are skipped', () => {
  const met = gathered([
    ['Dusty', 'allies', 'dusty'],
    ['Grim', 'enemies', 'goblin'],
  ]);
  const ambushed = does(met, verb('ambush', {})).game;
  const foes = does(ambushed, verb('place', { side: 'enemies', placement: 'all: front' })).game;
  const all = does(foes, verb('place', { side: 'allies', placement: 'all: front' })).game;
  const acted = does(all, verb('end'), asGm('Grim')).game;
  expect(stateOf(acted)).toMatchObject({ stage: 'combat', round: 2, winner: 'enemies', phase: 'winner' });
});

test.each([
  { felled: 'knocked unconscious', doing: verb('force', { cause: 'unconscious' }), dice: [] },
  { felled: 'killed by a fall', doing: verb('fall', { height: 0, spikes: 999 }), dice: [] },
])('SW-ROUND-9: a phase ends when the last unit to act is $felled between turns', ({ doing, dice }) => {
  const game = fighting([...duel, ['Snag', 'allies', 'goblin']]);
  const left = does(game, verb('end'), ann('Wolf')).game;
  expect(stateOf(left).phase).toBe('winner');
  expect(stateOf(does(left, doing, asGm('Snag'), dice).game).phase).toBe('loser');
});

test('SW-ROUND-9: a correction after which a side has acted starts the next phase or round', () => {
  const theirs = does(fighting(duel), set('acted', 'Wolf', 'yes')).game;
  expect(theirs.expectedActions().map(({ actor }) => actor)).toEqual(['Grim']);
  const second = does(theirs, set('acted', 'Grim', 'yes')).game;
  expect(stateOf(second)).toMatchObject({ round: 2, phase: 'winner' });
  expect(second.expectedActions().map(({ actor }) => actor)).toEqual(['Wolf']);
  const two = fighting([...duel, ['Mira', 'allies', 'mira']]);
  expect(does(two, set('acted', 'Wolf', 'yes')).events).toHaveLength(1);
});
