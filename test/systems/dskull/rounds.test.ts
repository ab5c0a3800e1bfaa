import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/scripted-dice.ts';
import type { Caller } from '../../../src/rules/caller.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { dskull, scenarios, settingsSchema, specialText, warbandReport } from '../../../src/systems/dskull/index.ts';
import { type State, stateSchema } from '../../../src/systems/dskull/state.ts';
import {
  codeOf,
  duel,
  eventsOf,
  gmCall,
  happened,
  inPhase,
  mortar,
  onScenario,
  plain,
  stage,
  typesOf,
  type Written,
  warrior,
  warriorIn,
} from './stage.ts';

const stateOf = (game: Game): State => stateSchema.parse(game.save());
const calling = (seat: string): Caller => ({ actor: seat, by: seat, gm: false, controls: [seat], pending: undefined });

const play = (game: Game, doing: GameAction, call: Caller, rolls: readonly number[] = []): Game => {
  const answers: string[] = [];
  for (;;) {
    const dice = createScriptedDice(rolls);
    const outcome = game.act(doing, call, answers, dice);
    if (!outcome.ok) throw new Error(`${outcome.error.code} ${JSON.stringify(outcome.error.facts)}`);
    if (outcome.value.kind === 'asked') answers.push(outcome.value.question.auto);
    else if (outcome.value.kind === 'answered') throw new Error('answered');
    else {
      expect(dice.remaining()).toEqual([]);
      return outcome.value.game;
    }
  }
};
const verb = (name: string, params: object = {}): GameAction => ({ do: 'verb', verb: name, params });
const small = (name: string): object => ({
  name,
  warriors: [{ name: 'One', weapons: [{ name: 'sword', hands: 1, type: 'melee' }] }],
});

const threes = { name: 'C', warriors: [{ name: 'P' }, { name: 'Q' }, { name: 'R' }] };

const seated = (settings: object, ...entrants: readonly (readonly [id: string, side?: string])[]): Game => {
  const blank = dskull.createGame(settings);
  if (!blank.ok) throw new Error(blank.error.code);
  return entrants.reduce(
    (game, [id, side]) => play(game, { do: 'enter', entrant: { id, side, sheet: small(id) } }, gmCall),
    blank.value,
  );
};

