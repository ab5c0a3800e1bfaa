import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createScriptedDice, type ScriptedDie } from '../../src/dice/dice.ts';
import { bindCombatants } from '../../src/rules/combatants.ts';
import { bindEvents, createEventTable, line } from '../../src/rules/event.ts';
import { gmCaller } from '../../src/rules/expected-action.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { createRulingDraft } from '../../src/rules/order-limits.ts';
import { gmViewer, type Viewer } from '../../src/rules/reader.ts';
import {
  namedNumberParser,
  nameListParser,
  noneParser,
  oneOfParser,
  squareParser,
  textParser,
  valueOrNoneParser,
  wholeNumberParser,
  yesNoParser,
} from '../../src/rules/value-parsers.ts';
import { picker, seededDice } from '../chance.ts';
import { playPlainly } from '../conformance/plain.ts';
import { casesIn } from '../conformance/worked-cases.ts';
import { plainBattle } from '../systems/wild-battles.ts';
import { duel } from '../template/index.ts';

const begun = (settings: unknown = {}): Game => {
  const blank = duel.createGame(settings);
  if (!blank.ok) throw new Error(blank.error.code);
  const entering = ([id, side, preset]: readonly [string, string, string]): GameAction => ({
    do: 'enter',
    entrant: { id, side, sheet: duel.presets[preset]?.sheet },
  });
  return [
    ...(
      [
        ['Ann', 'red', 'squire'],
        ['Bob', 'blue', 'squire'],
        ['Grim', 'blue', 'squire'],
      ] as const
    ).map(entering),
    { do: 'start' } as const,
  ].reduce((game, doing) => next(game, doing), blank.value);
};

const act = (
  game: Game,
  doing: GameAction,
  dice: readonly ScriptedDie[] = [],
  actor = 'gm',
  answers: readonly string[] = [],
) => {
  const scripted = createScriptedDice([...dice]);
  const outcome = game.act(doing, { ...gmCaller(), actor }, answers, scripted);
  expect(scripted.remaining()).toEqual([]);
  return outcome;
};

const next = (
  game: Game,
  doing: GameAction,
  dice: readonly ScriptedDie[] = [],
  actor = 'gm',
  answers: readonly string[] = [],
): Game => {
  const outcome = act(game, doing, dice, actor, answers);
  if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error(JSON.stringify(outcome));
  return outcome.value.game;
};

const strike = (target: string): GameAction => ({ do: 'verb', verb: 'attack', params: { target } });
const stranger: Viewer = { ...gmViewer, gm: false, user: 'somebody else', unseen: ['Bob'] };

const d20 = (value: number): ScriptedDie => ({ name: 'attack', sides: 20, value });
const d6 = (value: number): ScriptedDie => ({ name: 'damage', sides: 6, value });

