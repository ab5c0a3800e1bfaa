import { describe, expect, test } from 'vitest';
import type { Game } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import type { State } from '../../../src/systems/dskull/state.ts';
import { scenarios } from './inner.ts';
import {
  firstEvent,
  gmCall,
  inPhase,
  mortar,
  onScenario,
  plain,
  play,
  seated,
  stage,
  stateOf,
  typesOf,
  verb,
  type Written,
  warrior,
} from './stage.ts';

/** The last round, after all warriors have acted. */
const lastRoundSpent = (state: State): State => ({
  ...state,
  round: state.scenario.rounds ?? 1,
  current: undefined,
  warriors: state.warriors.map((each) => ({ ...each, ready: false })),
});

test('DS-SCEN-1 the view shows title, length and scoring from the setup to the end', () => {
  const game = seated({}, ['A'], ['B']);
  const notes = (of: Game) => of.view(gmViewer).notes.slice(0, 3);
  const scoring = (killed: number) =>
    `Scoring: 1 VP for each hostile warrior that you incapacitate, ${killed} VP for each that you kill. (DS-SCEN-1)`;
  expect(notes(game)).toEqual(['Broken Field, 6 rounds', scoring(2), 'A: 0 VP']);
  let changed = play(game, verb('scenario', { name: 'Broken Field', rounds: 2, killed: 5 }), gmCall);
  changed = play(changed, verb('scenario', { title: 'The Ford', text: 'Hold the ford.' }), gmCall);
  const mine = ['The Ford, 2 rounds', 'Hold the ford.', scoring(5)];
  expect(notes(changed)).toEqual(mine);
  changed = play(play(changed, { do: 'start' }, gmCall, [1, 2]), verb('deploy-rest'), gmCall, [2, 2, 2, 2]);
  expect(notes(changed)).toEqual(['The Ford, 2 rounds (1 left after this one)', ...mine.slice(1)]);
});

test.each([
  { name: 'three-cairns', conditions: [/^Scoring: At the end of each round a cairn gives its VP to the player with/] },
  {
    name: 'lantern-run',
    conditions: [/carries the lantern scores its VP/, /home row .*: 1, 11\); the game then ends/],
  },
  {
    name: 'three-sluices',
    conditions: [/passes its test/, /blast destroys an object/, /last object is used or destroyed/],
  },
  { name: 'pilgrims-camp', conditions: [/1 VP for each .* incapacitate, 0 VP/, /passes its test/] },
])('DS-SCEN-1 the scoring of $name is shown with its conditions', ({ name, conditions }) => {
  const game = play(seated({}, ['A'], ['B']), verb('scenario', { name }), gmCall);
  for (const condition of conditions) expect(game.view(gmViewer).notes[1]).toMatch(condition);
});

test('DS-SCEN-1: during the battle the view shows rounds left and held cairns', () => {
  let game = seated({}, ['A'], ['B']);
  game = play(game, verb('scenario', { name: 'three-cairns', first: 'A' }), gmCall);
  game = play(game, { do: 'start' }, gmCall);
  game = play(game, verb('deploy-rest'), gmCall, [2, 2, 2, 2]);
  const state = stateOf(game);
  const [cairn] = state.objects;
  if (cairn === undefined) throw new Error('no cairn');
  const warriors = state.warriors.map((each) => (each.id === 'One' ? { ...each, at: cairn.at } : each));
  const notesAt = (changed: object) => dskull.openGame({ ...state, warriors, ...changed }).view(gmViewer).notes;
  expect(notesAt({})).toEqual([
    'Three Cairns, 5 rounds (4 left after this one)',
    expect.stringMatching(/^Scoring: .*DS-SCEN-1/),
    `A holds the ${cairn.name} (${cairn.vp} VP at the end of the round).`,
    'A: 0 VP',
    'B: 0 VP',
  ]);
  expect(notesAt({ round: 5 })[0]).toBe('Three Cairns, 5 rounds (the last one)');
  const unseeing = { ...gmViewer, gm: false, unseen: ['One'] };
  const told = dskull.openGame({ ...state, warriors }).view(unseeing).notes;
  expect(told.some((each) => each.includes('holds'))).toBe(false);
});

