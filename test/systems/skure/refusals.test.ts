import { expect, test } from 'vitest';
import { term } from '../../../src/core/message.ts';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import type { Caller, Question } from '../../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { skure } from '../../../src/systems/skure/index.ts';
import { findPlaced } from '../../../src/systems/skure/state.ts';
import { battleOf } from '../../conformance/skure/setup.ts';
import { refusals, requireCanIntercept } from './inner.ts';
import { ann, as, battle, bob, cat, gm, order, verb } from './stage.ts';

const asked: Question = { to: 'Dan', kind: 'intercept', says: '', choices: [], auto: 'no', unless: 'ask', rows: [] };
const dart = { name: 'Dart', cost: 2, range: 5, damage: 12, element: 'fire' };
const raise = { name: 'Raise', cost: 1, range: 9, revives: 1 };
const lia = { ...cat(), name: 'Lia', x: 5, y: 5, facing: 'S' };
const dan = { ...cat(), name: 'Dan', x: 5, y: 6, facing: 'S' };
const archer = ann({ y: 9, rangedRange: 6 });
const strike = verb('attack', { target: 'Bob' });
const charge = verb('charge', { target: 'Bob' });
const cal = (given = {}) => ann({ y: 8, ...given });
const walled = (...blocked: readonly (readonly [number, number])[]) => ({ board: { width: 20, height: 20, blocked } });
const preparing = { status: 'setup', turn: undefined };

type Code = keyof typeof refusals;

interface Row {
  readonly code: Code;
  readonly rule: string;
  readonly game?: Game;
  readonly call?: Caller;
  readonly doing: GameAction;
}

