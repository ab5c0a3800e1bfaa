import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/scripted-dice.ts';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { ann, as, battle, bob, cat, eventTypes, gm, of, order, verb } from './stage.ts';

const fresh = (settings = {}): Game => {
  const blank = skure.createGame(settings);
  if (!blank.ok) throw new Error(JSON.stringify(blank.error));
  return blank.value;
};
const entering = (game: Game, id: string, side: string, preset = 'swordsman'): Game =>
  order(game, gm, { do: 'enter', entrant: { id, side, sheet: skure.presets[preset]?.sheet } }).game;
const four = (settings = {}): Game =>
  [
    ['Ann', 'red'],
    ['Bob', 'blue'],
    ['Cat', 'red'],
    ['Dot', 'blue'],
  ].reduce((game, [id = '', side = '']) => entering(game, id, side), fresh(settings));
const squares = (game: Game) => ['Ann', 'Bob', 'Cat', 'Dot'].map((name) => of(game, name).at);

test('SK-RUL-64: one command deploys everybody on opposite edges, and the battle can start', () => {
  const setup = four();
  expect(setup.expectedActions()).toMatchObject([{ actor: 'gm', kind: 'placement', verbs: ['deploy', 'place'] }]);
  const deployed = order(setup, gm, verb('deploy'));
  expect(squares(deployed.game)).toEqual([
    { x: 7, y: 0 },
    { x: 7, y: 15 },
    { x: 8, y: 0 },
    { x: 8, y: 15 },
  ]);
  expect([of(deployed.game, 'Ann').facing, of(deployed.game, 'Bob').facing]).toEqual(['S', 'N']);
  expect(order(deployed.game, gm, { do: 'start' }).game.status).toBe('active');
});

test('SK-RUL-64: lots are drawn on the given rows, one die for each', () => {
  const dice = [
    { name: 'lot', sides: 32, value: 1 },
    { name: 'lot', sides: 16, value: 16 },
    { name: 'lot', sides: 31, value: 31 },
    { name: 'lot', sides: 15, value: 1 },
  ];
  const deployed = order(four(), gm, verb('deploy', { lots: true, rows: 'red 2-3, blue 9' }), dice);
  expect(deployed.left).toEqual([]);
  expect(squares(deployed.game)).toEqual([
    { x: 7, y: 1 },
    { x: 15, y: 8 },
    { x: 15, y: 2 },
    { x: 7, y: 8 },
  ]);
});

test('SK-GEN-5: who was placed by hand stays there, unless all are deployed again', () => {
  const placed = order(four(), gm, verb('place', { target: 'Ann', to: 'B2', facing: 'E' })).game;
  expect(of(order(placed, gm, verb('deploy')).game, 'Ann')).toMatchObject({ at: { x: 1, y: 1 }, facing: 'E' });
  expect(of(order(placed, gm, verb('deploy', { again: true })).game, 'Ann')).toMatchObject({ at: { x: 7, y: 0 } });
  expect(order(placed, gm, verb('place', { target: 'Cat', to: 'B2' })).refused).toBe('SQUARE_OCCUPIED');
  expect(order(placed, gm, verb('place', { target: 'Cat', to: 'Z1' })).refused).toBe('OFF_BOARD');
});

test('SK-RUL-2: a newcomer waits for its square, then for the next round', () => {
  const later = entering(battle([ann({ agility: 20 }), bob()]), 'Eve', 'blue');
  expect(later.expectedActions().map(({ kind }) => kind)).toEqual(['turn', 'placement']);
  const placed = order(later, gm, verb('place', { target: 'Eve', to: 'A1' })).game;
  expect(placed.save()).toMatchObject({ order: ['Ann', 'Bob'] });
  const second = order(order(placed, as('Ann'), verb('end')).game, as('Bob'), verb('end')).game;
  expect(second.save()).toMatchObject({ round: 2, order: ['Ann', 'Eve', 'Bob'] });
});

test.each([
  { rule: 'SK-MOVE-4', says: 'directions', path: 'S SW', want: { x: 4, y: 8 } },
  { rule: 'SK-MOVE-4', says: 'several of one direction', path: '3S', want: { x: 5, y: 9 } },
  { rule: 'SK-MOVE-4', says: 'squares in order', path: 'F8 F9', want: { x: 5, y: 8 } },
  { rule: 'SK-MOVE-3', says: 'one far square, by the cheapest way', path: 'D9', want: undefined },
  { rule: 'SK-MOVE-3', says: 'one far square that is near enough', path: 'E8', want: { x: 4, y: 7 } },
])('$rule: a path is read as $says', ({ path, want }) => {
  const moved = order(battle(), as('Ann'), verb('move', { path }));
  if (want === undefined) expect(moved.refused).toBe('NOT_ENOUGH_MOVEMENT');
  else expect(of(moved.game, 'Ann').at).toEqual(want);
});