test.each([
  { says: 'the side with most points wins', vp: { A: 1, B: 2 }, costs: [9, 1], want: ['B'] },
  {
    says: 'a tie goes to the side with the more expensive warriors left',
    vp: { A: 2, B: 2 },
    costs: [9, 1],
    want: ['A'],
  },
  { says: 'a tie in both is a draw', vp: { A: 2, B: 2 }, costs: [9, 9], want: [] },
])('DS-SCEN-2: $says', ({ vp, costs, want }) => {
  const warriors = [warrior('a', 'A', [2, 2], { cost: costs[0] }), warrior('b', 'B', [5, 5], { cost: costs[1] })];
  const over = stage({ board: plain, warriors, vp }, [], lastRoundSpent).order('next', {}, 'gm');
  expect(firstEvent(over, 'ended').winners).toEqual(want);
});

test('DS-SCEN-2: allied players count together', () => {
  const warriors = ['A', 'B', 'C'].map((owner, n) => warrior(owner.toLowerCase(), owner, [n * 2, 0]));
  const setup = {
    board: plain,
    seats: ['A', 'B', 'C'],
    teams: { A: 1, B: 1, C: 2 },
    warriors,
    vp: { A: 1, B: 1, C: 1 },
  };
  const over = stage(setup, [], lastRoundSpent).order('next', {}, 'gm');
  expect(firstEvent(over, 'ended').winners).toEqual(['A', 'B']);
});

describe('Lantern Run', () => {
  const lantern = onScenario('lantern-run');
  const run = (at: readonly [number, number], more: Written = {}): Written => ({
    warriors: [warrior('a', 'A', at), warrior('a2', 'A', [0, 9]), warrior('b', 'B', [8, 8], { ready: false })],
    activation: { warrior: 'a', ...more },
  });
  const carried = (state: State): State => ({
    ...lantern(state),
    objects: lantern(state).objects.map((thing) => ({ ...thing, carrier: 'a' })),
  });

  test('DS-ACT-7: a closed door prevents taking the lantern', () => {
    const table = stage(run([4, 4]), [], lantern);
    expect(table.order('interact', { what: 'take lantern' }, 'A')).toMatchObject({ code: 'E_NOTHING_TO_INTERACT' });
    expect(firstEvent(table.order('interact', { what: 'door E5 E6' }, 'A'), 'door-toggled').open).toBe(true);
    expect(firstEvent(table.order('interact', { what: 'lantern' }, 'A'), 'object-taken').object).toBe('lantern');
  });

  test('DS-MOVE-1: the carrier gains 1 MP less from Movement actions only', () => {
    const table = stage({ ...run([4, 4]), symbols: { A: { ADV: 1 } } }, [], carried);
    expect(firstEvent(table.order('gain', {}, 'A'), 'mp-gained').amount).toBe(3);
    expect(firstEvent(table.order('symbol', { symbol: 'ADV' }, 'A'), 'mp-gained').amount).toBe(2);
  });

  test('DS-SCEN-1: a lantern brought home scores 4 and ends the game', () => {
    const table = stage(run([4, 0]), [], carried);
    const told = table.order('end', {}, 'A');
    expect(firstEvent(told, 'scored')).toMatchObject({ seat: 'A', vp: 4 });
    expect(table.state().ending).toBe(true);
  });

  test('DS-SCEN-1: the carrier scores 1 at the end of the round', () => {
    const table = stage(run([4, 4]), [], (state) => ({
      ...carried(state),
      warriors: state.warriors.map((each) => ({ ...each, ready: false })),
    }));
    expect(firstEvent(table.order('end', {}, 'A'), 'scored')).toMatchObject({ seat: 'A', vp: 1, why: 'lantern' });
  });

  test('DS-SCEN-1: a stunned carrier drops the lantern', () => {
    const table = stage(run([4, 4]), [2, 2], carried);
    expect(firstEvent(table.order('harm', { target: 'a', damage: 1 }, 'gm'), 'object-dropped')).toMatchObject({
      at: { x: 4, y: 4 },
    });
  });

  test('DS-ACT-7: the carrier may give the lantern to an adjacent friend', () => {
    const table = stage(
      { ...run([4, 4]), warriors: [warrior('a', 'A', [4, 4]), warrior('f', 'A', [5, 4]), warrior('b', 'B', [8, 8])] },
      [],
      carried,
    );
    expect(firstEvent(table.order('interact', { what: 'give f' }, 'A'), 'object-given').to).toBe('f');
  });
});