describe('a game from the first seat to the first round', () => {
  test('DS-GEN-1, DS-ROUND-9, DS-CMD-2: seats, scenario, first initiative, deployment, round 1', () => {
    let game = seated({}, ['A'], ['B']);
    expect(game.status).toBe('setup');
    game = play(game, verb('scenario', { name: 'Broken Field', rounds: 2 }), gmCall);
    game = play(game, { do: 'start' }, gmCall, [4, 2]);
    expect(stateOf(game)).toMatchObject({ phase: 'deploy', initiative: 'B', current: 'B', board: { w: 10, h: 8 } });
    game = play(game, verb('deploy', { warrior: 'One (B)', to: 'A7' }), calling('B'));
    expect(stateOf(game).current).toBe('A');
    game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'), [2, 5, 5, 3]);
    expect(stateOf(game)).toMatchObject({ phase: 'resolution', round: 1, current: 'B', initiative: 'B' });
    expect(stateOf(game).seats.map(({ symbols }) => symbols)).toEqual([
      { HIT: 0, ADV: 1 },
      { HIT: 0, ADV: 0 },
    ]);
  });

  test('DS-SCEN-3: the GM has all who still wait placed in turn, near the middle; what stands already stays', () => {
    let game = play(
      seated({}, ['A'], ['B']),
      { do: 'enter', entrant: { id: 'C', side: undefined, sheet: threes } },
      gmCall,
    );
    game = play(game, verb('scenario', { name: 'Pilgrims’ Camp', first: 'A' }), gmCall);
    game = play(game, { do: 'start' }, gmCall);
    game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'));
    const early = dskull.openGame(stateOf(game)).act(verb('deploy-rest'), calling('B'), [], createScriptedDice([]));
    expect(early).toMatchObject({ ok: false, error: { code: 'E_NOT_GM' } });
    game = play(game, verb('deploy-rest'), gmCall, [2, 2, 2, 2, 2, 2]);
    const { round, phase, warriors } = stateOf(game);
    expect({ round, phase }).toEqual({ round: 1, phase: 'resolution' });
    expect(warriors.map(({ id, at }) => [id, at])).toEqual([
      ['One', { x: 0, y: 0 }],
      ['One (B)', { x: 7, y: 7 }],
      ['P', { x: 7, y: 2 }],
      ['Q', { x: 7, y: 1 }],
      ['R', { x: 8, y: 1 }],
    ]);
  });

  test('DS-SCEN-1: before the battle it is said what the scenario is about, and what the GM changed of its points', () => {
    const game = seated({}, ['A'], ['B']);
    const notes = (of: Game) => of.view(gmViewer).notes.slice(0, 3);
    expect(notes(game)).toEqual([
      'Broken Field, 6 rounds',
      'Drive the others off: 1 point for each warrior taken out, 2 for each killed. Six rounds.',
      'A: 0 VP',
    ]);
    const changed = play(game, verb('scenario', { name: 'Broken Field', rounds: 2, killed: 5 }), gmCall);
    expect(notes(changed)[2]).toBe('In this battle: 1 VP for each warrior incapacitated, 5 VP for each killed.');
  });

  test('DS-SCEN-1: during the battle it is said how many rounds are left, and who holds what', () => {
    let game = seated({}, ['A'], ['B']);
    game = play(game, verb('scenario', { name: 'three-cairns', first: 'A' }), gmCall);
    game = play(game, { do: 'start' }, gmCall);
    game = play(game, verb('deploy-rest'), gmCall, [2, 2, 2, 2]);
    const state = stateOf(game);
    const [cairn] = state.things;
    if (cairn === undefined) throw new Error('no cairn');
    const warriors = state.warriors.map((each) => (each.id === 'One' ? { ...each, at: cairn.at } : each));
    const notesAt = (changed: object) => dskull.openGame({ ...state, warriors, ...changed }).view(gmViewer).notes;
    expect(notesAt({})).toEqual([
      'Three Cairns, 5 rounds (4 left after this one)',
      `A holds the ${cairn.name} (${cairn.vp} VP at the end of the round).`,
      'A: 0 VP',
      'B: 0 VP',
    ]);
    expect(notesAt({ round: 5 })[0]).toBe('Three Cairns, 5 rounds (the last one)');
    const unseeing = { ...gmViewer, gm: false, unseen: ['One'] };
    const told = dskull.openGame({ ...state, warriors }).view(unseeing).notes;
    expect(told.some((each) => each.includes('holds'))).toBe(false);
  });

  test('DS-GEN-1: everybody is a team of one, unless the GM forms teams', () => {
    expect(stateOf(seated({}, ['A'], ['B'])).seats.map(({ team }) => team)).toEqual(['A', 'B']);
    const four = seated({}, ['A', 'red'], ['B', 'blue'], ['C', 'red'], ['D', 'blue']);
    expect(stateOf(four).seats.map(({ team }) => team)).toEqual(['red', 'blue', 'red', 'blue']);
  });

  test('DS-DATA-8: a warrior comes with its owner, unplaced, with its traits and the usual weapons', () => {
    const orcs = dskull.presets['thornwake-raiders']?.sheet;
    const blank = dskull.createGame({});
    if (!blank.ok) throw new Error('blank');
    const game = play(blank.value, { do: 'enter', entrant: { id: 'A', side: undefined, sheet: orcs } }, gmCall);
    expect(warriorIn(stateOf(game), 'Mug')).toMatchObject({
      owner: 'A',
      ready: false,
      conditions: [],
      armour: 'none',
      cost: 10,
      traits: ['tough', 'weak-willed'],
      held: ['axe', 'axe 2'],
    });
    expect(warriorIn(stateOf(game), 'Mug').at).toBeUndefined();
  });

  test('DS-CMD-4: the tests may wait for the GM', () => {
    let game = seated({ round: { tactics: 'command' } }, ['A'], ['B']);
    game = play(game, { do: 'start' }, gmCall, [1, 2]);
    game = play(game, verb('deploy', { warrior: 'One', to: 'A1' }), calling('A'));
    game = play(game, verb('deploy', { warrior: 'One (B)', to: 'A7' }), calling('B'));
    expect(game.expectedActions()).toMatchObject([{ actor: 'gm', verbs: ['tactics'] }]);
    expect(stateOf(play(game, verb('tactics'), gmCall, [2, 2, 2, 2])).phase).toBe('resolution');
  });

  test('DS-ROUND-2: the scenario may give the first initiative to the larger warband, or to a seat', () => {
    const game = play(seated({}, ['A'], ['B']), verb('scenario', { name: 'three-cairns' }), gmCall);
    const two = { name: 'B', warriors: [{ name: 'P' }, { name: 'Q' }] };
    const larger = play(game, { do: 'enter', entrant: { id: 'C', side: undefined, sheet: two } }, gmCall);
    expect(stateOf(play(larger, { do: 'start' }, gmCall)).initiative).toBe('C');
    expect(stateOf(play(game, { do: 'start' }, gmCall, [3, 1])).initiative).toBe('B');
    const given = play(game, verb('scenario', { name: 'three-cairns', first: 'A' }), gmCall);
    expect(stateOf(play(given, { do: 'start' }, gmCall)).initiative).toBe('A');
  });
});