describe('a rulebook based on events and a draft', () => {
  test('DU-BLOW-1, DU-BLOW-2: an order returns events, and the new state is their fold', () => {
    const game = begun();
    const outcome = act(game, strike('Bob'), [d20(10), d6(4)], 'Ann');
    if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error('It was not decided.');
    expect(outcome.value.events).toEqual([
      { type: 'struck', who: 'Ann', target: 'Bob', total: 12, needed: 12, damage: 4 },
    ]);
    expect(game.applyEvents(outcome.value.events).save()).toEqual(outcome.value.game.save());
    expect(game.actorsOf(outcome.value.events)).toEqual(['Ann']);
  });

  test('DU-TURN-1, DU-TURN-2: the next round begins when all have attacked', () => {
    const after = [strike('Bob'), strike('Ann'), strike('Ann')].reduce(
      (game, doing) => next(game, doing, [d20(1)], game.expectedActions()[0]?.actor),
      begun(),
    );
    expect([begun(), after].map((game) => game.view(gmViewer).round)).toEqual([1, 2]);
    expect(after.expectedActions()[0]?.actor).toBe('Ann');
  });

  test.each([
    ['DU-TURN-1', 'not-your-turn', 'Bob', 'Ann'],
    ['DU-BLOW-1', 'no-such-foe', 'Ann', 'Nobody'],
  ])('%s: %s is refused before any die is rolled, and changes nothing', (_, code, actor, target) => {
    const game = begun();
    const before = JSON.stringify(game.save());
    expect(act(game, strike(target), [], actor)).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(game.save())).toBe(before);
  });

  test('DU-BLOW-1: an unreadable input is refused by the name of its option', () => {
    expect(act(begun(), { do: 'verb', verb: 'attack', params: {} }, [], 'Ann')).toMatchObject({
      ok: false,
      error: { code: 'bad-input', facts: { option: 'target' } },
    });
  });

  test('DU-TURN-3: follow-up events are emitted once, after those of the verb', () => {
    const felled = { type: 'struck', who: 'Bob', target: 'Grim', total: 0, needed: 0, damage: 6 };
    const outcome = act(begun().applyEvents([felled]), strike('Bob'), [d20(20), d6(6)], 'Ann');
    expect(outcome).toMatchObject({
      ok: true,
      value: { events: [{ type: 'struck' }, { type: 'ended' }], game: { status: 'ended' } },
    });
  });

  test('DU-BLOW-1: a hidden combatant is “somebody” in a masked line', () => {
    const struck = { type: 'struck', who: 'Ann', target: 'Bob', total: 12, needed: 12, damage: 4 };
    expect(
      begun()
        .narrate([struck], stranger)
        .map(({ text }) => text),
    ).toEqual(['Ann strikes somebody: 4 damage.']);
    const fighter = { id: 'Bob', side: 'blue', sheet: { skill: 2, hp: 6 }, hp: 6 };
    expect(begun().narrate([{ type: 'joined', fighter }], stranger)).toEqual([]);
  });

  test('the template shows the required members in at most 200 lines', () => {
    const folder = new URL('../template/', import.meta.url);
    const files = readdirSync(folder).filter((name) => name.endsWith('.ts'));
    const lines = files.flatMap((name) => readFileSync(new URL(name, folder), 'utf8').trimEnd().split('\n'));
    expect(lines.length).toBeLessThanOrEqual(200);
  });

  test('without the optional members a rulebook corrects and carries nothing and has no plans', () => {
    const game = begun();
    expect(act(game, { do: 'correct', field: 'hp', who: 'Bob', value: '3' })).toMatchObject({
      error: { code: 'unknown-field' },
    });
    expect(act(game, { do: 'hang', who: 'Bob', name: 'blessed', effect: undefined })).toMatchObject({
      error: { code: 'no-such-effect' },
    });
    expect(game.answerQuery('need', gmCaller(), {}, gmViewer)).toMatchObject({ error: { code: 'unknown-query' } });
    expect([game.carry('Bob', duel.presets.squire?.sheet), game.plans('Ann', gmViewer)]).toEqual([undefined, []]);
    expect([duel.restore({ skill: 1, hp: 3 }), game.battleSize()]).toEqual([
      { ok: true, value: { skill: 1, hp: 3 } },
      { board: undefined, effectCount: 0 },
    ]);
  });
});

const cases = casesIn(new URL('../template/cases.jsonl', import.meta.url));

test.each(cases.map((worked) => ({ ...worked, worked })))('$id $rules: $why', ({ worked }) => {
  expect(playPlainly(duel)(worked)).toEqual([]);
});

test('a plain case may not expect events that did not happen', () => {
  const [first] = cases;
  expect(first && playPlainly(duel)({ ...first, expect: { happened: [] } })).toHaveLength(1);
});

test('in plain random play the state is the fold of the orders', () => {
  const pick = picker(1);
  const { opening, propose } = plainBattle(duel)(pick);
  const blank = duel.createGame({});
  if (!blank.ok) throw new Error(blank.error.code);
  let game = blank.value;
  const log: unknown[] = [];
  for (let n = 0; n < 60 && game.status !== 'ended'; n++) {
    const { doing, call } = opening[n] ?? propose(game);
    const outcome = game.act(doing, call, [], seededDice(n), ({ auto }) => auto);
    if (!outcome.ok || outcome.value.kind !== 'decided') continue;
    log.push(...outcome.value.events);
    game = outcome.value.game;
  }
  expect(game.status).toBe('ended');
  expect(blank.value.applyEvents(log).save()).toEqual(game.save());
});

