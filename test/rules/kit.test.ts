import { describe, expect, test } from 'vitest';
import { renderText } from '../../src/core/message.ts';
import { createScriptedDice, type ScriptedDie } from '../../src/dice/scripted-dice.ts';
import { gmCaller } from '../../src/rules/caller.ts';
import { bindCombatants } from '../../src/rules/combatants.ts';
import { startDraft } from '../../src/rules/draft.ts';
import { bindEvents, createEventTable } from '../../src/rules/event.ts';
import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import type { Game, GameAction } from '../../src/rules/game.ts';
import { line } from '../../src/rules/lines.ts';
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
import { duel, eventSchema } from '../template/index.ts';

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
        ['Grim', 'blue', 'ogre'],
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

describe('a rulebook made of events and orders on a draft', () => {
  test('DU-BLOW-1, DU-BLOW-2: an order gives its events, and the battle after them is their fold', () => {
    const game = begun();
    const outcome = act(game, strike('Bob'), [d20(10), d6(4)], 'Ann');
    if (!outcome.ok || outcome.value.kind !== 'decided') throw new Error('It was not decided.');
    expect(outcome.value.events).toEqual([
      { type: 'struck', who: 'Ann', target: 'Bob', die: 10, total: 12, needed: 12, damage: 4, yields: false },
    ]);
    expect(eventSchema.array().parse(outcome.value.events)).toEqual(outcome.value.events);
    expect(game.applyEvents(outcome.value.events).save()).toEqual(outcome.value.game.save());
    expect(game.talliesOf(outcome.value.events)).toMatchObject([
      { what: 'hit' },
      { what: 'damage' },
      { what: 'taken' },
    ]);
    expect([game.actorsOf(outcome.value.events), game.strokesOf(outcome.value.events)]).toEqual([['Ann'], ['attack']]);
  });

  test('DU-TURN-1, DU-TURN-2: the first round begins with the duel, the next one when all have struck', () => {
    const after = [strike('Bob'), strike('Ann'), strike('Ann')].reduce(
      (game, doing) => next(game, doing, [d20(1)], game.expectedActions()[0]?.actor),
      begun(),
    );
    expect([begun(), after].map((game) => game.view(gmViewer).round)).toEqual([1, 2]);
    expect(after.expectedActions()[0]?.actor).toBe('Ann');
  });

  test('DU-AFTER-1: who stands leaves as it came in, who was felled is dead', () => {
    const game = next(begun(), strike('Bob'), [d20(20), d6(6)], 'Ann').applyEvents([
      { type: 'struck', who: 'Ann', target: 'Grim', die: 20, total: 22, needed: 11, damage: 30, yields: false },
    ]);
    const sheet = duel.presets.squire?.sheet;
    expect(game.carry('Bob', sheet)).toEqual({ sheet, changes: [], dead: false });
    expect(game.carry('Grim', duel.presets.ogre?.sheet)?.dead).toBe(true);
    expect(game.carry('Nobody', sheet)).toBeUndefined();
    expect(duel.restore(sheet)).toEqual({ ok: true, value: sheet });
  });

  test('DU-BLOW-1: one less than needed misses, and rolls no damage', () => {
    const outcome = act(begun(), strike('Bob'), [d20(9)], 'Ann');
    expect(outcome).toMatchObject({ ok: true, value: { events: [{ type: 'struck', total: 11, damage: 0 }] } });
  });

  test.each([
    ['DU-TURN-1', 'not-your-turn', 'Bob', 'Ann'],
    ['DU-BLOW-1', 'no-such-foe', 'Ann', 'Nobody'],
  ])('%s: %s is refused before any die falls, and changes nothing', (_, code, actor, target) => {
    const game = begun();
    const before = JSON.stringify(game.save());
    expect(act(game, strike(target), [], actor)).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(game.save())).toBe(before);
  });

  test('DU-BLOW-1: what does not read is refused by the name of its option', () => {
    expect(act(begun(), { do: 'verb', verb: 'attack', params: {} }, [], 'Ann')).toMatchObject({
      ok: false,
      error: { code: 'bad-input', facts: { option: 'target' } },
    });
  });

  test('DU-TURN-3: what follows a verb is emitted after it, once', () => {
    const fallen = next(begun(), strike('Bob'), [d20(20), d6(6)], 'Ann');
    const [bob, grim] = [
      { do: 'correct', field: 'hp', who: 'bob', value: '0' },
      { do: 'correct', field: 'hp', who: 'Grim', value: '1' },
    ] as const;
    const last = next(next(fallen, bob), grim);
    const turn = last.expectedActions()[0]?.actor === 'Ann' ? last : next(last, strike('Ann'), [d20(1)], 'Grim');
    const outcome = act(turn, strike('Grim'), [d20(20), d6(1)], 'Ann');
    expect(outcome).toMatchObject({
      ok: true,
      value: { events: [{ type: 'struck' }, { type: 'ended', winner: 'red' }], game: { status: 'ended' } },
    });
  });

  test('DU-BLOW-3: a ruling that asks stops, and with the answer goes on with the same dice', () => {
    const game = next(begun({ quarter: 'yes' }), { do: 'correct', field: 'hp', who: 'Bob', value: '3' });
    const asked = act(game, strike('Bob'), [d20(20), d6(3)], 'Ann');
    if (!asked.ok || asked.value.kind !== 'asked') throw new Error('Nothing is asked.');
    expect(asked.value.question).toMatchObject({ to: 'Bob', kind: 'yield', auto: 'yield' });
    expect(renderText(asked.value.question.says, nameLookupShowingAll)).toBe('Ann fells Bob with 3 damage. Yield?');
    const yielded = act(game, strike('Bob'), [d20(20), d6(3)], 'Ann', ['yield']);
    expect(yielded).toMatchObject({ ok: true, value: { events: [{ type: 'struck', yields: true }] } });
    const fell = act(game, strike('Bob'), [d20(20), d6(3)], 'Ann', ['fall']);
    expect(fell).toMatchObject({ ok: true, value: { events: [{ type: 'struck', yields: false }] } });
  });

  test('DU-SETUP-1: what is put right is written with what the GM typed', () => {
    const outcome = act(begun(), { do: 'correct', field: 'hp', who: 'bob', value: '−5' });
    expect(outcome).toMatchObject({
      ok: true,
      value: { events: [{ type: 'corrected', field: 'hp', typed: '−5', fighter: { id: 'Bob', hp: -5 } }] },
    });
    expect(act(begun(), { do: 'correct', field: 'hp', who: 'Ann', value: '0x10' })).toMatchObject({
      ok: false,
      error: { code: 'bad-input', facts: { option: 'value' } },
    });
  });

  test('DU-BLOW-1: who is hidden is somebody in a line that is worth telling, and in no offer', () => {
    const game = begun();
    const struck = {
      type: 'struck',
      who: 'Ann',
      target: 'Bob',
      die: 10,
      total: 12,
      needed: 12,
      damage: 4,
      yields: false,
    };
    expect(game.narrate([struck], stranger).map(({ text }) => text)).toEqual(['Ann strikes somebody: 4 damage.']);
    expect(game.narrate([{ type: 'joined', who: 'Bob', side: 'blue', sheet: { skill: 2, hp: 10 } }], stranger)).toEqual(
      [],
    );
    const offered = game.offers('attack', 'target', { ...gmCaller(), actor: 'Ann' }, {}, stranger);
    expect(offered?.map(({ label }) => label)).toEqual(['Grim']);
  });

  test('DU-TURN-1: what is suggested names nobody who is hidden from the one who reads it', () => {
    const labels = (viewer?: Viewer) =>
      begun()
        .expectedActions(viewer)
        .map(({ auto }) => auto?.label);
    expect([labels(), labels(stranger)]).toEqual([['Strike Bob'], ['Strike Grim']]);
  });

  test('DU-BLOW-1: a query answers in words for whoever asks, and knows nobody they do not', () => {
    const ask = (target: string, viewer: Viewer) =>
      begun().answerQuery('need', { ...gmCaller(), actor: 'Ann' }, { target }, viewer);
    expect(ask('bob', gmViewer)).toMatchObject({
      ok: true,
      value: { title: 'Ann against Bob', lines: [{ text: 'Ann hits Bob with 10 or more.' }] },
    });
    expect(ask('bob', stranger)).toMatchObject({ ok: false, error: { code: 'no-such-foe' } });
  });

  test('DU-BLOW-1: an effect that hangs counts, is replaced by one of its name, and is over when it is lifted', () => {
    const effect = { name: 'blessed', who: 'Ann', modifiers: { skill: 3 }, ticks: { at: 'end' } } as const;
    const hang = (given: typeof effect | undefined): GameAction => ({
      do: 'hang',
      who: 'Ann',
      name: 'blessed',
      effect: given,
    });
    const blessed = next(next(begun(), hang(effect)), hang(effect));
    expect(blessed.effects()).toHaveLength(1);
    expect(act(blessed, strike('Bob'), [d20(7), d6(1)], 'Ann')).toMatchObject({ value: { events: [{ total: 12 }] } });
    const lifted = next(blessed, hang(undefined));
    expect(lifted.effects()).toEqual([]);
    expect(act(lifted, hang(undefined))).toMatchObject({ ok: false, error: { code: 'no-such-effect' } });
  });
});

