import { expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { parseObjective } from './inner.ts';
import { ann, as, battle, bob, cat, eventTypes, gm, order, stranger, verb } from './stage.ts';

test.each([
  { text: 'last team standing', want: { kind: 'standing' } },
  { text: 'The surviving team.', want: { kind: 'standing' } },
  { text: 'hold C4 for 1 round', want: { kind: 'hold', rounds: 1, squares: [{ x: 2, y: 3 }] } },
  { text: 'Hold C4, D4 and E4 for 12 rounds', want: { kind: 'hold', rounds: 12 } },
  { text: 'Red Guard: hold C4 for 2 rounds', want: { kind: 'hold', team: 'Red Guard' } },
  {
    text: 'reach H8 H9',
    want: {
      kind: 'reach',
      squares: [
        { x: 7, y: 7 },
        { x: 7, y: 8 },
      ],
    },
  },
  { text: 'red: reach H8', want: { kind: 'reach', team: 'red' } },
  { text: 'protect Old Lia', want: { kind: 'protect', who: 'Old Lia', rounds: undefined } },
  { text: 'protect Lia for 5 rounds', want: { kind: 'protect', who: 'Lia', rounds: 5 } },
  { text: 'red: survive 5 rounds', want: { kind: 'survive', team: 'red', rounds: 5 } },
  { text: 'fell the captain', want: { kind: 'captain' } },
])('SK-OBJ-1: “$text” is a known kind of objective', ({ text, want }) => {
  expect(parseObjective(text)).toMatchObject(want);
});

test.each([
  ...[
    'hold the bridge',
    'hold C4',
    'hold C4 for 0 rounds',
    'hold C4 for 1000 rounds',
    'hold C4 and the gate for 2 rounds',
  ],
  ...[
    'reach the gate',
    'reach',
    'survive 5 rounds',
    'red: survive 0 rounds',
    'fell the tree',
    'protect',
    'parley',
    ':',
  ],
])('SK-RUL-78: “%s” is free text', (text) => {
  expect(parseObjective(text)).toBeUndefined();
});

const stepNorth = verb('move', { path: 'N' });
const atGoal = battle([ann({ y: 9 }), bob(), cat()], { objective: 'reach F9' });

test('SK-OBJ-4: the end of the battle names the objective and the winner', () => {
  const { events, game } = order(atGoal, as('Ann'), stepNorth);
  expect(atGoal.narrate(events, stranger).at(-1)?.text).toBe(
    'The battle is over: victory for red. The goal is reached.',
  );
  expect(game.view(stranger).outcome).toBe('Victory for red. The goal is reached.');
});

/** A viewer from whom these combatants are hidden. */
const hiding = (who: readonly string[], of: ReturnType<typeof as>) => ({
  ...of,
  hiddenFrom: (actor: string) => who.filter((each) => each !== actor),
});

test('SK-RUL-79: a hidden combatant neither reaches nor holds squares', () => {
  expect(eventTypes(order(atGoal, hiding(['Ann'], as('Ann')), stepNorth))).not.toContain('ended');
  expect(eventTypes(order(atGoal, hiding(['Bob'], as('Ann')), stepNorth))).toContain('ended');
  const ground = (hidden: readonly string[]) => {
    let game: Game = battle([ann(), bob()], { objective: 'hold F6 F7 for 1 round' });
    for (const who of ['Ann', 'Bob']) game = order(game, hiding(hidden, as(who)), verb('end')).game;
    return game.status;
  };
  expect(ground([])).toBe('active');
  expect(ground(['Bob'])).toBe('ended');
  expect(ground(['Ann', 'Bob'])).toBe('active');
});

test('SK-OBJ-3: each round says which team holds the ground', () => {
  const held = battle([ann(), cat({ y: 1 })], { objective: 'hold F7 for 2 rounds' });
  const first = order(order(held, as('Ann'), verb('end')).game, as('Cat'), verb('end'));
  expect(held.narrate(first.events, stranger).map(({ text }) => text)).toContain('red holds the ground: 1 round of 2.');
  expect(first.game.view(stranger).notes).toContain('red has held the ground for 1 round.');
  const gone = order(order(first.game, as('Ann'), verb('move', { path: 'S' })).game, as('Ann'), verb('end'));
  const second = order(gone.game, as('Cat'), verb('end'));
  expect(held.narrate(second.events, stranger).map(({ text }) => text)).toContain('No one holds the ground.');
});

test('SK-OBJ-5: the battle has no winner if the protected combatant falls and several teams are left', () => {
  const three = battle([ann(), bob({ hp: 5 }), cat({ team: 'green' })], { objective: 'protect Bob' });
  const { game } = order(three, as('Ann'), verb('attack', { target: 'Bob' }), [50]);
  expect(game.save()).toMatchObject({ status: 'ended', ending: 'The protected combatant has fallen.' });
  expect(game.view(stranger).outcome).toBe('The protected combatant has fallen.');
});

test.each([
  ['objective', 'reach D4', 'Objective the surviving team wins → reach D4 (reaching it ends the battle)'],
  ['objective', 'be bold', 'Objective the surviving team wins → be bold (the GM says when it is reached)'],
  ['objective', 'none', 'nothing changes'],
  ['blocked', 'B5 C5', 'Blocked none → B5, C5'],
  ['round', '4', 'Round 3 → 4'],
])('SK-OBJ-8: the log shows only what the GM changes: %s %s', (field, value, said) => {
  const before = battle([ann(), cat()], { round: 3 });
  const { events } = order(before, gm, { do: 'correct', field, who: 'gm', value });
  expect(before.narrate(events, stranger).map(({ text }) => text)).toContain(`The GM corrects the battle: ${said}.`);
});

test('SK-OBJ-6, SK-OBJ-8: the rounds of a new objective count from when the GM sets it', () => {
  const set = (value: string) =>
    order(battle([ann(), cat()], { round: 4 }), gm, { do: 'correct', field: 'objective', who: 'gm', value });
  let { game } = set('red: survive 2 rounds');
  expect(game.view(gmViewer).notes).toEqual(['Objective: red: survive 2 rounds (reaching it ends the battle).']);
  const goOn = () => {
    for (const who of ['Ann', 'Cat']) game = order(game, as(who), verb('end')).game;
  };
  goOn();
  expect(game.save()).toMatchObject({ status: 'active', round: 5, objectiveSince: 4 });
  goOn();
  expect(game.save()).toMatchObject({ status: 'ended', round: 5, winner: 'red' });
  expect(set('parley').game.view(gmViewer).notes).toEqual(['Objective: parley (the GM says when it is reached).']);
});

test.each([
  { rule: 'SK-OBJ-2', objective: 'reach A1', refused: undefined },
  { rule: 'SK-TURN-4', objective: '', refused: 'TOO_FEW_TEAMS' },
  { rule: 'SK-OBJ-1', objective: 'last team standing', refused: 'TOO_FEW_TEAMS' },
  { rule: 'SK-TURN-4', objective: 'parley', refused: undefined },
])('$rule: a single team starts with the objective “$objective”: $refused', ({ objective, refused }) => {
  const alone = battle([ann()], { status: 'setup', objective });
  expect(order(alone, gm, { do: 'start' }).refused).toBe(refused);
});

test('SK-OBJ-2: a battle of a single team ends when the team is gone', () => {
  const alone = battle([ann()], { objective: 'reach A1' });
  const gone = order(alone, gm, { do: 'correct', field: 'hp', who: 'Ann', value: '0' });
  expect(gone.game.save()).toMatchObject({ status: 'ended', ending: 'No team is left standing.' });
});

const decided = (game: Game) => skure.createPlayout(game.save()).winners();

test('SK-TURN-4: a simulated battle is won by the team that the objective names', () => {
  expect(decided(atGoal)).toBeUndefined();
  expect(decided(order(atGoal, as('Ann'), stepNorth).game)).toEqual(['red']);
  const three = battle([ann(), bob({ hp: 5 }), cat({ team: 'green' })], { objective: 'protect Bob' });
  expect(decided(order(three, as('Ann'), verb('attack', { target: 'Bob' }), [50]).game)).toEqual([]);
});

test('SK-OBJ-2: a single team does not win by being alone', () => {
  const alone = battle([ann()], { objective: 'red: survive 3 rounds' });
  expect(decided(alone)).toBeUndefined();
  expect(decided(order(alone, gm, { do: 'correct', field: 'hp', who: 'Ann', value: '0' }).game)).toEqual([]);
  expect(decided(battle([ann()], { objective: '' }))).toEqual(['red']);
});

test('SK-OBJ-2: a disrupted team has not lost, an unconscious team has', () => {
  const stunned = { conditions: [{ name: 'stunned', turns: 2, disrupts: true }] };
  expect(decided(battle([ann(), bob(stunned)]))).toBeUndefined();
  expect(decided(battle([ann(), bob({ life: 'unconscious', hp: 0 })]))).toEqual(['red']);
});