test.each([
  { rule: 'DS-SCEN-4', says: 'as many usable spaces as warriors are enough', zone: 'A1', ok: true },
  { rule: 'DS-SCEN-4', says: 'a void is no usable space', zone: 'E5', ok: false },
])('$rule: $says', ({ zone, ok: fits }) => {
  const game = play(
    seated({}, ['A'], ['B']),
    verb('board', { board: `5x5; void E5; zone 1 ${zone}; zone 2 A5` }),
    gmCall,
  );
  const outcome = game.act({ do: 'start' }, gmCall, [], createScriptedDice([1, 2]));
  expect(outcome.ok ? 'began' : outcome.error.code).toBe(fits ? 'began' : 'E_ZONE_TOO_SMALL');
});

const lastOne: Written = {
  board: plain,
  warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [5, 5], { ready: false }), warrior('out', 'B', null)],
  activation: { warrior: 'a' },
  symbols: { A: { HIT: 1 }, B: { ADV: 2 } },
};

test.each([
  { rule: 'DS-ROUND-3', says: 'preparation makes everybody on the board ready, and nobody else' },
  { rule: 'DS-ROUND-6', says: 'cleanup discards symbols and moves the token on' },
  { rule: 'DS-ROUND-7', says: 'otherwise the round number goes up by one' },
])('$rule: $says', () => {
  const table = stage(lastOne);
  const told = table.order('end', {}, 'A');
  expect(typesOf(told)).toEqual(['activation-ended', 'cleanup-began', 'round-ended', 'token-moved', 'round-began']);
  const state = table.state();
  expect(state).toMatchObject({ phase: 'preparation', round: 2, initiative: 'B' });
  expect(state.warriors.map(({ ready }) => ready)).toEqual([true, true, false]);
  expect(state.seats.map(({ symbols }) => symbols)).toEqual([
    { HIT: 0, ADV: 0 },
    { HIT: 0, ADV: 0 },
  ]);
});

test.each([
  {
    rule: 'DS-ROUND-7',
    says: 'the last round ends the game, the token stays',
    change: (state: State): State => ({ ...state, round: 6 }),
    ends: true,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'the round before does not',
    change: (state: State): State => ({ ...state, round: 5 }),
    ends: false,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'one team alone on the board ends it',
    change: (state: State): State => ({ ...state, warriors: state.warriors.filter(({ owner }) => owner === 'A') }),
    ends: true,
  },
  {
    rule: 'DS-ROUND-7',
    says: 'a scenario condition ends it',
    change: (state: State): State => ({ ...state, ending: true }),
    ends: true,
  },
])('$rule: $says', ({ change, ends }) => {
  const table = stage(lastOne, [], change);
  const types = typesOf(table.order('end', {}, 'A'));
  expect(types.includes('game-over')).toBe(ends);
  expect(types.includes('token-moved')).toBe(!ends);
});

test('DS-ROUND-1: a holder without warriors hands the token on before the tests', () => {
  const warriors = [
    warrior('a', 'A', [2, 2]),
    warrior('b', 'B', null, { removed: 'killed' }),
    warrior('c', 'C', [5, 5], { ready: false }),
  ];
  const table = stage({
    board: plain,
    seats: ['A', 'B', 'C'],
    initiative: 'A',
    warriors,
    activation: { warrior: 'a' },
  });
  expect(happened(table.order('end', {}, 'A'), 'token-moved')).toMatchObject({ from: 'A', to: 'C', why: 'cleanup' });
});

/** The last round, in which everybody has acted. */
const lastRoundSpent = (state: State): State => ({
  ...state,
  round: state.scenario.rounds ?? 1,
  current: undefined,
  warriors: state.warriors.map((each) => ({ ...each, ready: false })),
});

test.each([
  { says: 'most points win', vp: { A: 1, B: 2 }, costs: [9, 1], want: ['B'] },
  { says: 'a tie goes to the worth of the warriors left', vp: { A: 2, B: 2 }, costs: [9, 1], want: ['A'] },
  { says: 'still tied: a draw', vp: { A: 2, B: 2 }, costs: [9, 9], want: [] },
])('DS-SCEN-2: $says', ({ vp, costs, want }) => {
  const warriors = [warrior('a', 'A', [2, 2], { cost: costs[0] }), warrior('b', 'B', [5, 5], { cost: costs[1] })];
  const over = stage({ board: plain, warriors, vp }, [], lastRoundSpent).order('next', {}, 'gm');
  expect(happened(over, 'game-over').winners).toEqual(want);
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
  expect(happened(over, 'game-over').winners).toEqual(['A', 'B']);
});

