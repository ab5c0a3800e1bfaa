import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Caller } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { dskull } from '../../../src/systems/dskull/index.ts';
import type { State } from '../../../src/systems/dskull/state.ts';
import { bow, codeOf, duel, gmCall, inPhase, mortar, plain, stage, sword, type Written, warrior } from './stage.ts';

const walled = (...edges: readonly (readonly [readonly number[], readonly number[]])[]) => ({
  ...plain,
  edges: edges.map(([a, b]) => ({ a, b, kinds: ['blocking'] })),
});
const acting = (more: Written = {}): Written => ({ ...duel, activation: { warrior: 'a', active: ['sword'], ...more } });
const with_ = (...warriors: readonly Written[]): Written => ({ board: plain, warriors });
const fearsome = warrior('b', 'B', [4, 2], { traits: ['fearsome'] });
const awesome = warrior('b', 'B', [3, 2], { traits: ['awe-inspiring'] });
const archer = warrior('a', 'A', [2, 2], { weapons: [bow] });
const bomber = warrior('a', 'A', [2, 2], { weapons: [mortar] });
const shooting: Written = { activation: { warrior: 'a' } };
const loop = (state: State): State => ({
  ...state,
  triggers: [
    { name: 'Echo', when: 'after', window: 'mp.gain', owner: 'scenario', order: 0, does: { do: 'mp', by: 1 } },
  ],
});

interface Row {
  readonly code: string;
  readonly verb: string;
  readonly params?: object;
  readonly by?: string;
  readonly setup?: Written;
  readonly change?: (state: State) => State;
}

const deploying = (state: State): State => ({
  ...state,
  phase: 'deploy',
  zones: {
    A: [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 2, y: 2 },
    ],
    B: [],
  },
  warriors: state.warriors.map((each) => (each.id === 'c' ? { ...each, at: undefined } : each)),
});
const reserve = with_(...(duel.warriors as readonly Written[]), warrior('c', 'A', null));

