import { expect, test } from 'vitest';
import { findRefs } from '../../../src/core/message.ts';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmCaller, type Question } from '../../../src/rules/expected-action.ts';
import { nameLookupShowingAll, questionForReader } from '../../../src/rules/for-reader.ts';
import type { Game, GameAction } from '../../../src/rules/game.ts';
import { formatSquare } from '../../../src/rules/grid/square.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { type Combatant, find, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import { notHollow, seeds, unhurried } from '../../budget.ts';
import { type Pick, picker } from '../../chance.ts';
import { expectGoodFooting } from '../footing.ts';
import { ann, grim, olaf, tableOf } from './table.ts';

const by = (game: Game, doing: GameAction, answers: readonly string[] = []) =>
  game.act(doing, gmCaller('gm', 'Ann'), answers, createScriptedDice([]));

const push = (path: string): GameAction => ({ do: 'verb', verb: 'push', params: { path } });

/** Ann may push Grim, who is at B1 in desperate defense; Olaf is at A2, a wall at C1. */
const driving = (change: (state: State) => State = (state) => state): Game => {
  const state = tableOf(
    [ann(), grim(), olaf()],
    [],
    {},
    { phase: 'resolve', clock: { segment: 5, moved: true } },
  ).state();
  const board = { width: 4, height: 4, blocked: [{ x: 2, y: 0 }] };
  return segment.openGame(
    change({
      ...state,
      settings: { ...state.settings, board },
      combatants: state.combatants.map((each) => (each.id === 'Grim' ? desperate(each) : each)),
      pending: { kind: 'push', who: 'Ann', on: 'Grim' },
    }),
  );
};

const desperate = (who: Combatant): Combatant => ({
  ...who,
  defending: { kind: 'desperate', scLoss: 0, defBonus: 35 },
});

const asked = (game: Game, path: string): Question => {
  const outcome = by(game, push(path));
  if (!outcome.ok || outcome.value.kind !== 'asked') throw new Error('Nothing was asked.');
  return outcome.value.question;
};

const landed = (game: Game, path: string, answers: readonly string[] = []): string | undefined => {
  const outcome = by(game, push(path), answers);
  if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error('It was not decided.');
  const pos = find(stateSchema.parse(outcome.value.game.save()), 'Grim')?.pos;
  return pos && formatSquare(pos);
};

test('SEG-DEF-8 a push onto free squares asks no question', () => {
  expect(landed(driving(), 'B2 B3')).toBe('B3');
});

test.each([
  {
    into: 'a wall',
    path: 'C1',
    says: 'Ann pushes Grim, but C1 is blocked. Where does Grim end up?',
    stays: 'B1',
  },
  {
    into: 'a figure',
    path: 'A2',
    says: 'Ann pushes Grim, but A2 is occupied. In the way: Olaf. Where does Grim end up?',
    stays: 'B1',
  },
  {
    into: 'the edge',
    path: '1,-1',
    says: 'Ann pushes Grim, but 1,-1 is off the board. Where does Grim end up?',
    stays: 'B1',
  },
  {
    into: 'a figure at the second step',
    path: 'B2 A2',
    says: 'Ann pushes Grim, but A2 is occupied. In the way: Olaf. Where does Grim end up?',
    stays: 'B2',
  },
])('SEG-RUL-72 the GM decides where a push into $into ends', ({ path, says, stays }) => {
  const question = asked(driving(), path);
  expect(questionForReader(question, nameLookupShowingAll)).toMatchObject({
    to: 'gm',
    kind: 'push-landing',
    says,
    auto: 'stop',
  });
  expect(landed(driving(), path, ['stop'])).toBe(stays);
  for (const { id } of question.choices.slice(1)) expect(landed(driving(), path, [id])).toBe(id);
});

test('BAD_PATH a push on a map needs its squares', () => {
  for (const params of [{ target: 'Grim' }, { feet: 5 }])
    expect(by(driving(), { do: 'verb', verb: 'push', params })).toMatchObject({ error: { code: 'BAD_PATH' } });
});

test('SEG-DEF-8 a push offers the squares around the defender, one and two away', () => {
  const offered = driving().offers('push', 'path', gmCaller('gm', 'Ann'), {}, gmViewer);
  expect(offered?.map(({ value }) => value)).toEqual(['C1', 'C1 D1', 'C2', 'C2 D3', 'B2', 'B2 B3', 'A2', 'A1']);
});

