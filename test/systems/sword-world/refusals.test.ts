import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type RefusalCode, refusals } from './inner.ts';
import { ann, asGm, does, duel, entering, fighting, gathered, gm, refusal, stranger, verb } from './table.ts';

const sting = verb('attack', { target: 'Grim', ability: 'sting' });
const stung = () => {
  const stinger = { majors: 2, attack: { id: 'sting', damage: { flat: 1 }, uses: 1 } };
  return does(
    fighting([
      ['Wolf', 'allies', 'wolf', stinger],
      ['Grim', 'enemies', 'goblin'],
    ]),
    sting,
    ann('Wolf'),
    [1, 2],
  ).game;
};
const inTurn = () => fighting(duel);
const rows: readonly { code: RefusalCode; says: string; earned: () => string }[] = [
  { code: 'E_NOT_YOURS', says: 'another player’s unit', earned: () => refusal(inTurn(), verb('end'), ann('Wolf', [])) },
  { code: 'E_NO_UNIT', says: 'an unknown unit', earned: () => refusal(inTurn(), verb('end'), ann('Nobody')) },
  { code: 'E_NAME_TAKEN', says: 'a name twice', earned: () => refusal(inTurn(), entering('Wolf', 'allies', 'wolf')) },
  { code: 'E_TWO_FACTIONS', says: 'a third faction', earned: () => refusal(inTurn(), entering('X', 'greens', 'wolf')) },
  {
    code: 'E_NO_FACTION',
    says: 'a newcomer without a side',
    earned: () => refusal(inTurn(), entering('X', undefined, 'wolf')),
  },
  {
    code: 'E_NO_POTION',
    says: 'a potion that is not on the sheet',
    earned: () => refusal(inTurn(), verb('potion', { own: 'Elixir' }), ann('Wolf')),
  },
  {
    code: 'E_NOT_NOW',
    says: 'placing in the middle',
    earned: () => refusal(inTurn(), verb('place', { placement: 'all: front' })),
  },
  {
    code: 'E_NO_OPPONENTS',
    says: 'a start without opponents',
    earned: () => refusal(gatheredAlone(), { do: 'start' }),
  },
  {
    code: 'E_NO_FEAT',
    says: 'a feat that is not on the sheet',
    earned: () => refusal(inTurn(), verb('minor', { kind: 'feat', item: 'Dance' }), ann('Wolf')),
  },
  {
    code: 'E_NO_SPELL',
    says: 'a spell that is not on the sheet',
    earned: () => refusal(inTurn(), verb('cast', { spell: 'Doom' }), ann('Wolf')),
  },
  {
    code: 'E_NO_ABILITY',
    says: 'an ability that is not on the sheet',
    earned: () => refusal(inTurn(), verb('attack', { target: 'Grim', ability: 'gaze' }), ann('Wolf')),
  },
  { code: 'E_USED_UP', says: 'an ability without a use left', earned: () => refusal(stung(), sting, ann('Wolf')) },
  {
    code: 'E_NO_CLASS',
    says: 'a class that does not count',
    earned: () => refusal(inTurn(), verb('attack', { target: 'Grim', class: 'Ranger' }), ann('Wolf')),
  },
  {
    code: 'E_NO_CLASS',
    says: 'a class by a name that every object has',
    earned: () => refusal(inTurn(), verb('check', { tn: 7, class: 'constructor' }), ann('Wolf')),
  },
  {
    code: 'E_BAD_VALUE',
    says: 'a fall into what every object has',
    earned: () => refusal(inTurn(), verb('fall', { height: 5, mods: '__proto__' }), asGm('Wolf')),
  },
  {
    code: 'E_GM_ONLY',
    says: 'what the GM does',
    earned: () => refusal(inTurn(), verb('fall', { height: 3 }), ann('Wolf')),
  },
  {
    code: 'E_GM_APPROVES',
    says: 'an action without approval',
    earned: () => refusal(inTurn(), verb('major', { kind: 'other' }), ann('Wolf')),
  },
  {
    code: 'E_STANDARD_ONLY',
    says: 'joining a melee among areas',
    earned: () => refusal(inTurn(), verb('join'), ann('Wolf')),
  },
  {
    code: 'E_NO_PLACE',
    says: 'a place that is none',
    earned: () => refusal(inTurn(), verb('move', { to: 'the moon' }), asGm('Wolf')),
  },
  {
    code: 'E_BAD_VALUE',
    says: 'a correction that cannot be',
    earned: () => refusal(inTurn(), { do: 'correct', field: 'mods', who: 'Wolf', value: 'luck 3' }),
  },
  {
    code: 'E_FIXED_LOCKED',
    says: 'switching in mid-combat',
    earned: () => refusal(inTurn(), verb('method', { use: 'dice' }), asGm('Grim')),
  },
];
const gatheredAlone = () => {
  const empty = gathered(duel);
  return does(does(empty, { do: 'correct', field: 'stage', who: '', value: 'gathering' }).game, {
    do: 'correct',
    field: 'hp',
    who: 'Grim',
    value: '0',
  }).game;
};