const rows: readonly Row[] = [
  { code: 'E_NO_GAME', verb: 'gain', change: (state) => ({ ...state, seats: [], warriors: [] }) },
  { code: 'E_NOT_PLAYER', verb: 'gain', by: 'Z' },
  { code: 'E_PHASE', verb: 'tactics' },
  { code: 'E_NOT_GM', verb: 'tactics', change: inPhase('preparation') },
  { code: 'E_NOT_PLAYER', verb: 'policy', params: { seat: 'A', policy: 'ask' }, by: 'Z' },
  { code: 'E_NOT_GM', verb: 'scenario', params: { name: 'broken-field' }, change: inPhase('setup') },
  { code: 'E_NOT_GM', verb: 'next' },
  { code: 'E_NO_PENDING', verb: 'drop', params: { dice: '1' } },
  { code: 'E_PHASE', verb: 'gain', change: inPhase('deploy') },
  { code: 'E_PHASE', verb: 'deploy', params: { warrior: 'a', to: 'A1' } },
  { code: 'E_PHASE', verb: 'tactics', by: 'gm' },
  { code: 'E_PHASE', verb: 'next', by: 'gm' },
  { code: 'E_NOT_YOUR_TURN', verb: 'gain', by: 'B', setup: acting() },
  { code: 'E_NO_ACTIVATION', verb: 'gain' },
  { code: 'E_ACTIVATION_OPEN', verb: 'activate', params: { warrior: 'a' }, setup: acting() },
  { code: 'E_WARRIOR_UNKNOWN', verb: 'activate', params: { warrior: 'x' } },
  { code: 'E_NOT_YOUR_WARRIOR', verb: 'activate', params: { warrior: 'b' } },
  { code: 'E_OFF_BOARD', verb: 'activate', params: { warrior: 'c' }, setup: reserve },
  {
    code: 'E_NOT_READY',
    verb: 'activate',
    params: { warrior: 'a' },
    setup: with_(warrior('a', 'A', [2, 2], { ready: false }), warrior('b', 'B', [3, 2])),
  },
  { code: 'E_ALREADY_DEPLOYED', verb: 'deploy', params: { warrior: 'a', to: 'A1' }, setup: reserve, change: deploying },
  { code: 'E_NOT_IN_ZONE', verb: 'deploy', params: { warrior: 'c', to: 'H8' }, setup: reserve, change: deploying },
  { code: 'E_SPACE_OCCUPIED', verb: 'deploy', params: { warrior: 'c', to: 'C3' }, setup: reserve, change: deploying },
  { code: 'E_OUT_OF_BOARD', verb: 'deploy', params: { warrior: 'c', to: 'Z9' }, setup: reserve, change: deploying },
  { code: 'E_WEAPON_UNKNOWN', verb: 'activate', params: { warrior: 'a', weapons: 'pike' } },
  { code: 'E_WEAPON_UNKNOWN', verb: 'activate', params: { warrior: 'a', primary: 'pike' } },
  { code: 'E_WEAPON_SELECTION', verb: 'activate', params: { warrior: 'a', weapons: 'sword, sword' } },
  {
    code: 'E_WEAPON_NOT_ACTIVE',
    verb: 'attack',
    params: { target: 'b', weapon: 'bow' },
    setup: {
      ...with_(warrior('a', 'A', [2, 2], { weapons: [sword, bow] }), warrior('b', 'B', [3, 2])),
      activation: { warrior: 'a', active: ['sword'] },
    },
  },
  { code: 'E_WEAPON_UNKNOWN', verb: 'attack', params: { target: 'b', weapon: 'pike' }, setup: acting() },
  {
    code: 'E_WEAPON_UNKNOWN',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(warrior('a', 'A', [2, 2], { weapons: [] }), warrior('b', 'B', [3, 2])), ...shooting },
  },
  {
    code: 'E_WEAPON_IS_AREA',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(bomber, warrior('b', 'B', [3, 2])), ...shooting },
  },
  { code: 'E_WEAPON_NOT_AREA', verb: 'blast', params: { to: 'D3' }, setup: acting() },
  {
    code: 'E_NO_CHARGES',
    verb: 'attack',
    params: { target: 'b' },
    setup: {
      ...with_(
        warrior('a', 'A', [2, 2], { weapons: [{ ...sword, charges: 1, chargesLeft: 0 }] }),
        warrior('b', 'B', [3, 2]),
      ),
      ...shooting,
    },
  },
  { code: 'E_NO_ACTIONS', verb: 'gain', setup: acting({ actions: 0, mp: 1 }) },
  { code: 'E_NO_ACTIONS', verb: 'attack-action', setup: acting({ actions: 0, mp: 1 }) },
  { code: 'E_NO_ACTIONS', verb: 'attack', params: { target: 'b' }, setup: acting({ actions: 0, mp: 1 }) },
  { code: 'E_NO_ACTIONS', verb: 'interact', params: { what: 'door' }, setup: acting({ actions: 0, mp: 1 }) },
  {
    code: 'E_NO_ATTACK',
    verb: 'attack',
    params: { target: 'b', weapon: 'axe' },
    setup: {
      ...with_(warrior('a', 'A', [2, 2], { weapons: [sword, { ...sword, name: 'axe' }] }), warrior('b', 'B', [3, 2])),
      ...shooting,
    },
  },
  {
    code: 'E_SYMBOL_ALREADY_SPENT',
    verb: 'symbol',
    params: { symbol: 'ADV' },
    setup: { ...acting({ symbolSpent: true }), symbols: { A: { ADV: 1 } } },
  },
  {
    code: 'E_NO_SYMBOL',
    verb: 'symbol',
    params: { symbol: 'HIT' },
    setup: { ...acting(), symbols: { A: { ADV: 1 } } },
  },
  { code: 'E_PATH_EMPTY', verb: 'move', params: { path: '' }, setup: acting({ mp: 4 }) },
  { code: 'E_OUT_OF_BOARD', verb: 'move', params: { path: 'C2 C1 2,-1' }, setup: acting({ mp: 4 }) },
  { code: 'E_STEP_NOT_NEIGHBOUR', verb: 'move', params: { path: 'B2' }, setup: acting({ mp: 4 }) },
  {
    code: 'E_EDGE_BLOCKING',
    verb: 'move',
    params: { path: 'B3' },
    setup: {
      ...acting({ mp: 4 }),
      board: walled([
        [1, 2],
        [2, 2],
      ]),
    },
  },
  { code: 'E_SPACE_HOSTILE', verb: 'move', params: { path: 'D3' }, setup: acting({ mp: 4 }) },
  {
    code: 'E_END_OCCUPIED',
    verb: 'move',
    params: { path: 'B3' },
    setup: {
      ...with_(...(duel.warriors as readonly Written[]), warrior('c', 'A', [1, 2])),
      activation: { warrior: 'a', mp: 4 },
    },
  },
  {
    code: 'E_FEARSOME_BARRED',
    verb: 'move',
    params: { path: 'D3' },
    setup: { ...with_(warrior('a', 'A', [2, 2]), fearsome), activation: { warrior: 'a', mp: 4, barred: ['b'] } },
  },
  { code: 'E_NOT_ENOUGH_MP', verb: 'move', params: { path: 'C4' }, setup: acting({ mp: 1 }) },
  { code: 'E_TARGET_UNKNOWN', verb: 'attack', params: { target: 'x' }, setup: acting() },
  {
    code: 'E_TARGET_REMOVED',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(warrior('a', 'A', [2, 2]), warrior('b', 'B', null, { removed: 'killed' })), ...shooting },
  },
  { code: 'E_TARGET_NOT_HOSTILE', verb: 'attack', params: { target: 'a' }, setup: acting() },
  {
    code: 'E_TARGET_OWN_SPACE',
    verb: 'blast',
    params: { to: 'C3' },
    setup: { ...with_(bomber, warrior('b', 'B', [3, 2])), ...shooting },
  },
  {
    code: 'E_AWE',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(warrior('a', 'A', [2, 2]), awesome), ...shooting },
  },
  {
    code: 'E_NOT_ADJACENT',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(warrior('a', 'A', [0, 0]), warrior('b', 'B', [3, 2])), ...shooting },
  },
  {
    code: 'E_OUT_OF_REACH',
    verb: 'attack',
    params: { target: 'b' },
    setup: {
      ...with_(warrior('a', 'A', [0, 0], { weapons: [{ ...sword, reach: true }] }), warrior('b', 'B', [3, 2])),
      ...shooting,
    },
  },
  {
    code: 'E_OUT_OF_RANGE',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(archer, warrior('b', 'B', [7, 7])), ...shooting, config: { attack: { maxBands: 1 } } },
  },
  {
    code: 'E_NO_LOS',
    verb: 'attack',
    params: { target: 'b' },
    setup: { ...with_(archer, warrior('c', 'B', [3, 2]), warrior('b', 'B', [5, 2])), ...shooting },
  },
  {
    code: 'E_DARE_TOO_LATE',
    verb: 'dare',
    params: { target: 'b' },
    setup: { ...with_(warrior('a', 'A', [2, 2]), awesome), activation: { warrior: 'a', started: true } },
  },
  { code: 'E_NO_AWE', verb: 'dare', params: { target: 'b' }, setup: acting() },
  {
    code: 'E_DARE_REPEATED',
    verb: 'dare',
    params: { target: 'b' },
    setup: {
      ...with_(warrior('a', 'A', [2, 2]), awesome),
      activation: { warrior: 'a', moraleMemory: { b: 'failed' } },
    },
  },
  { code: 'E_NOTHING_TO_INTERACT', verb: 'interact', params: { what: 'door' }, setup: acting() },
  { code: 'E_TRIGGER_LOOP', verb: 'gain', setup: acting(), change: loop },
  { code: 'trigger-unreadable', verb: 'trigger', params: { name: 'Mud', does: 'fly' }, by: 'gm' },
  { code: 'trigger-unreadable', verb: 'trigger', params: { name: 'Mud', does: 'off' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove', does: 'fly' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove', does: 'gain stunned; fly' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove', does: ';' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove', does: 'amount 1' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'shove', does: 'off' }, by: 'gm' },
  { code: 'special-unreadable', verb: 'skill', params: { name: 'Morale', does: 'mp 1' }, by: 'gm' },
  { code: 'E_WARRIOR_UNKNOWN', verb: 'skill', params: { name: 'rally', who: 'a, nobody' }, by: 'gm' },
  { code: 'E_NOT_GM', verb: 'skill', params: { name: 'rally' } },
  { code: 'seat-unknown', verb: 'policy', params: { seat: 'Z', policy: 'ask' }, by: 'gm' },
  { code: 'seat-unknown', verb: 'check', params: { skill: 'strength', seat: 'Z' }, by: 'gm' },
  { code: 'E_SCENARIO_UNKNOWN', verb: 'scenario', params: { name: 'Moon' }, by: 'gm', change: inPhase('setup') },
  { code: 'E_BOARD_EDGE', verb: 'board', params: { board: '5x5; wall A1/C1' }, by: 'gm', change: inPhase('setup') },
  {
    code: 'E_BOARD_EDGE',
    verb: 'board',
    params: { board: '{"w":5,"h":5,"edges":[{"a":[0,0],"b":[1,0],"kinds":["magic"]}]}' },
    by: 'gm',
    change: inPhase('setup'),
  },
  { code: 'board-unreadable', verb: 'board', params: { board: 'a lovely field' }, by: 'gm', change: inPhase('setup') },
  {
    code: 'no-board',
    verb: 'move',
    params: { path: 'B3' },
    setup: acting({ mp: 4 }),
    change: (state) => ({ ...state, board: undefined }),
  },
];