test.each([
  { rule: 'DS-DATA-10', says: 'a saved battle opens as it was' },
  { rule: 'DS-GEN-8', says: 'the same orders with the same dice give the same events' },
])('$rule: $says', () => {
  const [one, two] = [stage(duel, [5, 2, 2, 2]), stage(duel, [5, 2, 2, 2])];
  const orders = [
    ['activate', { warrior: 'a' }],
    ['attack', { target: 'b' }],
  ] as const;
  for (const [name, params] of orders)
    expect(eventsOf(one.order(name, params, 'A'))).toEqual(eventsOf(two.order(name, params, 'A')));
  expect(dskull.openGame(JSON.parse(JSON.stringify(one.state()))).save()).toEqual(two.state());
});

describe('Lantern Run', () => {
  const lantern = onScenario('lantern-run');
  const run = (at: readonly [number, number], more: Written = {}): Written => ({
    warriors: [warrior('a', 'A', at), warrior('a2', 'A', [0, 9]), warrior('b', 'B', [8, 8], { ready: false })],
    activation: { warrior: 'a', ...more },
  });
  const carried = (state: State): State => ({
    ...lantern(state),
    things: lantern(state).things.map((thing) => ({ ...thing, carrier: 'a' })),
  });

  test('DS-ACT-7: the closed door is between, so the door comes first', () => {
    const table = stage(run([4, 4]), [], lantern);
    expect(table.order('interact', { what: 'take lantern' }, 'A')).toMatchObject({ code: 'E_NOTHING_TO_INTERACT' });
    expect(happened(table.order('interact', { what: 'door E5 E6' }, 'A'), 'door-toggled').open).toBe(true);
    expect(happened(table.order('interact', { what: 'lantern' }, 'A'), 'thing-taken').thing).toBe('lantern');
  });

  test('DS-MOVE-1: the carrier gains one less from a Movement action, not from a symbol', () => {
    const table = stage({ ...run([4, 4]), symbols: { A: { ADV: 1 } } }, [], carried);
    expect(happened(table.order('gain', {}, 'A'), 'mp-gained').amount).toBe(3);
    expect(happened(table.order('symbol', { symbol: 'ADV' }, 'A'), 'mp-gained').amount).toBe(2);
  });

  test('DS-SCEN-1: bringing it home scores 4 and ends the game after this round', () => {
    const table = stage(run([4, 0]), [], carried);
    const told = table.order('end', {}, 'A');
    expect(happened(told, 'scored')).toMatchObject({ seat: 'A', vp: 4 });
    expect(table.state().ending).toBe(true);
  });

  test('DS-SCEN-1: whoever holds it at the end of the round scores 1', () => {
    const table = stage(run([4, 4]), [], (state) => ({
      ...carried(state),
      warriors: state.warriors.map((each) => ({ ...each, ready: false })),
    }));
    expect(happened(table.order('end', {}, 'A'), 'scored')).toMatchObject({ seat: 'A', vp: 1, why: 'lantern' });
  });

  test('DS-SCEN-1: who is stunned drops it', () => {
    const table = stage(run([4, 4]), [2, 2], carried);
    expect(happened(table.order('harm', { target: 'a', damage: 1 }, 'gm'), 'thing-dropped')).toMatchObject({
      at: { x: 4, y: 4 },
    });
  });

  test('DS-ACT-7: it may be handed to an adjacent friend', () => {
    const table = stage(
      { ...run([4, 4]), warriors: [warrior('a', 'A', [4, 4]), warrior('f', 'A', [5, 4]), warrior('b', 'B', [8, 8])] },
      [],
      carried,
    );
    expect(happened(table.order('interact', { what: 'give f' }, 'A'), 'thing-given').to).toBe('f');
  });
});