const cases = casesIn(new URL('../template/cases.jsonl', import.meta.url));

test.each(cases.map((worked) => ({ ...worked, worked })))('$id $rules: $why', ({ worked }) => {
  expect(playPlainly(duel)(worked)).toEqual([]);
});

test('a plain case may not expect what did not happen', () => {
  const [first] = cases;
  expect(first && playPlainly(duel)({ ...first, expect: { happened: [] } })).toHaveLength(1);
});

test('plain random play gives orders of which the battle is the fold', () => {
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
const added = counting('added', {}, { apply: (sum) => sum + 1, narrate: () => line('One more.') });
const table = createEventTable([added]);

test('what is tried on a trial does not happen, and no die may fall in it', () => {
  const draft = startDraft(0, table.evolve);
  const trial = draft.trial();
  trial.emit(added());
  expect([trial.now(), draft.now(), draft.events]).toEqual([1, 0, []]);
  expect(() => trial.dice.roll(6, 'chance')).toThrow('must not fall');
});

test('an event is known by its constructor', () => {
  expect([added(), { type: 'taken' }, undefined].map(added.is)).toEqual([true, false, false]);
});

test('two events of one type are a bug', () => {
  expect(() => createEventTable([added, added])).toThrow('one type');
});

test('one of those who fight is found by id or by name, and changed in parts', () => {
  interface Pair {
    readonly all: readonly { readonly id: string; readonly hp: number; readonly side: string }[];
  }
  const two: Pair = {
    all: [
      { id: 'ann', hp: 3, side: 'red' },
      { id: 'Ann', hp: 5, side: 'blue' },
    ],
  };
  const { find, findByName, update, withoutCombatants } = bindCombatants<Pair, Pair['all'][number], 'all', 'id'>(
    'all',
    'id',
  );
  expect([find(two, 'Ann')?.hp, find(two, 'ANN'), find(two, undefined)]).toEqual([5, undefined, undefined]);
  expect([findByName(two, 'Ann')?.hp, findByName(two, 'ANN')?.hp]).toEqual([5, 3]);
  expect(update(two, 'Ann', ({ hp }) => ({ hp: hp - 1 })).all[1]).toEqual({ id: 'Ann', hp: 4, side: 'blue' });
  expect(update(two, 'Bob', () => ({ hp: 0 }))).toEqual(two);
  expect(withoutCombatants(two, ['ann']).all).toEqual([two.all[1]]);
});

describe('the grammar of what a GM types is one for all rulebooks', () => {
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
  ])('a whole number from −10 to 99: %j', (text, value) => {
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
  ])('yes or no: %j', (text, value) => {
    expect(yesNoParser.safeParse(text).data).toBe(value);
  });
  test('words, names, squares, and none', () => {
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
  ])('a name and a number from −10 to 10: %j', (text, value) => {
    expect(namedNumberParser('strength 4', -10, 10).safeParse(text).data).toEqual(value);
  });
});
