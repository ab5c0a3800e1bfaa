import { expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import type { Game } from '../../../src/rules/game.ts';
import { createRulingDraft } from '../../../src/rules/order-limits.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import type { State } from '../../../src/systems/skure/state.ts';
import { battleOf } from '../../conformance/skure/setup.ts';
import { deploy, placed } from './inner.ts';
import { ann, as, battle, bob, gm, of, order, verb } from './stage.ts';

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

/** Two hundred combatants of two teams without squares, with a count of how often their positions are read. */
const crowd = (count: number) => {
  const asked = { times: 0 };
  const where = () => {
    asked.times += 1;
    return undefined;
  };
  const [sheet] = battleOf({ combatants: [ann()] }).state.combatants;
  if (sheet === undefined) throw new Error('Nobody is there.');
  const combatants = Array.from({ length: count }, (_, n) =>
    Object.defineProperty({ ...sheet, name: `Foe ${n}`, team: n % 2 === 0 ? 'red' : 'blue' }, 'at', {
      get: where,
      enumerable: true,
    }),
  );
  const { state } = battleOf({ combatants: [ann()] });
  const board = { ...state.board, width: 64, height: 64 };
  return { asked, state: { ...state, status: 'setup' as const, board, combatants } satisfies State };
};

test('SK-RUL-64: one command deploys all combatants opposite each other, in reach of the second turn', () => {
  const setup = four();
  expect(setup.expectedActions()).toMatchObject([{ actor: 'gm', kind: 'placement', verbs: ['deploy', 'place'] }]);
  const deployed = order(setup, gm, verb('deploy'));
  expect(squares(deployed.game)).toEqual([
    { x: 5, y: 3 },
    { x: 5, y: 8 },
    { x: 6, y: 3 },
    { x: 6, y: 8 },
  ]);
  expect([of(deployed.game, 'Ann').facing, of(deployed.game, 'Bob').facing]).toEqual(['S', 'N']);
  expect(order(deployed.game, gm, { do: 'start' }).game.status).toBe('active');
});

test('SK-GEN-5: a placed combatant stays unless all are deployed again', () => {
  const placed = order(four(), gm, verb('place', { target: 'Ann', to: 'B2', facing: 'E' })).game;
  expect(of(order(placed, gm, verb('deploy')).game, 'Ann')).toMatchObject({ at: { x: 1, y: 1 }, facing: 'E' });
  expect(of(order(placed, gm, verb('deploy', { again: true })).game, 'Ann')).toMatchObject({ at: { x: 5, y: 3 } });
  expect(order(placed, gm, verb('place', { target: 'Cat', to: 'B2' })).refused).toBe('SQUARE_OCCUPIED');
  expect(order(placed, gm, verb('place', { target: 'Cat', to: 'Z1' })).refused).toBe('OFF_BOARD');
});

test('SK-RUL-64: archers and casters start behind their team', () => {
  const setup = entering(four(), 'Osric', 'red', 'longbowman');
  expect(of(order(setup, gm, verb('deploy')).game, 'Osric').at).toEqual({ x: 5, y: 2 });
});

test('SK-RUL-64: before the start a player places only their own combatant, facing the others', () => {
  const placed = order(four(), as('Bob'), verb('place', { target: 'Bob', to: 'D9' })).game;
  expect(of(placed, 'Bob')).toMatchObject({ at: { x: 3, y: 8 }, facing: 'N' });
  expect(order(placed, as('Bob'), verb('place', { target: 'Ann', to: 'D4' })).refused).toBe('NOT_BM');
  const begun = order(order(placed, gm, verb('deploy')).game, gm, { do: 'start' }).game;
  expect(order(begun, as('Bob'), verb('place', { target: 'Bob', to: 'D8' })).refused).toBe('NOT_BM');
});

test('SK-RUL-2: a newcomer waits for its square, then for the next round', () => {
  const later = entering(battle([ann({ agility: 20 }), bob()]), 'Eve', 'blue');
  expect(later.expectedActions().map(({ kind }) => kind)).toEqual(['turn', 'placement']);
  const placed = order(later, gm, verb('place', { target: 'Eve', to: 'A1' })).game;
  expect(placed.save()).toMatchObject({ order: ['Ann', 'Bob'] });
  const second = order(order(placed, as('Ann'), verb('end')).game, as('Bob'), verb('end')).game;
  expect(second.save()).toMatchObject({ round: 2, order: ['Ann', 'Eve', 'Bob'] });
});

test('SK-RUL-64: deploying two hundred combatants looks up few squares', () => {
  const { asked, state } = crowd(200);
  const draft = createRulingDraft<State>(state, (before, event) => placed.kind.apply(before, event));
  expect(deploy.resolve(draft, gmCaller(), {})).toEqual({ ok: true, value: undefined });
  const squares = draft.events.flatMap((event) => (placed.is(event) ? [event.at] : []));
  expect(new Set(squares.map(({ x, y }) => `${x},${y}`)).size).toBe(200);
  expect(asked.times).toBeLessThanOrEqual(10 * 200);
});