const rows: readonly Row[] = [
  { code: 'BATTLE_NOT_ACTIVE', rule: 'SK-TURN-4', game: battle(undefined, { status: 'ended' }), doing: strike },
  { code: 'NOT_YOUR_TURN', rule: 'SK-TURN-1', call: as('Bob'), doing: verb('defend') },
  { code: 'NOT_CONTROLLER', rule: 'SK-GEN-3', call: { ...as('Ann'), controls: ['Bob'] }, doing: strike },
  { code: 'NOT_BM', rule: 'SK-EXC-3', doing: verb('skip') },
  { code: 'NOT_BM', rule: 'SK-RUL-64', doing: verb('place', { target: 'Ann', to: 'A1' }) },
  { code: 'INCAPACITATED', rule: 'SK-COND-2', game: battle([ann({ conditions: ['asleep'] }), bob()]), doing: strike },
  {
    code: 'ALREADY_ACTED',
    rule: 'SK-TURN-6',
    game: battle([ann({ acted: true }), bob()]),
    doing: verb('turn', { facing: 'E' }),
  },
  { code: 'REACTION_PENDING', rule: 'SK-ALLY-4', call: { ...as('Ann'), pending: asked }, doing: strike },
  { code: 'NO_SUCH_TARGET', rule: 'SK-ATK-16', doing: verb('attack', { target: '__proto__' }) },
  { code: 'TARGET_SELF', rule: 'SK-ATK-16', doing: verb('attack', { target: 'Ann' }) },
  { code: 'FRIENDLY_TARGET', rule: 'SK-RUL-56', game: battle([ann(), bob({ team: 'red' }), cat()]), doing: strike },
  {
    code: 'TARGET_DEAD',
    rule: 'SK-ATK-16',
    game: battle([ann(), bob({ hp: -25, life: 'dead' }), cat()]),
    doing: strike,
  },
  {
    code: 'OUT_OF_RANGE',
    rule: 'SK-ATK-2',
    game: battle([ann({ y: 7 }), bob()]),
    doing: verb('attack', { target: 'Bob', mode: 'melee' }),
  },
  { code: 'NOT_FACING', rule: 'SK-ATK-3', game: battle([ann({ facing: 'NE' }), bob()]), doing: strike },
  { code: 'NO_RANGED_ATTACK', rule: 'SK-ATK-6', doing: verb('attack', { target: 'Bob', mode: 'ranged' }) },
  { code: 'BAD_PATH', rule: 'SK-MOVE-5', doing: verb('move', { path: 'N Q' }) },
  { code: 'BAD_PATH', rule: 'SK-MOVE-5', doing: verb('move', { path: '' }) },
  { code: 'OFF_BOARD', rule: 'SK-MOVE-5', game: battle([ann({ x: 0 }), bob()]), doing: verb('move', { path: 'W' }) },
  { code: 'SQUARE_OCCUPIED', rule: 'SK-RUL-21', doing: verb('move', { path: 'N' }) },
  { code: 'NOT_ENOUGH_MOVEMENT', rule: 'SK-MOVE-3', doing: verb('move', { path: 'SE SE' }) },
  {
    code: 'MOVE_AFTER_TURN',
    rule: 'SK-TURNING-7',
    game: battle([ann({ moved: true, postTurned: true }), bob()]),
    doing: verb('move', { path: 'S' }),
  },
  {
    code: 'TURN_AFTER_PRETURN',
    rule: 'SK-TURNING-2',
    game: battle([ann({ moved: true, preTurned: true }), bob()]),
    doing: verb('turn', { facing: 'N' }),
  },
  {
    code: 'TURN_TOO_FAR',
    rule: 'SK-TURNING-4',
    game: battle([ann({ moved: true }), bob()]),
    doing: verb('turn', { facing: 'E' }),
  },
  { code: 'CANNOT_CHARGE', rule: 'SK-CHARGE-2', game: battle([cal({ move: '3F Ground' }), bob()]), doing: charge },
  { code: 'CHARGE_AFTER_MOVE', rule: 'SK-CHARGE-1', game: battle([cal({ moved: true }), bob()]), doing: charge },
  { code: 'CHARGE_NOT_STRAIGHT', rule: 'SK-CHARGE-3', game: battle([cal({ x: 6 }), bob()]), doing: charge },
  { code: 'CHARGE_NOT_FACING', rule: 'SK-CHARGE-4', game: battle([cal({ facing: 'NE' }), bob()]), doing: charge },
  { code: 'CHARGE_TOO_CLOSE', rule: 'SK-CHARGE-3', game: battle([cal({ y: 7 }), bob()]), doing: charge },
  {
    code: 'CHARGE_TOO_SHORT',
    rule: 'SK-CHARGE-6',
    game: battle([cal({ move: '5F (+2) Ground' }), bob()]),
    doing: charge,
  },
  { code: 'CHARGE_TOO_FAR', rule: 'SK-CHARGE-5', game: battle([cal({ y: 10 }), bob()]), doing: charge },
  { code: 'CHARGE_BLOCKED', rule: 'SK-CHARGE-14', game: battle([cal(), bob()], walled([5, 7])), doing: charge },
  { code: 'CANNOT_FLY', rule: 'SK-FLY-1', doing: verb('fly', { altitude: 'low' }) },
  {
    code: 'SAME_HEIGHT',
    rule: 'SK-FLY-1',
    game: battle([ann({ move: '3S Flying' }), bob()]),
    doing: verb('fly', { altitude: 'ground' }),
  },
  { code: 'NO_PROMOTION', rule: 'SK-PROMO-2', call: gm, doing: verb('promote', { target: 'Ann' }) },
  {
    code: 'NO_SUCH_CLASS',
    rule: 'SK-PROMO-2',
    call: gm,
    doing: verb('promote', { target: 'Ann', into: 'Emperor' }),
  },
  { code: 'UNKNOWN_SPELL', rule: 'SK-SPELL-1', doing: verb('cast', { spell: 'Dart', target: 'Bob' }) },
  { code: 'UNKNOWN_BREATH', rule: 'SK-BREATH-1', doing: verb('breath', { breath: 'Spray', target: 'Bob' }) },
  {
    code: 'NO_ESSENCE',
    rule: 'SK-SPELL-3',
    game: battle([ann({ spells: [dart], maxEssence: 5 }), bob()]),
    doing: verb('cast', { spell: 'Dart', target: 'Bob' }),
  },
  {
    code: 'TARGET_NOT_IN_SIGHT',
    rule: 'SK-AIM-4',
    game: battle([ann({ facing: 'S' }), bob()]),
    doing: verb('aim', { target: 'Bob' }),
  },
  { code: 'NOT_AN_ALLY', rule: 'SK-ALLY-2', doing: verb('guard', { target: 'Bob' }) },
  { code: 'TARGET_SELF', rule: 'SK-ALLY-2', doing: verb('guard', { target: 'Ann' }) },
  {
    code: 'ALLY_NOT_BEHIND',
    rule: 'SK-ALLY-2',
    game: battle([ann(), bob({ team: 'red' }), cat()]),
    doing: verb('guard', { target: 'Bob' }),
  },
  { code: 'NO_PENDING_ATTACK', rule: 'SK-ALLY-4', doing: verb('intercept') },
  {
    code: 'NOT_CONTROLLER',
    rule: 'SK-ALLY-4',
    game: battle([archer, lia, dan]),
    call: { ...as('Dan'), controls: ['Ann'], pending: asked },
    doing: verb('intercept'),
  },
  {
    code: 'INCAPACITATED',
    rule: 'SK-ALLY-6',
    game: battle([archer, lia, dan, cat({ conditions: ['asleep'] })]),
    call: { ...as('Cat'), pending: asked },
    doing: verb('intercept'),
  },
  {
    code: 'NOT_AN_ALLY',
    rule: 'SK-ALLY-4',
    game: battle([archer, lia, dan]),
    call: { ...as('Ann'), pending: asked },
    doing: verb('intercept'),
  },
  {
    code: 'ALLY_NOT_BEHIND',
    rule: 'SK-ALLY-4',
    game: battle([archer, lia, dan, cat()]),
    call: { ...as('Cat'), pending: asked },
    doing: verb('intercept'),
  },
  {
    code: 'ALLY_NOT_BEHIND',
    rule: 'SK-ALLY-2',
    game: battle([archer, lia, dan, cat(), cat({ name: 'Eve', y: 14 })]),
    call: { ...as('Eve'), pending: asked },
    doing: verb('intercept'),
  },
  { code: 'NOT_GUARDING', rule: 'SK-RUL-70', doing: verb('release') },
  { code: 'REACTION_PENDING', rule: 'SK-RUL-70', call: { ...as('Ann'), pending: asked }, doing: verb('release') },
  { code: 'NOT_DEAD', rule: 'SK-DEATH-10', call: gm, doing: verb('revive', { target: 'Bob' }) },
  {
    code: 'DESTROYED',
    rule: 'SK-DEATH-10',
    game: battle([ann(), bob({ hp: -30, life: 'destroyed' }), cat()]),
    call: gm,
    doing: verb('revive', { target: 'Bob' }),
  },
  {
    code: 'NOT_DEAD',
    rule: 'SK-RUL-55',
    game: battle([ann({ spells: [raise], maxEssence: 5, essence: 5 }), bob()]),
    doing: verb('cast', { spell: 'Raise', target: 'Bob' }),
  },
  {
    code: 'BAD_SHEET',
    rule: 'SK-GEN-4',
    call: gm,
    doing: { do: 'enter', entrant: { id: 'Dot', side: 'red', sheet: { agility: 1 } } },
  },
  {
    code: 'NAME_TAKEN',
    rule: 'SK-GEN-3',
    call: gm,
    doing: { do: 'enter', entrant: { id: 'ANN', side: 'red', sheet: skure.presets.zombie?.sheet } },
  },
  { code: 'ALREADY_STARTED', rule: 'SK-TURN-2', call: gm, doing: { do: 'start' } },
  {
    code: 'UNPLACED',
    rule: 'SK-RUL-64',
    game: battle([ann({ x: null }), bob()], preparing),
    call: gm,
    doing: { do: 'start' },
  },
  { code: 'TOO_FEW_TEAMS', rule: 'SK-TURN-4', game: battle([ann()], preparing), call: gm, doing: { do: 'start' } },
  {
    code: 'NO_ROOM',
    rule: 'SK-RUL-64',
    game: battle([ann({ x: null }), bob()], {
      ...preparing,
      ...walled(...Array.from({ length: 140 }, (_, n) => [n % 20, Math.floor(n / 20)] as const)),
    }),
    call: gm,
    doing: verb('deploy'),
  },
  { code: 'NO_STUNT', rule: 'SK-EXC-1', call: gm, doing: verb('rule-stunt', { answer: 'approve' }) },
  { code: 'NO_TURN', rule: 'SK-EXC-3', game: battle(undefined, { turn: undefined }), call: gm, doing: verb('skip') },
  {
    code: 'BAD_ORDER',
    rule: 'SK-EXC-3',
    call: gm,
    doing: { do: 'correct', field: 'order', who: '', value: 'Ann, Ann' },
  },
];

