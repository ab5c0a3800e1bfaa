import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPresetDice } from '../../src/battle/decide/hand-dice.ts';
import { describeBattleRefusal } from '../../src/battle/views/refusals.ts';
import { renderText } from '../../src/core/message.ts';
import type { WorkInProgress } from '../../src/core/work-in-progress.ts';
import { rollNotation } from '../../src/dice/notation.ts';
import { type AnswerPolicy, gmCaller } from '../../src/rules/expected-action.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { orderLimits } from '../../src/rules/order-limits.ts';
import { gmViewer } from '../../src/rules/reader.ts';
import { codeOf, done, stage } from '../battle/stage.ts';
import { seededDice } from '../chance.ts';
import { gluttons } from './gluttons.ts';

const blank = (): Game => {
  const game = gluttons.createGame({});
  if (!game.ok) throw new Error(game.error.code);
  return game.value;
};
const one = { type: 'ate' };
const eats = (verb: string, n: number): GameAction => ({ do: 'verb', verb, params: { n } });
const byThemselves: AnswerPolicy = ({ unless, auto }) => (unless === 'auto' ? auto : undefined);

test.each([
  { verb: 'dice', most: orderLimits.dice, at: 'hunger' },
  { verb: 'events', most: orderLimits.events, at: 'ate' },
  { verb: 'heap', most: orderLimits.events, at: 'ate' },
  { verb: 'questions', most: orderLimits.questions, at: 'more' },
  { verb: 'steps', most: orderLimits.steps, at: 'chewing' },
])('an order may use at most $most $verb, and one more is always refused', ({ verb, most, at }) => {
  const game = blank();
  const within = game.act(eats(verb, most), gmCaller(), [], seededDice(1), byThemselves);
  expect(within).toMatchObject({ ok: true, value: { kind: 'decided' } });
  const before = JSON.stringify(game.save());
  for (const seed of [1, 2]) {
    const beyond = game.act(eats(verb, most + 1), gmCaller(), [], seededDice(seed), byThemselves);
    expect(beyond).toMatchObject({ ok: false, error: { code: 'beyond-bounds', facts: { verb, most, at } } });
    if (!beyond.ok)
      expect(renderText(describeBattleRefusal(beyond.error) ?? '', nameLookupShowingAll)).toMatch(
        new RegExp(`^${verb} was stopped: one order may take at most ${most} `),
      );
  }
  expect(JSON.stringify(game.save())).toBe(before);
});

test('a query that takes too many steps is refused like an order', () => {
  const asked = blank().answerQuery('reckon', gmCaller(), { n: orderLimits.steps + 1 }, gmViewer);
  expect(asked).toMatchObject({ ok: false, error: { code: 'beyond-bounds', facts: { verb: 'reckon' } } });
});

test('replaying a log has no limits', () => {
  const events = new Array(orderLimits.events * 2).fill({ type: 'ate' });
  expect(blank().applyEvents(events).save()).toMatchObject({ eaten: orderLimits.events * 2 });
});

test('an order that fails halfway is reverted', () => {
  const game = blank();
  const outcome = game.act(eats('surfeit', 1), gmCaller(), [], seededDice(1));
  expect(outcome).toMatchObject({ ok: false, error: { code: 'sick' } });
  expect(game.save()).toMatchObject({ eaten: 0 });
});

test('what follows an order may ask a question', () => {
  const eating = (answers: readonly string[]) => blank().act(eats('seconds', 1), gmCaller(), answers, seededDice(1));
  expect(eating([])).toMatchObject({ ok: true, value: { kind: 'asked', question: { kind: 'more' } } });
  expect(eating(['more'])).toMatchObject({ ok: true, value: { kind: 'decided', events: [one, one] } });
  expect(eating(['enough'])).toMatchObject({ ok: true, value: { kind: 'decided', events: [one] } });
});

test('an invalid automatic answer ends the order instead of asking again', () => {
  const answered = blank().act(eats('once', 1), gmCaller(), [], seededDice(1), () => 'no');
  expect(answered).toMatchObject({
    ok: false,
    error: { code: 'no-such-choice', facts: { choice: 'no', choices: 'yes' } },
  });
});

