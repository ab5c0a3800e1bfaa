import { expect, test } from 'vitest';
import type { Effect } from '../../../src/rules/effects.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { ann, as, battle, bob, cat, eventTypes, gm, of, order, put, told, verb } from './stage.ts';

const bless = (modifiers: Effect['modifiers'], who = 'Ann'): Effect => ({
  name: 'Bless',
  who,
  modifiers,
  ticks: { at: 'end', of: who },
  remaining: 1,
});

const blessed = (modifiers: Effect['modifiers'], who = 'Ann') =>
  order(battle(), gm, { do: 'hang', who, name: 'Bless', effect: bless(modifiers, who) }).game;

test.each([
  { field: 'hp', value: '-5', want: { hp: -5, life: 'unconscious' } },
  { field: 'hp', value: '-20', want: { hp: -20, life: 'dead', deathCause: 'physical', remains: 'body' } },
  { field: 'life', value: 'destroyed', want: { hp: -30, life: 'destroyed' } },
  { field: 'life', value: 'unconscious', want: { hp: 0, life: 'unconscious' } },
  { field: 'essence', value: '3', want: { essence: 3 } },
  { field: 'position', value: 'D4', want: { at: { x: 3, y: 3 } } },
  { field: 'facing', value: 'se', want: { facing: 'SE' } },
  { field: 'altitude', value: 'high', want: { altitude: 'high' } },
  { field: 'condition', value: 'asleep 2', want: { conditions: [{ name: 'asleep', disrupts: true, turns: 2 }] } },
  {
    field: 'condition',
    value: 'dazed 3 disrupting',
    want: { conditions: [{ name: 'dazed', disrupts: true, turns: 3 }] },
  },
  { field: 'condition', value: 'gored', want: { conditions: [{ name: 'gored', disrupts: false }] } },
  { field: 'stance', value: 'counter', want: { stance: 'counter' } },
  { field: 'stance', value: 'defend-ally Cat', want: { stance: 'defend-ally', defendAlly: 'Cat' } },
  { field: 'aim', value: 'Ann 3', want: { aim: { target: 'Ann', turns: 3 } } },
  { field: 'cause', value: 'fire', want: { deathCause: 'fire' } },
  { field: 'remains', value: 'ashes', want: { remains: 'ashes' } },
  { field: 'side', value: 'green', want: { team: 'green' } },
  { field: 'role', value: 'captain', want: { sheet: { role: 'captain' } } },
  { field: 'class', value: 'Ghost', want: { sheet: { class: 'Ghost' } } },
  { field: 'promoted', value: 'yes', want: { sheet: { promoted: true } } },
  { field: 'next-hit', value: '-10', want: { next: { hit: -10 } } },
  { field: 'next-damage', value: '50', want: { next: { damage: 50 } } },
  { field: 'next-roll', value: '100', want: { next: { roll: 100 } } },
  { field: 'agility', value: '30', want: { sheet: { agility: 30 } } },
  { field: 'speed', value: '30', want: { sheet: { speed: 30 } } },
  { field: 'attack', value: '30', want: { sheet: { attack: 30 } } },
  { field: 'defense', value: '30', want: { sheet: { defense: 30 } } },
  { field: 'max-hp', value: '120', want: { sheet: { maxHp: 120 } } },
  { field: 'max-essence', value: '9', want: { sheet: { maxEssence: 9 } } },
  { field: 'size', value: '8', want: { sheet: { size: 8 } } },
  { field: 'movement', value: '5A (+2) Flying', want: { sheet: { move: '5A (+2) Flying' } } },
  { field: 'melee-range', value: '2', want: { sheet: { meleeRange: 2 } } },
  { field: 'ranged-range', value: '0', want: { sheet: { rangedRange: null } } },
  { field: 'alignment', value: 'evil', want: { sheet: { alignment: 'evil' } } },
])('SK-EXC-3: the BM sets $field to $value', ({ field, value, want }) => {
  expect(of(put(field, 'bob', value).game, 'Bob')).toMatchObject(want);
});

test.each([
  { field: 'hp', value: '1e9' },
  { field: 'hp', value: 'NaN' },
  { field: 'facing', value: 'up' },
  { field: 'next-roll', value: '101' },
  { field: 'movement', value: '3X' },
])('SK-EXC-3: the field $field refuses $value', ({ field, value }) => {
  expect(put(field, 'Bob', value).refused).toBe('bad-input');
});