test.each(rows)(
  '$code: $verb is refused, changes nothing and rolls nothing',
  ({ code, verb, params = {}, by = 'A', setup = duel, change }) => {
    const table = stage(setup, [1, 1, 1, 1], change);
    const before = table.state();
    expect(codeOf(table.order(verb, params, by))).toBe(code);
    expect(table.state()).toEqual(before);
    expect(table.diceUsed()).toBe(0);
  },
);

test('E_END_SEALED: a warrior cannot be placed in a sealed space', () => {
  const edges = walled(
    [
      [0, 0],
      [1, 0],
    ],
    [
      [0, 0],
      [0, 1],
    ],
  );
  const table = stage({ ...reserve, board: edges }, [], deploying);
  expect(codeOf(table.order('deploy', { warrior: 'c', to: 'A1' }, 'A'))).toBe('E_END_SEALED');
});

describe('E_PENDING_CHOICE: while a player must choose dice', () => {
  const asking = (): ReturnType<typeof stage> => {
    const table = stage(
      {
        ...acting(),
        warriors: [warrior('a', 'A', [2, 2], { shield: true }), warrior('b', 'B', [3, 2], { shield: true })],
        config: { dice: { dropPolicy: 'ask' } },
      },
      [5, 5, 1],
    );
    expect(table.order('attack', { target: 'b' }, 'A').kind).toBe('asked');
    return table;
  };

  test.each([
    { code: 'E_PENDING_CHOICE', verb: 'gain', params: {}, by: 'A' },
    { code: 'E_NOT_CHOOSER', verb: 'drop', params: { dice: '1' }, by: 'A' },
    { code: 'E_NOT_PLAYER', verb: 'drop', params: { dice: '1' }, by: 'Z' },
    { code: 'E_DROP_COUNT', verb: 'drop', params: { dice: '1 2' }, by: 'B' },
    { code: 'E_DROP_INDEX', verb: 'drop', params: { dice: '4' }, by: 'B' },
  ])('$code: $verb by $by is refused', ({ code, verb, params, by }) => {
    const table = asking();
    expect(codeOf(table.order(verb, params, by))).toBe(code);
    expect(table.question()?.to).toBe('B');
  });
});