describe('scenarios with tests', () => {
  const sluices = onScenario('three-sluices');
  const setup: Written = {
    warriors: [warrior('a', 'A', [4, 4]), warrior('b', 'B', [8, 8])],
    activation: { warrior: 'a', active: ['sword'] },
  };
  const used =
    (...open: readonly string[]) =>
    (state: State): State => {
      const there = sluices(state);
      return { ...there, objects: there.objects.map((each) => ({ ...each, used: !open.includes(each.name) })) };
    };

  test('DS-SCEN-5: the game ends after the round in which the last gate is raised', () => {
    const table = stage(setup, [6], used('middle sluice'));
    const told = table.order('interact', { what: 'use middle sluice' }, 'A');
    expect(typesOf(told)).toEqual(['action-spent', 'object-used', 'scored', 'final-round-announced']);
    expect(firstEvent(told, 'scored')).toMatchObject({ seat: 'A', vp: 3 });
    expect(table.state().ending).toBe(true);
  });

  test('DS-OBJ-4: a destroyed gate counts as used', () => {
    const ground = used('middle sluice');
    const table = stage(
      {
        ...setup,
        warriors: [warrior('a', 'A', [5, 1], { weapons: [mortar] }), warrior('b', 'B', [8, 8])],
        activation: { warrior: 'a', active: ['mortar'] },
      },
      [5, 5, 6, 2, 2],
      (state) => ({ ...ground(state), objects: ground(state).objects.map((each) => ({ ...each, holds: 1 })) }),
    );
    const told = table.order('blast', { to: 'F5' }, 'A');
    expect(typesOf(told).slice(-3)).toEqual(['object-damaged', 'scored', 'final-round-announced']);
    expect(firstEvent(told, 'scored')).toMatchObject({ seat: 'A', vp: 3, why: 'middle sluice' });
  });

  test('DS-OBJ-1: breakable objects are offered to blasts and hazards', () => {
    const table = stage(
      {
        ...setup,
        warriors: [warrior('a', 'A', [5, 1], { weapons: [mortar] }), warrior('b', 'B', [10, 8])],
        activation: { warrior: 'a', active: ['mortar'] },
      },
      [],
      sluices,
    );
    const values = (verb: string, param: string) =>
      dskull
        .openGame(table.state())
        .offers(verb, param, gmCall, {}, gmViewer)
        ?.map(({ value }) => value);
    expect(values('blast', 'to')).toContain('F5');
    expect(values('harm', 'target')).toEqual(['a', 'b', 'west sluice', 'middle sluice', 'east sluice']);
  });

  test('DS-SCEN-5: the game goes on while an object is unused', () => {
    const one = stage(setup, [6], used('middle sluice', 'east sluice'));
    expect(typesOf(one.order('interact', { what: 'use middle sluice' }, 'A'))).not.toContain('final-round-announced');
    const ground = used('middle sluice');
    const other = stage(setup, [6], (state) => ({
      ...ground(state),
      scenario: onScenario('open-ground')(state).scenario,
    }));
    expect(typesOf(other.order('interact', { what: 'use middle sluice' }, 'A'))).not.toContain('final-round-announced');
  });

  test('DS-SCEN-1: objects on the board show their test and points', () => {
    const { board } = dskull.openGame(used('middle sluice')(stage(setup).state())).view(gmViewer);
    expect(board?.kind === 'grid' && board.objects.map(({ label }) => label)).toEqual([
      'west sluice (used, holds 3)',
      'middle sluice (strength, 3 VP, holds 3)',
      'east sluice (used, holds 3)',
    ]);
  });

  test('DS-CMD-2: a scenario for fewer players is neither offered nor accepted', () => {
    const setup = (seats: readonly string[]) =>
      stage(
        { seats, warriors: seats.map((seat, at) => warrior(seat.toLowerCase(), seat, [at, 0])) },
        [],
        inPhase('setup'),
      );
    const [two, three] = [setup(['A', 'B']), setup(['A', 'B', 'C'])];
    const offered = (table: ReturnType<typeof setup>) =>
      dskull
        .openGame(table.state())
        .offers('scenario', 'name', gmCall, {}, gmViewer)
        ?.map(({ value }) => value);
    expect(offered(two)).toContain('lantern-run');
    expect(offered(three)).toEqual(Object.keys(scenarios).filter((id) => id !== 'lantern-run'));
    expect(two.order('scenario', { name: 'Lantern Run' }, 'gm').kind).toBe('done');
    expect(three.order('scenario', { name: 'Lantern Run' }, 'gm')).toMatchObject({
      kind: 'refused',
      code: 'E_PLAYER_COUNT',
    });
  });
});