test('SK-EXC-3: the BM sets the order, the current turn, the round and the objective', () => {
  const ordered = order(battle([ann(), bob(), cat()]), gm, {
    do: 'correct',
    field: 'order',
    who: '',
    value: 'Cat, Ann, Bob',
  });
  expect(ordered.game.save()).toMatchObject({ order: ['Cat', 'Ann', 'Bob'], place: 1 });
  expect(put('current', 'Cat', 'yes').game.save()).toMatchObject({ turn: { who: 'Cat' } });
  expect(put('round', '', '7').game.save()).toMatchObject({ round: 7 });
  expect(put('objective', '', 'Hold the gate').game.save()).toMatchObject({ objective: 'Hold the gate' });
  expect(put('blocked', '', 'C4 D5').game.save()).toMatchObject({
    board: {
      blocked: [
        { x: 2, y: 3 },
        { x: 3, y: 4 },
      ],
    },
  });
  expect(put('points-spent', 'Ann', '2').game.save()).toMatchObject({ turn: { pointsSpent: 2 } });
  expect(put('start-facing', 'Ann', 'E').game.save()).toMatchObject({ turn: { startFacing: 'E' } });
  expect(put('acted', 'Bob', 'yes').refused).toBe('NOT_YOUR_TURN');
});

test('SK-EXC-3: a set roll uses no die, and modifiers of the next roll count once', () => {
  const forced = put('next-roll', 'Ann', '60').game;
  const modified = put('next-hit', 'Ann', '20', forced).game;
  const doubled = put('next-damage', 'Ann', '100', modified).game;
  const attacked = order(doubled, as('Ann'), verb('attack', { target: 'Bob' }));
  expect(attacked.events[0]).toMatchObject({
    damage: 20,
    numbers: { roll: { natural: 60, forced: true, modified: 80, stage: 4 } },
  });
  expect(of(attacked.game, 'Ann')).toMatchObject({ next: {} });
});

test('SK-EXC-3: a combatant that a ruling takes down in its turn loses the turn', () => {
  expect(put('hp', 'Ann', '0').game.save()).toMatchObject({ status: 'ended', winner: 'blue' });
  const stunned = put('condition', 'Ann', 'stunned');
  expect(stunned.game.save()).toMatchObject({ turn: { who: 'Bob' } });
  expect(of(stunned.game, 'Ann')).toMatchObject({ conditions: [{ name: 'stunned', turns: 1 }] });
});

test('SK-EXC-4: an exception leaves the settings as they are', () => {
  const before = battle().save() as { readonly settings: unknown };
  expect(put('objective', '', 'Hold the gate', battle()).game.save()).toMatchObject({ settings: before.settings });
});

test.each([
  { term: 'hit', who: 'Ann', value: 10, want: { numbers: { roll: { modified: 60 } } } },
  { term: 'dodge', who: 'Bob', value: -10, want: { numbers: { roll: { modified: 40 } } } },
  { term: 'attack', who: 'Ann', value: 4, want: { numbers: { base: 14 } } },
  { term: 'defense', who: 'Bob', value: 4, want: { numbers: { base: 6 } } },
  { term: 'speed', who: 'Ann', value: 20, want: { numbers: { speeds: [40, 20], roll: { modified: 75 } } } },
  { term: 'damage', who: 'Ann', value: 50, want: { damage: 15 } },
  { term: 'damage-taken', who: 'Bob', value: -50, want: { damage: 5 } },
])('SK-EXC-3: an effect on $term of $who counts', ({ term, who, value, want }) => {
  const attacked = order(blessed({ [term]: value }, who), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(attacked.events[0]).toMatchObject(want);
});

test('SK-EXC-3: an effect on movement and agility ends with the turn', () => {
  expect(order(blessed({ movement: 1 }), as('Ann'), verb('move', { path: '4S' })).refused).toBeUndefined();
  expect(order(battle(), as('Ann'), verb('move', { path: '4S' })).refused).toBe('NOT_ENOUGH_MOVEMENT');
  const ended = order(blessed({ agility: -9 }), as('Ann'), verb('defend'));
  expect(eventTypes(ended)).toContain('effects-ticked');
  expect(ended.game.save()).toMatchObject({ effects: [] });
  expect(Object.keys(skure.modifiers)).toEqual([
    'hit',
    'dodge',
    'attack',
    'defense',
    'speed',
    'agility',
    'movement',
    'damage',
    'damage-taken',
  ]);
});

test('SK-EXC-3: the log shows the GM’s rulings', () => {
  expect(told(battle(), gm, { do: 'correct', field: 'hp', who: 'Bob', value: '50' })).toEqual([
    'The GM corrects Bob: HP 100 → 50.',
  ]);
  expect(told(battle(), gm, verb('skip'))).toEqual(['The GM skips Ann’s turn.']);
});