test('SEG-RUL-72 without a map a push goes ten feet, and the GM says whether something is in the way', () => {
  const plain = () => driving((state) => ({ ...state, settings: { ...state.settings, useMap: false } }));
  const does = (params: object, answers: readonly string[]) =>
    by(plain(), { do: 'verb', verb: 'push', params }, answers);
  expect(does({ target: 'Grim' }, [])).toMatchObject({
    value: { kind: 'asked', question: { to: 'gm', kind: 'push-landing', auto: 'go' } },
  });
  const feet = (params: object, answer: string) => {
    const outcome = does(params, [answer]);
    return outcome.ok && outcome.value.kind === 'decided' && outcome.value.events;
  };
  expect(feet({}, 'go')).toMatchObject([{ type: 'pushed', feet: 10 }]);
  expect(feet({ feet: 5 }, 'go')).toMatchObject([{ type: 'pushed', feet: 5 }]);
  expect(feet({}, 'stop')).toMatchObject([{ type: 'pushed', feet: 0 }]);
});

test.each([
  {
    verb: 'force-move',
    doing: (to: string): GameAction => ({ do: 'verb', verb: 'force-move', params: { target: 'Grim', to } }),
    code: 'CANNOT_STAND',
  },
  {
    verb: 'a corrected position',
    doing: (value: string): GameAction => ({ do: 'correct', field: 'position', who: 'Grim', value }),
    code: 'bad-input',
  },
])('SEG-NOMOVE-4 $verb ends on a free square of the board', ({ doing, code }) => {
  for (const square of ['C1', 'A2', 'Z9']) expect(by(driving(), doing(square))).toMatchObject({ error: { code } });
  expect(by(driving(), doing('D4')).ok).toBe(true);
});

test('SEG-GEN-1 the GM may place a combatant that is down on an occupied square', () => {
  const fallen = driving((state) => ({
    ...state,
    combatants: state.combatants.map((each) => (each.id === 'Grim' ? { ...each, life: 'down' } : each)),
  }));
  expect(by(fallen, { do: 'correct', field: 'position', who: 'Grim', value: 'A2' }).ok).toBe(true);
});

const crowd = (pick: Pick): Game =>
  driving((state) => {
    const board = { width: 2 + pick(4), height: 2 + pick(4), blocked: [] as { x: number; y: number }[] };
    const free = Array.from({ length: board.width * board.height }, (_, n) => ({
      x: n % board.width,
      y: Math.floor(n / board.width),
    }));
    const take = () => free.splice(pick(free.length), 1)[0];
    const combatants = state.combatants.map((each) => ({ ...each, pos: take() }));
    for (let n = pick(free.length + 1); n > 0; n--) board.blocked.push(...free.splice(pick(free.length), 1));
    return { ...state, settings: { ...state.settings, board }, combatants };
  });

test('SEG-DEF-8 every push ends on a free square', {
  timeout: unhurried,
}, () => {
  let [rounds, questions] = [0, 0];
  for (const seed of seeds(500)) {
    rounds++;
    const pick = picker(seed);
    const game = crowd(pick);
    const { x, y } = find(stateSchema.parse(game.save()), 'Grim')?.pos ?? { x: 0, y: 0 };
    const [dx, dy, ex, ey] = [pick(3) - 1, pick(3) - 1, pick(3) - 1, pick(3) - 1];
    const path = `${x + dx},${y + dy}${pick(2) === 0 ? '' : ` ${x + dx + ex},${y + dy + ey}`}`;
    const first = by(game, push(path));
    if (!first.ok) throw new Error(first.error.code);
    const choices = first.value.kind === 'asked' ? first.value.question.choices.map(({ id }) => [id]) : [[]];
    questions += choices.length > 1 ? 1 : 0;
    for (const answers of choices) {
      const done = by(game, push(path), answers);
      if (!done.ok || done.value.kind !== 'decided') throw new Error('It was not decided.');
      expectGoodFooting(segment, game, done.value.game);
    }
  }
  expect(questions).toBeGreaterThan(notHollow(rounds / 10));
});

test('SEG-RUL-72 a push question names the combatant that blocks a square', () => {
  const beside = driving((state) => ({
    ...state,
    combatants: state.combatants.map((each) => (each.id === 'Olaf' ? { ...each, pos: { x: 1, y: 1 } } : each)),
  }));
  const { says, choices } = asked(beside, 'C1');
  expect(choices.map(({ id }) => id)).not.toContain('B2');
  expect(findRefs(says).map(({ ref }) => ref)).toContain('Olaf');
});