test('SK-MOVE-5: a far square is reached round what stands in the way', () => {
  const moved = order(battle([ann({ move: '4F Ground' }), bob()]), as('Ann'), verb('move', { path: 'F5' }), [50]);
  expect(of(moved.game, 'Ann').at).toEqual({ x: 5, y: 4 });
});

const lia = cat({ name: 'Lia', x: 5, y: 5, facing: 'S' });
const dan = cat({ name: 'Dan', x: 5, y: 6, facing: 'S', hp: 90 });
const shot = verb('attack', { target: 'Lia' });

test('SK-ALLY-4: the window asks the guard before a die falls, and the answer rules', () => {
  const game = battle([ann({ y: 9, rangedRange: 6 }), lia, dan]);
  const dice = createScriptedDice([50]);
  const asked = game.act(shot, as('Ann'), [], dice);
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error('Nobody was asked.');
  expect(dice.rolledDice()).toEqual([]);
  expect(asked.value.question).toMatchObject({ to: 'Dan', kind: 'intercept', auto: 'no', unless: 'ask' });
  expect(asked.value.question.choices.map(({ id }) => id)).toEqual(['yes', 'no']);
  const reply = game.act(
    verb('intercept', { answer: 'yes' }),
    { ...as('Dan'), pending: asked.value.question },
    [],
    dice,
  );
  expect(reply).toMatchObject({ ok: true, value: { kind: 'answered', choice: 'yes' } });
  expect(eventTypes(order(game, as('Ann'), shot, [50], ['yes'])).slice(0, 2)).toEqual(['intercepted', 'struck']);
  expect(order(game, as('Ann'), shot, [50], ['no']).events[0]).toMatchObject({ target: 'Lia' });
});

test('SK-ALLY-4: several who qualify are asked in turn order, and the first yes takes it', () => {
  const eve = cat({ name: 'Eve', x: 4, y: 6, facing: 'SW', agility: 30 });
  const game = battle([ann({ y: 9, rangedRange: 6 }), lia, dan, eve]);
  const first = game.act(shot, as('Ann'), [], createScriptedDice([]));
  expect(first).toMatchObject({ value: { question: { to: 'Eve' } } });
  const second = game.act(shot, as('Ann'), ['no'], createScriptedDice([]));
  expect(second).toMatchObject({ value: { question: { to: 'Dan' } } });
  expect(order(game, as('Ann'), shot, [50], ['yes']).events[0]).toMatchObject({ type: 'intercepted', who: 'Eve' });
  const pending = first.ok && first.value.kind === 'asked' ? first.value.question : undefined;
  expect(order(game, { ...as('Dan'), pending }, verb('intercept')).refused).toBe('NO_PENDING_ATTACK');
});