const counting = bindEvents<number>();
const added = counting('added', { facts: {}, apply: (sum) => sum + 1, narrate: () => line('One more.') });
const table = createEventTable([added]);

test('a trial changes nothing and may roll no dice', () => {
  const draft = createRulingDraft(0, table.evolve);
  const trial = draft.trial();
  trial.emit(added());
  expect([trial.now(), draft.now(), draft.events]).toEqual([1, 0, []]);
  expect(() => trial.dice.roll(6, 'chance')).toThrow('must not fall');
});

test('an event is recognized by its constructor', () => {
  expect([added(), { type: 'taken' }, undefined].map(added.is)).toEqual([true, false, false]);
});

test('two event constructors of one type throw', () => {
  expect(() => createEventTable([added, added])).toThrow('one type');
});

test('a combatant is found by id or name, and updated in part', () => {
  interface Pair {
    readonly all: readonly { readonly id: string; readonly hp: number; readonly side: string }[];
  }
  const two: Pair = {
    all: [
      { id: 'ann', hp: 3, side: 'red' },
      { id: 'Ann', hp: 5, side: 'blue' },
    ],
  };
  const { find, findByName, update, withoutCombatants } = bindCombatants<Pair, Pair['all'][number], 'all'>('all');
  expect([find(two, 'Ann')?.hp, find(two, 'ANN'), find(two, undefined)]).toEqual([5, undefined, undefined]);
  expect([findByName(two, 'Ann')?.hp, findByName(two, 'ANN')?.hp]).toEqual([5, 3]);
  expect(update(two, 'Ann', ({ hp }) => ({ hp: hp - 1 })).all[1]).toEqual({ id: 'Ann', hp: 4, side: 'blue' });
  expect(update(two, 'Bob', () => ({ hp: 0 }))).toEqual(two);
  expect(withoutCombatants(two, ['ann']).all).toEqual([two.all[1]]);
});

describe('parsers of the GM’s input', () => {
  test.each([
    ['5', 5],
    ['+5', 5],
    ['-5', -5],
    ['−5', -5],
    [' 7 ', 7],
    ['0x10', undefined],
    ['1e1', undefined],
    ['', undefined],
    ['1 5', undefined],
    ['100', undefined],
  ])('a parser reads a whole number from −10 to 99: %j', (text, value) => {
    expect(wholeNumberParser(-10, 99).safeParse(text).data).toBe(value);
  });
  test.each([
    ['yes', true],
    ['On', true],
    ['TRUE', true],
    ['no', false],
    ['off', false],
    ['maybe', undefined],
    ['constructor', undefined],
  ])('a parser reads yes or no: %j', (text, value) => {
    expect(yesNoParser.safeParse(text).data).toBe(value);
  });
  test('parsers read words, names, squares and “none”', () => {
    expect(oneOfParser(['light', 'Heavy']).parse('hEAVY')).toBe('Heavy');
    expect(nameListParser.parse('Ann, none , Bob')).toEqual(['Ann', 'Bob']);
    expect(nameListParser.safeParse('').success).toBe(false);
    expect(squareParser.parse('d4')).toEqual({ x: 3, y: 3 });
    expect(valueOrNoneParser(wholeNumberParser(0, 9)).parse('None')).toBe('none');
    expect(valueOrNoneParser(wholeNumberParser(0, 9)).safeParse('ten').error?.issues[0]?.message).toContain('or none');
    expect(textParser(3).safeParse('four').success).toBe(false);
    expect(noneParser.parse(' − ')).toBe('none');
    expect(noneParser.safeParse('something').success).toBe(false);
  });
  test.each([
    ['strength 4', { name: 'strength', n: 4 }],
    ['Ember  Lance −2', { name: 'Ember  Lance', n: -2 }],
    ['strength', undefined],
    ['4', undefined],
    ['strength 0x4', undefined],
    ['strength 11', undefined],
  ])('a parser reads a name and a number from −10 to 10: %j', (text, value) => {
    expect(namedNumberParser('strength 4', -10, 10).safeParse(text).data).toEqual(value);
  });
});
