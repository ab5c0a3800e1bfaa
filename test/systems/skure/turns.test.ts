import { expect, test } from 'vitest';
import { ann, as, battle, bob, cat, eventTypes, gm, of, order, put, told, verb } from './stage.ts';

test('SK-TURN-7: a turn without an action ends with defending', () => {
  const [due] = battle([ann({ y: 8 }), bob()]).expectedActions();
  expect(due).toMatchObject({ actor: 'Ann', kind: 'turn', what: 'to act', auto: { verb: 'charge' } });
  for (const each of [due?.idle, due?.fallback]) expect(each).toMatchObject({ verb: 'end', params: {} });
  expect(due?.verbs).toEqual(['charge', 'move', 'turn', 'aim', 'defend', 'counter', 'end', 'stunt']);
  expect(battle(undefined, { status: 'ended' }).expectedActions()).toEqual([]);
});

test('SK-TURN-2, SK-TURN-3: each round has a new order and skips those who are down', () => {
  const game = battle([ann({ agility: 5 }), bob({ agility: 4, hp: -3, life: 'unconscious' }), cat({ agility: 3 })]);
  const passed = order(game, as('Ann'), verb('end'));
  expect(eventTypes(passed)).toEqual(['stance-taken', 'turn-ended', 'turn-began', 'turn-skipped', 'turn-began']);
  const raised = order(passed.game, gm, { do: 'correct', field: 'agility', who: 'Cat', value: '9' }).game;
  expect(order(raised, as('Cat'), verb('end')).game.save()).toMatchObject({
    round: 2,
    order: ['Cat', 'Ann', 'Bob'],
    turn: { who: 'Cat' },
  });
});

test('SK-TURN-6: a turn with a spent action lasts until the BM skips it', () => {
  const spent = put('acted', 'Ann', 'yes').game;
  expect(order(spent, as('Ann'), verb('end')).refused).toBe('ALREADY_ACTED');
  expect(spent.expectedActions()).toMatchObject([{ actor: 'gm', verbs: ['skip'], auto: { verb: 'skip' } }]);
  const passed = order(spent, gm, verb('skip'));
  expect(passed.game.save()).toMatchObject({ turn: { who: 'Bob' } });
  expect(of(passed.game, 'Ann')).toMatchObject({ stance: 'none' });
});

test('SK-TURN-8: a battle in which no one can act waits for the BM', () => {
  const game = battle([ann({ conditions: ['paralyzed'] }), bob({ conditions: ['asleep'] })]);
  const halted = order(game, gm, verb('skip'));
  expect(eventTypes(halted)).toEqual(['turn-ended', 'halted']);
  expect(halted.game.expectedActions()).toMatchObject([{ actor: 'gm', kind: 'ruling' }]);
  const awake = order(halted.game, gm, { do: 'correct', field: 'condition', who: 'Bob', value: '-asleep' });
  expect(awake.game.save()).toMatchObject({ turn: { who: 'Bob' }, round: 1 });
});

test('SK-TURN-4: the BM declares the objective reached', () => {
  const over = order(battle(undefined, { objective: 'Hold the gate' }), gm, {
    do: 'finish',
    finish: { winner: 'red', reason: 'The gate held.' },
  });
  expect(over.game.save()).toMatchObject({ status: 'ended', winner: 'red', ending: 'The gate held.' });
  expect(order(over.game, gm, { do: 'finish', finish: { winner: undefined, reason: '' } }).refused).toBe(
    'BATTLE_NOT_ACTIVE',
  );
});

test('SK-TURN-5: a combatant speaks at any time', () => {
  const said = order(battle(), as('Bob'), verb('say', { text: 'Have at you!' }));
  expect(said.events).toEqual([{ type: 'said', who: 'Bob', text: 'Have at you!', asking: false }]);
  expect(order(battle(), as('Bob'), verb('ask', { text: 'May I?' })).events).toMatchObject([{ asking: true }]);
  expect(order(battle(), { ...as('Ann'), controls: ['Bob'] }, verb('say', { text: 'x' })).refused).toBe(
    'NOT_CONTROLLER',
  );
});

test('SK-TURN-4: the end names the winner', () => {
  const [, last] = told(battle([ann(), bob({ hp: 5 })]), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(last).toBe('The battle is over: victory for red. It is the surviving team.');
});