describe('special skills', () => {
  const setup: Written = {
    board: plain,
    warriors: [
      warrior('a', 'A', [2, 2], { skills: { 'war-cry': 0 } }),
      warrior('b', 'B', [4, 2]),
      warrior('c', 'B', [7, 7]),
    ],
    activation: { warrior: 'a', active: ['sword'] },
  };
  const inForce = (params: object) => {
    const table = stage(setup);
    expect(table.order('skill', params, 'gm').kind).toBe('done');
    return table;
  };
  const offers = (table: ReturnType<typeof stage>, param: string, soFar: object = {}) =>
    dskull
      .openGame(table.state())
      .offers('special', param, { ...gmCall, actor: 'A', gm: false, controls: ['A'] }, { ...soFar }, gmViewer)
      ?.map(({ value }) => value);
  const awaited = (table: ReturnType<typeof stage>) =>
    dskull
      .openGame(table.state())
      .expectedActions()
      .flatMap(({ verbs }) => verbs);

  test('DS-SKILL-2: what can be used now is suggested, and on whom', () => {
    const table = inForce({ name: 'war-cry' });
    expect([offers(table, 'skill'), offers(table, 'target', { skill: 'war-cry' })]).toEqual([['war-cry'], ['b']]);
    expect(awaited(table)).toContain('special');
    expect(awaited(stage(setup))).not.toContain('special');
  });

  test('DS-SKILL-5: one that is no longer in force is not had', () => {
    const table = inForce({ name: 'War cry' });
    table.order('skill', { name: 'war-cry', does: 'off' }, 'gm');
    expect(codeOf(table.order('special', { skill: 'war-cry', target: 'b' }, 'A'))).toBe('E_SPECIAL_UNKNOWN');
  });

  test('DS-SKILL-5: everybody is told what it does, and who has it that they see', () => {
    const told = happened(stage(setup).order('skill', { name: 'war-cry', who: 'b' }, 'gm'), 'special-set');
    expect(told).toMatchObject({ special: { cost: 1, on: 'foe', range: 3, resist: 'morale' }, who: ['b'] });
    expect(specialText(told.special)).toBe(
      '1 action; foe within 3; unless the target passes a morale test; gain distracted',
    );
  });

  test('DS-SKILL-4: an effect that waits goes by a name of its own, and works once', () => {
    const table = inForce({
      name: 'curse',
      does: 'amount -1; amount -1',
      on: 'foe',
      range: 9,
      window: 'mp.gain',
      who: 'a',
    });
    table.order('special', { skill: 'curse', target: 'b' }, 'A');
    expect(table.state().triggers.map(({ name, who, uses }) => [name, who, uses])).toEqual([
      ['curse', 'b', 1],
      ['curse 2', 'b', 1],
    ]);
  });

  test('DS-SKILL-4: points are for the user’s player', () => {
    const table = inForce({ name: 'taunt', does: 'vp 1', on: 'foe', range: 10, who: 'a' });
    expect(happened(table.order('special', { skill: 'taunt', target: 'c' }, 'A'), 'scored')).toMatchObject({
      seat: 'A',
    });
  });

  test('DS-WB-18: a special skill is bought like any other once it has a price', () => {
    const written = { name: 'X', warriors: [{ name: 'A', skills: { rally: 0 } }] };
    const total = (prices: object) => warbandReport(written, settingsSchema.parse({ skills: { prices } }));
    expect(total({})).toMatchObject({ ok: false, total: 6 });
    expect(total({ rally: 2 })).toMatchObject({ ok: true, total: 8 });
  });
});