test('a refused order changes nothing, and the monitor is told only which it was', async () => {
  const refused: unknown[] = [];
  const inHand: WorkInProgress[] = [];
  let open = 0;
  const set = stage({
    rulesets: [gluttons],
    monitor: {
      startWork: (work) => {
        open++;
        inHand.push(work);
        return () => open--;
      },
      orderRefused: (work, { code, facts: { what, most } }) => refused.push({ ...work, code, what, most }),
    },
  });
  await done(set.battles.create(set.gm(), { system: 'gluttons', name: 'Feast' }));
  await done(set.battles.start(set.gm()));
  const before = await set.store.byChannel('table');
  const order = { verb: 'dice', params: { n: orderLimits.dice + 1 }, actor: 'gm' };
  expect(await codeOf(set.battles.order(set.gm('too-much'), order))).toBe('beyond-bounds');
  expect(await set.store.byChannel('table')).toEqual(before);
  expect(refused).toEqual([
    { battle: before?.id, order: 'too-much', code: 'beyond-bounds', what: 'dice', most: orderLimits.dice },
  ]);
  expect(inHand).toContainEqual({ battle: before?.id, order: 'too-much', verb: 'dice' });
  expect(open).toBe(0);
  await codeOf(set.battles.order(set.gm('typed'), { verb: 'Ann of the Secret', params: {}, actor: 'gm' }));
  expect(JSON.stringify(inHand)).not.toContain('Secret');
  const within = { ...order, params: { n: orderLimits.dice } };
  expect((await done(set.battles.order(set.gm(), within))).entry.dice).toHaveLength(orderLimits.dice);
});

test.each([
  { how: 'all of them', typed: orderLimits.dice + 1 },
  { how: 'the first few of them', typed: 100 },
  { how: 'every one up to the ceiling', typed: orderLimits.dice },
])('hand-rolled dice count towards the limit: $how', async ({ typed }) => {
  const byHand = (count: number): readonly number[] => new Array<number>(count).fill(1);
  const order = (n: number) => ({ verb: 'dice', params: { n }, actor: 'gm' });
  const set = stage({ rulesets: [gluttons] });
  await done(set.battles.create(set.gm(), { system: 'gluttons', name: 'Feast' }));
  await done(set.battles.start(set.gm()));
  const before = await set.store.byChannel('table');
  const beyond = { ...order(orderLimits.dice + 1), handDice: byHand(typed) };
  expect(await codeOf(set.battles.order(set.gm(), beyond))).toBe('beyond-bounds');
  expect(await set.store.byChannel('table')).toEqual(before);
  const within = { ...order(orderLimits.dice), handDice: byHand(Math.min(typed, orderLimits.dice)) };
  const { entry } = await done(set.battles.order(set.gm(), within));
  expect(entry).toMatchObject({ byHand: true, dice: { length: orderLimits.dice } });
});

test('preset dice count towards the limit, and stay if the order is refused', async () => {
  const presetDice = createPresetDice(new Array<number>(orderLimits.dice + 1).fill(1));
  const set = stage({ rulesets: [gluttons], presetDice });
  await done(set.battles.create(set.gm(), { system: 'gluttons', name: 'Feast' }));
  await done(set.battles.start(set.gm()));
  const order = { verb: 'dice', params: { n: orderLimits.dice + 1 }, actor: 'gm' };
  expect(await codeOf(set.battles.order(set.gm(), order))).toBe('beyond-bounds');
  expect(presetDice.remaining()).toHaveLength(orderLimits.dice + 1);
});

test('a free roll stays below the limit of an order, whatever the notation', () => {
  for (const notation of ['20#100d6r6', '20#50d2r2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2+4d2!2'])
    for (const value of [1, 6]) {
      let rolled = 0;
      const roll = (sides: number): number => {
        rolled++;
        return Math.min(value, sides);
      };
      expect(rollNotation(notation, { roll }).ok).toBe(true);
      expect(rolled).toBeGreaterThan(1000);
      expect(rolled).toBeLessThanOrEqual(orderLimits.dice);
    }
});

const pureFolders = ['src/core', 'src/dice', 'src/rules', 'src/systems', 'src/battle'];
const sources = pureFolders.flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(root, name)),
);

test('no loop in the rules is endless', () => {
  const endless = /\bfor \(;;\)|\bwhile \((?:true|1)\)/;
  expect(sources.filter((file) => endless.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('rulebooks apply events only through the kit’s draft, which counts them', () => {
  const applies = /import \{[^}]*\bevolve\b[^}]*\} from '(?:\.\.?\/)+(?:evolve|index)\.ts'/;
  expect(sources.filter((file) => applies.test(readFileSync(file, 'utf8')))).toEqual([]);
});