test.each(rows)('$rule: $code', ({ code, game = battle(), call = as('Ann'), doing }) => {
  const before = JSON.stringify(game.save());
  const outcome = order(game, call, doing);
  expect(outcome.refused).toBe(code);
  expect(outcome.left).toEqual([]);
  expect(JSON.stringify(outcome.game.save())).toBe(before);
});

const named = (
  guard: Readonly<Record<string, unknown>>,
  how: 'melee' | 'spell' | 'charge' = 'melee',
  at = {},
  settings = {},
) => {
  const { state } = battleOf({ combatants: [{ ...archer, ...at }, lia, { ...dan, ...guard }], turn: 'Ann', settings });
  const threat = { how, attacker: findPlaced(state, 'Ann'), ally: findPlaced(state, 'Lia') };
  const given = requireCanIntercept(state, threat, findPlaced(state, 'Dan'));
  return given.ok ? 'may' : given.error.code;
};

test.each([
  { rule: 'SK-ALLY-4', says: 'a guard in front of the ally may intercept', guard: {}, want: 'may' },
  {
    rule: 'SK-ALLY-6',
    says: 'a disrupted guard may not intercept',
    guard: { conditions: ['stunned'], team: 'red' },
    want: 'INCAPACITATED',
  },
  {
    rule: 'SK-ALLY-2',
    says: 'a combatant of another team may not intercept',
    guard: { team: 'red' },
    how: 'spell' as const,
    want: 'NOT_AN_ALLY',
  },
  {
    rule: 'SK-ALLY-8',
    says: 'a guard cannot take magic',
    guard: {},
    how: 'spell' as const,
    at: { y: 1 },
    want: 'INTERCEPT_NOT_PHYSICAL',
  },
  {
    rule: 'SK-RUL-43',
    says: 'a guard takes a charge',
    guard: {},
    how: 'charge' as const,
    want: 'may',
  },
  {
    rule: 'SK-RUL-43',
    says: 'a guard cannot take a charge if the setting forbids it',
    guard: {},
    how: 'charge' as const,
    settings: { 'ally.charges': 'no' },
    want: 'INTERCEPT_NOT_PHYSICAL',
  },
  {
    rule: 'SK-ALLY-8',
    says: 'a guard cannot take an attack from the rear',
    guard: { x: 9 },
    at: { y: 1 },
    want: 'INTERCEPT_NOT_FRONT',
  },
  { rule: 'SK-ALLY-2', says: 'a guard elsewhere may not intercept', guard: { x: 9 }, want: 'ALLY_NOT_BEHIND' },
])('$rule: $says', ({ guard, how, at, settings, want }) => {
  expect(named(guard, how, at, settings)).toBe(want);
});