test.each(rows)('$code: $says', ({ code, earned }) => {
  expect(earned()).toBe(code);
});

test('every refusal code is tested by a worked case or by a row of this file’s table', () => {
  const cases = readFileSync('test/conformance/sword-world.jsonl', 'utf8');
  const earned = new Set<string>([
    ...(cases.match(/"error": "E_\w+"/g) ?? []).map((text) => text.slice(10, -1)),
    ...rows.map(({ code }) => code),
  ]);
  expect(Object.keys(refusals).filter((code) => !earned.has(code))).toEqual([]);
});

test('an answer to a question is checked like a block', () => {
  const game = fighting(
    [...duel, ['Mira', 'allies', 'mira'], ['Snag', 'enemies', 'goblin']],
    { mode: 'standard' },
    'Wolf: 0; Mira: 30; Grim: 6; Snag: 40',
  );
  const asked = game.act(verb('move', { type: 'normal', to: '10' }), ann('Wolf'), [], {
    roll: () => 1,
    rolledDice: () => [],
  });
  if (!asked.ok || asked.value.kind !== 'asked') throw new Error('No question.');
  const { question } = asked.value;
  expect(question).toMatchObject({ to: 'Grim', kind: 'block' });
  const pending = { ...asGm('Grim'), pending: question };
  const answer = (params: object) =>
    game.act(verb('block', params), pending, [], { roll: () => 1, rolledDice: () => [] });
  expect(answer({ by: 'Grim', at: 12 })).toMatchObject({ ok: false, error: { code: 'E_BLOCK_POINT_OFF_PATH' } });
  expect(answer({ by: 'Grim' })).toMatchObject({ ok: false, error: { code: 'E_BLOCK_NO_POINT' } });
  expect(answer({ by: 'Mira', at: 5 })).toMatchObject({ ok: false, error: { code: 'E_BLOCK_SAME_SIDE' } });
  expect(answer({})).toMatchObject({ ok: true, value: { choice: 'let pass' } });
  const held = answer({ by: 'Grim', at: 4 });
  if (!held.ok || held.value.kind !== 'answered') throw new Error('Not answered.');
  const moved = does(game, verb('move', { type: 'normal', to: '10' }), ann('Wolf'), [], [held.value.choice]);
  expect(moved.game.view(stranger()).board).toMatchObject({
    units: [{ id: 'Wolf', at: 4 }, { id: 'Grim', at: 4 }, {}, {}],
  });
  expect(game.act(verb('block', {}), gm, [], { roll: () => 1, rolledDice: () => [] })).toMatchObject({
    error: { code: 'E_NOT_NOW' },
  });
});

test('SW-BLOCK-12: after a refused or declined block the next block on the path is asked', () => {
  const game = fighting(
    [...duel, ['Mira', 'enemies', 'mira'], ['Tess', 'enemies', 'tess']],
    { mode: 'standard' },
    'Wolf: 0; Mira: 8; Tess: 4; Grim: 60',
  );
  const order = verb('move', { type: 'normal', to: '12' });
  const ask = (answers: readonly string[]) => {
    const outcome = game.act(order, ann('Wolf'), answers, { roll: () => 1, rolledDice: () => [] });
    if (!outcome.ok) return outcome.error.code;
    return outcome.value.kind === 'asked' ? outcome.value.question.to : 'nobody';
  };
  expect(ask([])).toBe('Tess');
  expect(ask(['let pass'])).toBe('Mira');
  expect(ask(['Tess at 11'])).toBe('no-such-choice');
  const passed = does(game, order, ann('Wolf'), [], ['let pass', 'let pass']);
  expect(passed.events.find(({ type }) => type === 'moved')).toMatchObject({ to: { pos: 12 }, blockedBy: [] });
  const held = does(game, order, ann('Wolf'), [], ['let pass', 'Mira at 6']);
  expect(held.events.find(({ type }) => type === 'moved')).toMatchObject({ to: { pos: 6 }, blockedBy: ['Mira'] });
});

test('SW-RETREAT-6, SW-BREAK-4, SW-PLACE-7: force refuses to pass foes, leave a broken line or the field', () => {
  const moved = (to: string) => verb('force', { cause: 'moved', who: 'Wolf', to });
  expect(refusal(inTurn(), moved("enemies' rear"), asGm('Wolf'))).toBe('E_RETREAT_DIRECTION');
  expect(does(inTurn(), moved('rear'), asGm('Wolf')).events.map(({ type }) => type)).toContain('relocated');
  const broken = ['Wolf', 'Grim'].reduce(
    (game, who) => does(game, { do: 'correct', field: 'place', who, value: "allies' rear" }).game,
    inTurn(),
  );
  expect(refusal(broken, moved('front'), asGm('Wolf'))).toBe('E_NO_RETREAT');
  const bounded = does(fighting(duel, { mode: 'standard' }), verb('field', { low: -5, high: 5 })).game;
  expect(refusal(bounded, moved('9'), asGm('Wolf'))).toBe('E_OUT_OF_BOUNDS');
});