test('SK-ATK-2, SK-ATK-6: left out, the mode is melee where it reaches, else ranged', () => {
  const near = order(battle([ann({ rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'bob' }), [50]);
  expect(near.events[0]).toMatchObject({ how: 'melee' });
  const far = order(battle([ann({ y: 8, rangedRange: 6 }), bob()]), as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(far.events[0]).toMatchObject({ how: 'ranged' });
});

const offered = (game: Game, name: string, param: string, call = as('Ann'), soFar = {}) =>
  game.offers(name, param, call, soFar, gmViewer)?.map(({ value }) => value);

test('only what is legal now is offered', () => {
  const game = battle([
    ann({ rangedRange: 4, move: '1F (+1) Ground' }),
    bob(),
    cat({ x: 6, y: 5 }),
    cat({ name: 'Pal', team: 'red', x: 5, y: 7, facing: 'N' }),
  ]);
  expect(offered(game, 'attack', 'target')).toEqual(['Bob']);
  expect(offered(game, 'attack', 'target', as('Ann'), { mode: 'ranged' })).toEqual(['Bob']);
  expect(offered(game, 'aim', 'target')).toEqual(['Bob', 'Cat']);
  expect(offered(game, 'charge', 'target')).toEqual([]);
  expect(offered(game, 'guard', 'target')).toEqual(['Pal']);
  expect(offered(game, 'move', 'path')).toEqual(['E', 'W']);
  expect(offered(game, 'move', 'path', as('Bob'))).toEqual([]);
  expect(offered(battle([ann({ moved: true }), bob()]), 'turn', 'facing')).toEqual(['N', 'NE', 'NW']);
});

test('SK-SPELL-3, SK-RUL-57: what lacks essence or a clear line is not offered', () => {
  const spells = [{ name: 'Dart', cost: 2, range: 5, damage: 12 }];
  const mage = (essence: number) => ann({ y: 8, rangedRange: 6, maxEssence: 4, essence, spells });
  const walled = { settings: { 'sight.obstacles': 'yes' }, board: { width: 20, height: 20, blocked: [[5, 6]] } };
  expect(offered(battle([mage(1), bob()]), 'cast', 'target')).toEqual(['Ann', 'Bob']);
  expect(offered(battle([mage(0), bob()]), 'cast', 'spell')).toEqual([]);
  expect(offered(battle([mage(0), bob()]), 'cast', 'target')).toEqual([]);
  expect(offered(battle([mage(1), bob()], walled), 'cast', 'target')).toEqual(['Ann']);
  expect(offered(battle([mage(1), bob()], walled), 'attack', 'target')).toEqual([]);
});

test('SK-TURN-7: what is awaited is the turn, for the absent the best plan, and to let it pass is to defend oneself', () => {
  const [due] = battle([ann({ y: 8 }), bob()]).expectedActions();
  expect(due).toMatchObject({ actor: 'Ann', kind: 'turn', what: 'to act', auto: { verb: 'charge' } });
  for (const each of [due?.idle, due?.fallback]) expect(each).toMatchObject({ verb: 'end', params: {} });
  expect(due?.verbs).toEqual(['charge', 'move', 'turn', 'aim', 'defend', 'counter', 'end', 'stunt']);
  expect(battle(undefined, { status: 'ended' }).expectedActions()).toEqual([]);
});

test('SK-TURN-2, SK-TURN-3: the order is rebuilt each round, those down are passed over', () => {
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

test('SK-DEATH-6: the drowned rise stunned for their first turn, which they lose', () => {
  const drowned = bob({ hp: -25, life: 'dead', deathCause: 'water', remains: 'drowned', agility: 8 });
  const risen = order(
    battle([ann({ agility: 9 }), drowned, cat({ agility: 2 })]),
    gm,
    verb('revive', { target: 'Bob' }),
  ).game;
  expect(order(risen, as('Ann'), verb('end')).game.save()).toMatchObject({ turn: { who: 'Cat' } });
});

test('SK-CHARGE-12: a ground charger stays on the ground, a diver may choose its height', () => {
  const dive = (move: string) =>
    order(
      battle([ann({ y: 8, move, size: 9 }), bob()]),
      as('Ann'),
      verb('charge', { target: 'Bob', altitude: 'low' }),
      [50, 99],
    );
  expect(of(dive('3A (+1) Flying').game, 'Ann')).toMatchObject({ altitude: 'low' });
  expect(of(dive('3A (+1) Ground').game, 'Ann')).toMatchObject({ altitude: 'ground' });
});

const stunned = (turns: number) => ({ name: 'stunned', disrupts: true, turns });
const laid = (had: readonly unknown[], value: string) =>
  of(
    order(battle([ann(), bob({ conditions: had }), cat()]), gm, {
      do: 'correct',
      field: 'condition',
      who: 'Bob',
      value,
    }).game,
    'Bob',
  ).conditions;

test.each([
  { rule: 'SK-COND-3', says: 'a second stun adds nothing', had: [stunned(1)], value: 'stunned 3', want: [stunned(1)] },
  {
    rule: 'SK-COND-3',
    says: 'of two sleeps the longer holds',
    had: [{ name: 'asleep', turns: 1 }],
    value: 'asleep 3',
    want: [{ name: 'asleep', disrupts: true, turns: 3 }],
  },
  {
    rule: 'SK-COND-3',
    says: 'a shorter sleep adds nothing',
    had: [{ name: 'asleep' }],
    value: 'asleep 3',
    want: [{ name: 'asleep', disrupts: true }],
  },
])('$rule: $says', ({ had, value, want }) => {
  expect(laid(had, value)).toEqual(want);
});

test('SK-COND-1: what the BM flags as disrupting costs the turn, what is not flagged does not', () => {
  const next = (value: string) => {
    const game = order(battle([ann(), bob(), cat()]), gm, {
      do: 'correct',
      field: 'condition',
      who: 'Bob',
      value,
    }).game;
    return order(game, as('Ann'), verb('end')).game.save();
  };
  expect(next('dazed 1 disrupting')).toMatchObject({ turn: { who: 'Cat' } });
  expect(next('dazed 1')).toMatchObject({ turn: { who: 'Bob' } });
});

test('SK-AOO-9: two whom one square provokes both strike, in turn order, though the first fells the mover', () => {
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
  expect(strikers(walk(5, [50, 50]))).toEqual(['Flo', 'Eve']);
});