test('SK-RUL-42: with a limit of one, a second intercept in a round is refused with INTERCEPT_SPENT', () => {
  const { state } = battleOf({ combatants: [archer, lia, dan], turn: 'Ann', settings: { 'ally.perRound': 1 } });
  const spent = { ...findPlaced(state, 'Dan'), intercepts: 1 };
  const threat = { how: 'melee' as const, attacker: findPlaced(state, 'Ann'), ally: findPlaced(state, 'Lia') };
  expect(requireCanIntercept(state, threat, spent)).toMatchObject({ error: { code: 'INTERCEPT_SPENT' } });
});

test('a test earns every refusal code', () => {
  const elsewhere: readonly Code[] = ['INTERCEPT_NOT_FRONT', 'INTERCEPT_NOT_PHYSICAL', 'INTERCEPT_SPENT'];
  const earned = new Set<string>([...rows.map(({ code }) => code), ...elsewhere]);
  expect(Object.keys(refusals).filter((code) => !earned.has(code))).toEqual([]);
});

test.each([
  { says: 'the refusal advises turning if that is possible', turned: {}, advice: 'turn to face the target first' },
  {
    says: 'the refusal does not advise turning after turning and moving',
    turned: { moved: true, preTurned: true },
    advice: 'turning that far is no longer possible this turn',
  },
  {
    says: 'the refusal advises turning after a move',
    turned: { moved: true, moveFacing: 'NE' },
    advice: 'turn to face the target first',
  },
  {
    says: 'the refusal does not advise a turn beyond the limit',
    turned: { moved: true, moveFacing: 'S' },
    advice: 'turning that far is no longer possible this turn',
  },
])('SK-ATK-3: $says', ({ turned, advice }) => {
  const saved = Object(battle([ann({ facing: 'NE' }), bob()]).save());
  const game = skure.openGame({ ...saved, turn: { ...saved.turn, ...turned } });
  expect(game.act(strike, as('Ann'), [], createScriptedDice([]))).toMatchObject({
    ok: false,
    error: { code: 'NOT_FACING', facts: { advice: term(advice) } },
  });
});