describe('scenarios of tests', () => {
  const sluices = onScenario('three-sluices');
  const setup: Written = {
    warriors: [warrior('a', 'A', [4, 4]), warrior('b', 'B', [8, 8])],
    activation: { warrior: 'a', active: ['sword'] },
  };
  const used =
    (...open: readonly string[]) =>
    (state: State): State => {
      const there = sluices(state);
      return { ...there, things: there.things.map((each) => ({ ...each, used: !open.includes(each.name) })) };
    };

  test('DS-SCEN-5: the game ends after the round in which the last gate is raised', () => {
    const table = stage(setup, [6], used('middle sluice'));
    const told = table.order('interact', { what: 'use middle sluice' }, 'A');
    expect(typesOf(told)).toEqual(['action-spent', 'thing-used', 'scored', 'ending']);
    expect(happened(told, 'scored')).toMatchObject({ seat: 'A', vp: 3 });
    expect(table.state().ending).toBe(true);
  });

  test('DS-OBJ-4: a gate that is blasted is done with too', () => {
    const ground = used('middle sluice');
    const table = stage(
      {
        ...setup,
        warriors: [warrior('a', 'A', [5, 1], { weapons: [mortar] }), warrior('b', 'B', [8, 8])],
        activation: { warrior: 'a', active: ['mortar'] },
      },
      [5, 5, 6, 2, 2],
      (state) => ({ ...ground(state), things: ground(state).things.map((each) => ({ ...each, holds: 1 })) }),
    );
    const told = table.order('blast', { to: 'F5' }, 'A');
    expect(typesOf(told).slice(-3)).toEqual(['thing-hurt', 'scored', 'ending']);
    expect(happened(told, 'scored')).toMatchObject({ seat: 'A', vp: 3, why: 'middle sluice destroyed' });
  });

  test('DS-OBJ-1: what can be hurt is suggested to a blast and to a hazard', () => {
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

  test('DS-SCEN-5: not while one is left, nor where the scenario goes by its rounds alone', () => {
    const one = stage(setup, [6], used('middle sluice', 'east sluice'));
    expect(typesOf(one.order('interact', { what: 'use middle sluice' }, 'A'))).not.toContain('ending');
    const ground = used('middle sluice');
    const other = stage(setup, [6], (state) => ({
      ...ground(state),
      scenario: onScenario('open-ground')(state).scenario,
    }));
    expect(typesOf(other.order('interact', { what: 'use middle sluice' }, 'A'))).not.toContain('ending');
  });

  test('DS-SCEN-1: what stands on the board says what it asks for and what it is worth', () => {
    const { board } = dskull.openGame(used('middle sluice')(stage(setup).state())).view(gmViewer);
    expect(board?.kind === 'grid' && board.objects.map(({ label }) => label)).toEqual([
      'west sluice (used, holds 3)',
      'middle sluice (strength, 3 VP, holds 3)',
      'east sluice (used, holds 3)',
    ]);
  });

  test('DS-CMD-2: a scenario for fewer players is neither suggested nor taken', () => {
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

test('DS-COND-5: distracted is over at the end of the next activation, not of the one in which it came', () => {
  const table = stage({ board: plain, warriors: [warrior('a', 'A', [2, 2]), warrior('b', 'B', [5, 5])] });
  table.order('activate', { warrior: 'a' }, 'A');
  table.order('override', { field: 'conditions', value: 'distracted', who: 'a' }, 'gm');
  expect(typesOf(table.order('end', {}, 'A'))).not.toContain('condition-lost');
  table.order('override', { field: 'ready', value: 'yes', who: 'a' }, 'gm');
  table.order('override', { field: 'current', value: 'A' }, 'gm');
  table.order('activate', { warrior: 'a' }, 'A');
  expect(typesOf(table.order('end', {}, 'A'))).toContain('condition-lost');
});

test.each([
  { says: 'an activation with nothing left ends by itself', autoEnd: true, ended: true },
  { says: 'unless the GM wants it ended by hand', autoEnd: false, ended: false },
])('DS-ACT-9: $says', ({ autoEnd, ended }) => {
  const table = stage(
    { ...duel, activation: { warrior: 'a', actions: 1, active: ['sword'] }, config: { round: { autoEnd } } },
    [2, 2],
  );
  expect(typesOf(table.order('attack', { target: 'b' }, 'A')).includes('activation-ended')).toBe(ended);
});

test.each([
  {
    rule: 'DS-TEST-1',
    says: 'the best of the warband on the board',
    params: { skill: 'medicine', seat: 'A' },
    dice: [1, 2, 5],
    step: 2,
  },
  {
    rule: 'DS-TEST-2',
    says: 'the named warrior alone',
    params: { skill: 'medicine', warriors: 'a2' },
    dice: [5, 2],
    step: -1,
  },
  {
    rule: 'DS-TEST-3',
    says: 'an innate ability: everybody helps',
    params: { skill: 'strength', warriors: 'a, a2' },
    dice: [1, 5, 2],
    step: 2,
  },
  {
    rule: 'DS-TEST-7',
    says: 'Persuasion is made when called for',
    params: { skill: 'persuasion', warriors: 'a2', bonus: 1 },
    dice: [5],
    step: 0,
  },
  {
    rule: 'DS-TRAIT-2',
    says: 'Strong helps Strength',
    params: { skill: 'strength', warriors: 'a' },
    dice: [5, 2],
    step: 1,
  },
  {
    rule: 'DS-TRAIT-7',
    says: 'Intimidating helps Persuasion',
    params: { skill: 'persuasion', warriors: 'a' },
    dice: [5],
    step: 0,
  },
])('$rule: $says', ({ params, dice, step }) => {
  const warriors = [
    warrior('a', 'A', [2, 2], { skills: { medicine: 2 }, traits: ['strong', 'intimidating'] }),
    warrior('a2', 'A', [0, 0]),
    warrior('b', 'B', [5, 5]),
  ];
  const table = stage({ board: plain, warriors }, dice);
  expect(happened(table.order('check', params, 'gm'), 'tested').roll.step).toBe(step);
  expect(table.left()).toBe(0);
});

test('DS-GEN-10, DS-CMD-17: settings change before round 1', () => {
  const table = stage(duel, [], (state) => ({ ...state, phase: 'deploy' }));
  table.order('set', { key: 'attack.shieldStep', value: '-3' }, 'gm');
  table.order('set', { key: 'dice.faces', value: 'brutal' }, 'gm');
  expect(table.state().settings).toMatchObject({
    attack: { shieldStep: -3 },
    dice: { faces: ['SKL', 'BLK', 'ADV', 'HIT', 'HIT', 'HIT'] },
  });
});

test.each([
  { key: 'attack.shieldStep', value: '−2', at: ['attack', 'shieldStep'], want: -2, says: '−2' },
  { key: 'shield step', value: '+1', at: ['attack', 'shieldStep'], want: 1, says: '1' },
  { key: 'test.moraleAdv', value: 'no', at: ['test', 'moraleAdv'], want: false, says: 'no' },
  { key: 'two hand grip', value: 'Off', at: ['attack', 'twoHandGrip'], want: 'off', says: 'off' },
  { key: 'attack.maxBands', value: '3', at: ['attack', 'maxBands'], want: 3, says: '3' },
  { key: 'attack.maxBands', value: 'none', at: ['attack', 'maxBands'], want: null, says: 'none' },
  { key: 'bodies', value: 'grunt, scout', at: ['bodies'], want: ['grunt', 'scout'], says: 'grunt, scout' },
  { key: 'faces', value: 'gentle', at: ['dice', 'faces', '1'], want: 'BLK', says: 'SKL, BLK, BLK, ADV, HIT, HIT' },
  {
    key: 'dice.faces',
    value: 'skl blk adv adv adv hit',
    at: ['dice', 'faces', '4'],
    want: 'ADV',
    says: 'SKL, BLK, ADV, ADV, ADV, HIT',
  },
  {
    key: 'skills.prices tactics',
    value: 'not for sale',
    at: ['skills', 'prices', 'tactics'],
    want: 'not-for-sale',
    says: 'not for sale',
  },
  { key: 'skills.prices.persuasion', value: '2', at: ['skills', 'prices', 'persuasion'], want: 2, says: '2' },
  {
    key: 'skills.prices',
    value: 'persuasion 1, medicine not for sale',
    at: ['skills', 'prices'],
    want: { tactics: 1, medicine: 'not-for-sale', persuasion: 1 },
    says: 'tactics 1, medicine not for sale, persuasion 1',
  },
  { key: 'attack.tables.primary 2', value: '2/0', at: ['attack', 'tables', 'primary', '2'], want: [2, 0], says: '2/0' },
  { key: 'points.limit', value: 'default', at: ['points', 'limit'], want: 40, says: '40' },
])('DS-CMD-17: the GM says $key $value in plain words', ({ key, value, at, want, says }) => {
  const table = stage(duel, [], (state) => ({
    ...state,
    phase: 'deploy',
    settings: settingsSchema.parse({ points: { limit: 30 }, attack: { maxBands: 2 } }),
  }));
  const set = happened(table.order('set', { key, value }, 'gm'), 'settings-set');
  const settings: unknown = table.state().settings;
  expect(at.reduce<unknown>((tree, name) => Object(tree)[name], settings)).toEqual(want);
  expect(set.value).toBe(says);
});

test.each([
  { key: 'attack.statuses', value: 'suggested', says: 'The setting “Surprised and Flanked” is now suggested.' },
  { key: 'skills.prices.war-cry', value: '2', says: 'The setting “Skills for sale: war cry” is now 2.' },
  { key: 'gone.since', value: '1', says: 'The setting “gone.since” is now 1.' },
])('DS-CMD-17: the log calls $key by its title', ({ key, value, says }) => {
  const game = dskull.openGame(JSON.parse(JSON.stringify(stage(duel, []).state())));
  expect(
    game.narrate([{ type: 'settings-set', key, value, settings: settingsSchema.parse({}) }], gmViewer),
  ).toMatchObject([{ text: says }]);
});

test.each([
  { key: 'attack.shieldStep', value: 'a lot', problem: 'a number is needed' },
  { key: 'attack.shieldStep', value: '100', problem: 'at most 99' },
  { key: 'los.corners', value: 'soft', problem: 'choose one of grazing, strict' },
  { key: 'round.autoEnd', value: 'perhaps', problem: 'choose one of yes, no' },
  { key: 'skills.prices', value: '3', problem: 'write entries with their values, like grunt 4, bruiser 6' },
  { key: 'skills.prices', value: 'tactics cheap', problem: 'tactics: a number is needed' },
  { key: 'points.body ogre', value: 'default', problem: 'the rulebook has no such entry' },
  { key: 'nothing', value: '1', problem: 'no setting has that name; choose one from the suggestions' },
  { key: 'prices', value: '1', problem: 'choose one of traits.prices, skills.prices' },
])('DS-CMD-17: $key $value is refused with what would be right', ({ key, value, problem }) => {
  const told = stage(duel, [], inPhase('deploy')).order('set', { key, value }, 'gm');
  expect(told).toMatchObject({ kind: 'refused', code: 'setting-unknown', facts: { problem } });
});

test('DS-CMD-17, DS-DICE-12: the policy of one player alone', () => {
  const table = stage(
    {
      ...duel,
      warriors: [warrior('a', 'A', [2, 2], { shield: true }), warrior('b', 'B', [3, 2], { shield: true })],
      activation: { warrior: 'a', active: ['sword'] },
    },
    [5, 1, 1],
  );
  table.order('policy', { seat: 'B', policy: 'ask' }, 'gm');
  expect(table.order('attack', { target: 'b' }, 'A')).toMatchObject({
    kind: 'asked',
    question: { to: 'B', auto: '1' },
  });
});

test.each([
  { field: 'at', who: 'a', value: 'D5', want: { at: { x: 3, y: 4 } } },
  { field: 'ready', who: 'a', value: 'no', want: { ready: false } },
  { field: 'conditions', who: 'a', value: 'stunned, wounded', want: { conditions: ['stunned', 'wounded'] } },
  { field: 'life', who: 'a', value: 'killed', want: { removed: 'killed', ready: false } },
  { field: 'armour', who: 'a', value: 'heavy', want: { armour: 'heavy' } },
  { field: 'shield', who: 'a', value: 'no', want: { shield: false } },
  { field: 'traits', who: 'a', value: 'tough, brave', want: { traits: ['tough', 'brave'] } },
  { field: 'skills', who: 'a', value: 'medicine=1', want: { skills: { medicine: 1 } } },
  { field: 'worth', who: 'a', value: '7', want: { cost: 7 } },
])('DS-CMD-17: the GM sets $field of a warrior, and it is told as it is written', ({ field, who, value, want }) => {
  const table = stage(duel);
  expect(happened(table.order('override', { field, who, value }, 'gm'), 'corrected').value).toBe(value);
  expect(warriorIn(table.state(), who)).toMatchObject(want);
});

test.each([
  { field: 'vp', who: 'A', value: '3', want: { seats: [{ vp: 3 }, {}] } },
  { field: 'hits', who: 'A', value: '2', want: { seats: [{ symbols: { HIT: 2 } }, {}] } },
  { field: 'advs', who: 'A', value: '2', want: { seats: [{ symbols: { ADV: 2 } }, {}] } },
  { field: 'team', who: 'A', value: 'B', want: { seats: [{ team: 'B' }, {}] } },
  { field: 'round', who: 'battle', value: '4', want: { round: 4 } },
  { field: 'current', who: 'battle', value: 'B', want: { current: 'B' } },
  { field: 'initiative', who: 'battle', value: 'B', want: { initiative: 'B' } },
  { field: 'order', who: 'battle', value: 'B, A', want: { seats: [{ id: 'B' }, { id: 'A' }] } },
  { field: 'ending', who: 'battle', value: 'yes', want: { ending: true } },
  { field: 'board', who: 'battle', value: '9x9; wall A1/B1', want: { board: { w: 9 } } },
  { field: 'actions', who: 'battle', value: '5', want: { activation: { actions: 5 } } },
  { field: 'mp', who: 'battle', value: '5', want: { activation: { mp: 5 } } },
  { field: 'attacks', who: 'battle', value: '5', want: { activation: { attacks: { sword: 5 } } } },
  { field: 'symbol-spent', who: 'battle', value: 'yes', want: { activation: { symbolSpent: true } } },
])('DS-CMD-17: the GM sets $field of the battle', ({ field, who, value, want }) => {
  const table = stage({ ...duel, activation: { warrior: 'a', active: ['sword'] } });
  happened(table.order('override', { field, who, value }, 'gm'), 'corrected');
  expect(table.state()).toMatchObject(want);
});

test('DS-ROUND-5: where the GM’s hand leaves nobody ready the battle goes on by next', () => {
  const table = stage(duel);
  table.order('override', { field: 'ready', who: 'a', value: 'no' }, 'gm');
  expect(happened(table.order('next', {}, 'gm'), 'current-set').seat).toBe('B');
});

test('DS-ROUND-5 DS-CMD-17: a correction by which nobody of the current player is ready any more passes the turn, and the round after the last', () => {
  const set = (who: string): GameAction => ({ do: 'correct', field: 'ready', who, value: 'no' });
  const theirs = play(dskull.openGame(stage(duel).state()), set('a'), gmCall);
  expect(stateOf(theirs)).toMatchObject({ current: 'B', round: 1 });
  expect(theirs.expectedActions().map(({ actor }) => actor)).toEqual(['B']);
  const next = play(theirs, set('b'), gmCall);
  expect(stateOf(next)).toMatchObject({ phase: 'preparation', round: 2 });
  expect(next.expectedActions()).toMatchObject([{ actor: 'gm', verbs: ['tactics'] }]);
});