const blank = (settings: object = {}): Game => {
  const game = dskull.createGame(settings);
  if (!game.ok) throw new Error(game.error.code);
  return game.value;
};
const watch = dskull.presets['greyford-watch']?.sheet;
const entering = (id: string, sheet: unknown = watch): GameAction => ({
  do: 'enter',
  entrant: { id, side: undefined, sheet },
});
const done = (game: Game, doing: GameAction, call: Caller = gmCall): Game => {
  const outcome = game.act(doing, call, [], createScriptedDice([6, 1, 1, 1]));
  if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error(outcome.ok ? 'asked' : outcome.error.code);
  return outcome.value.game;
};
const verb = (name: string, params: object): GameAction => ({ do: 'verb', verb: name, params });
const seated = (...ids: readonly string[]): Game => ids.reduce((game, id) => done(game, entering(id)), blank());

test.each([
  { code: 'E_PLAYER_COUNT', game: () => seated('A'), doing: { do: 'start' } as GameAction },
  { code: 'E_PLAYER_COUNT', game: () => seated('A', 'B', 'C', 'D'), doing: entering('E') },
  {
    code: 'E_PLAYER_COUNT',
    game: () => done(done(seated('A', 'B'), verb('scenario', { name: 'Lantern Run' })), entering('C')),
    doing: { do: 'start' } as GameAction,
  },
  { code: 'E_PLAYER_COUNT', game: () => seated('A', 'B', 'C'), doing: verb('scenario', { name: 'Lantern Run' }) },
  {
    code: 'E_ZONE_TOO_SMALL',
    game: () => done(seated('A', 'B'), verb('board', { board: '5x5; zone 1 A1-E1; zone 2 A5-C5' })),
    doing: { do: 'start' } as GameAction,
  },
  { code: 'E_WARBAND_INVALID', game: () => blank(), doing: entering('A', { name: 'Nobody', warriors: [] }) },
  { code: 'seat-taken', game: () => seated('A'), doing: entering('A') },
  { code: 'seat-taken', game: () => seated('A'), doing: entering('Odo') },
  { code: 'seat-taken', game: () => seated('A'), doing: entering('constructor') },
  { code: 'seat-unknown', game: () => seated('A', 'B'), doing: verb('scenario', { name: 'broken-field', first: 'Z' }) },
  {
    code: 'no-such-effect',
    game: () => seated('A', 'B'),
    doing: { do: 'hang', who: 'Odo', name: 'curse', effect: undefined } as GameAction,
  },
  {
    code: 'over-already',
    game: () => done(seated('A', 'B'), { do: 'finish', finish: { winner: 'A', reason: 'late' } }),
    doing: { do: 'finish', finish: { winner: 'A', reason: 'late' } } as GameAction,
  },
])('$code: the order is refused before the battle', ({ code, game, doing }) => {
  const outcome = game().act(doing, gmCall, [], createScriptedDice([]));
  expect(outcome.ok ? 'passed' : outcome.error.code).toBe(code);
});

test('E_SCENARIO_UNKNOWN: a battle with a removed scenario cannot begin', () => {
  const saved = seated('A', 'B').save() as State;
  const game = dskull.openGame({ ...saved, scenario: { ...saved.scenario, id: 'gone' } });
  const outcome = game.act({ do: 'start' }, gmCall, [], createScriptedDice([]));
  expect(outcome.ok ? 'passed' : outcome.error.code).toBe('E_SCENARIO_UNKNOWN');
});
