import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { refusals } from './inner.ts';
import { ann, closed, grim, run, tableOf } from './table.ts';

const earned = new Set<string>(
  readFileSync('test/conformance/segment.jsonl', 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => JSON.parse(line).expect.error ?? []),
);

const open = () => tableOf([ann(), grim()]);
const over = () => tableOf([ann(), grim()], [], {}, { status: 'ended' });
const running = () =>
  closed(tableOf([ann(), grim()], [5]), { Ann: { action: 'attack', target: 'Grim' }, Grim: { action: 'none' } });

test.each([
  { code: 'NO_BATTLE', says: 'declaring', order: () => over().order('Ann', 'declare', { action: 'none' }) },
  { code: 'NO_BATTLE', says: 'closing', order: () => over().order('GM', 'close', {}, 'GM') },
  { code: 'NO_BATTLE', says: 'running the segments', order: () => over().order('Ann', 'next') },
  { code: 'NO_BATTLE', says: 'checking', order: () => over().order('Ann', 'check', { kind: 'dex' }) },
  { code: 'NO_BATTLE', says: 'redirecting', order: () => over().order('Ann', 'redirect', { target: 'Grim' }) },
  {
    code: 'NO_BATTLE',
    says: 'standing up by the GM',
    order: () => over().order('GM', 'stand', { target: 'Ann' }, 'GM'),
  },
  {
    code: 'WRONG_PHASE',
    says: 'declaring in the round',
    order: () => running().order('Ann', 'declare', { action: 'none' }),
  },
  { code: 'WRONG_PHASE', says: 'closing twice', order: () => running().order('GM', 'close', {}, 'GM') },
  { code: 'WRONG_PHASE', says: 'running the segments before closing', order: () => open().order('Ann', 'resolve') },
  {
    code: 'WRONG_PHASE',
    says: 'placing oneself elsewhere in battle',
    order: () => open().order('Ann', 'place', { to: 'A1' }),
  },
  {
    code: 'WRONG_PHASE',
    says: 'an ambush in the round',
    order: () => running().order('GM', 'ambush', { ambushers: 'Grim', victims: 'Ann' }, 'GM'),
  },
  { code: 'NOT_GM', says: 'closing', order: () => open().order('Ann', 'close') },
  {
    code: 'NOT_GM',
    says: 'an ambush',
    order: () => open().order('Ann', 'ambush', { ambushers: 'Grim', victims: 'Ann' }),
  },
  { code: 'NOT_GM', says: 'repairing', order: () => open().order('Ann', 'repair', { target: 'Ann' }) },
  { code: 'NOT_GM', says: 'light', order: () => open().order('Ann', 'light', { lighting: 'starry' }) },
  {
    code: 'NO_SUCH_COMBATANT',
    says: 'declaring for an unknown combatant',
    order: () => open().order('Nobody', 'declare', { action: 'none' }),
  },
  {
    code: 'NO_TABLE',
    says: 'rolling on a table without rows',
    order: () => open().order('GM', 'table', { name: 'loot' }, 'GM'),
  },
  {
    code: 'NO_SUCH_COMBATANT',
    says: 'ambushing an unknown combatant',
    order: () => open().order('GM', 'ambush', { ambushers: 'Grim', victims: 'Nobody' }, 'GM'),
  },
  {
    code: 'NO_SUCH_COMBATANT',
    says: 'healing an unknown combatant',
    order: () => open().order('GM', 'heal', { target: 'Nobody', amount: 1 }, 'GM'),
  },
  {
    code: 'NOT_CONTROLLER',
    says: 'checking for another',
    order: () => open().order('Ann', 'check', { kind: 'dex' }, 'somebody'),
  },
  {
    code: 'INCAPACITATED',
    says: 'standing up when down',
    order: () => tableOf([ann({ hp: 0 }), grim()]).order('GM', 'stand', { target: 'Ann' }, 'GM'),
  },
  {
    code: 'STUNNED',
    says: 'a free attack by one who is stunned meanwhile',
    order: () => {
      const stage = closed(tableOf([ann(), grim({ con: 1 })], [], { autoFreeAttack: false }), {
        Ann: { action: 'withdraw', path: '-1,0' },
        Grim: { action: 'none' },
      });
      run(stage);
      stage.order('GM', 'damage', { target: 'Grim', amount: 9 }, 'GM');
      return stage.order('Grim', 'free-attack');
    },
  },
  { code: 'NO_PENDING', says: 'a free attack unasked', order: () => running().order('Grim', 'free-attack') },
  { code: 'NO_PENDING', says: 'pushing unasked', order: () => running().order('Ann', 'push') },
  { code: 'NO_PENDING', says: 'shouting unasked', order: () => open().order('Ann', 'shout') },
  { code: 'NO_PENDING', says: 'attacking anyway unasked', order: () => running().order('Ann', 'keep') },
] as const)('$code refuses $says', ({ code, order }) => {
  expect(order()).toBe(code);
  earned.add(code);
});

test('CANNOT_STAND a forced move off the board is refused', () => {
  const stage = tableOf([ann(), grim()], [], { board: { width: 4, height: 4 } });
  expect(stage.order('Ann', 'force-move', { target: 'Ann', to: 'Z9' }, 'GM')).toBe('CANNOT_STAND');
  earned.add('CANNOT_STAND');
});

test.each([
  { problem: 'no hit points', sheet: { maxHp: 0 } },
  {
    problem: 'an unreadable damage',
    sheet: { maxHp: 9, weapons: [{ name: 'x', use: 'melee', sc: 1, damage: 'lots' }] },
  },
  { problem: 'a die of no sides', sheet: { maxHp: 9, weapons: [{ name: 'x', use: 'melee', sc: 1, damage: '1d0' }] } },
  {
    problem: 'a negative rank',
    sheet: { maxHp: 9, weapons: [{ name: 'x', use: 'melee', sc: 1, damage: '1d6', rank: -1 }] },
  },
  { problem: 'a mage spell with no rank', sheet: { maxHp: 9, spells: [{ name: 'x', tradition: 'mage' }] } },
  { problem: 'a cleric spell with no time', sheet: { maxHp: 9, spells: [{ name: 'x', tradition: 'cleric' }] } },
  { problem: 'a negative percentage', sheet: { maxHp: 9, luck: -1 } },
  { problem: 'no attacks', sheet: { maxHp: 9, attacks: 0 } },
  { problem: 'a hand that holds nothing known', sheet: { maxHp: 9, hand: 'spoon' } },
])('BAD_SHEET a sheet with $problem is refused', ({ sheet }) => {
  const blank = segment.createGame({});
  if (!blank.ok) throw new Error('settings');
  const done = blank.value.act(
    { do: 'enter', entrant: { id: 'A', side: 'us', sheet } },
    gmCaller(),
    [],
    createScriptedDice([]),
  );
  expect(done).toMatchObject({ ok: false, error: { code: 'BAD_SHEET' } });
  earned.add('BAD_SHEET');
});

test('BAD_SHEET names must differ in more than letter case', () => {
  const blank = segment.createGame({});
  if (!blank.ok) throw new Error('settings');
  const enter = (id: string) => ({ do: 'enter' as const, entrant: { id, side: 'us', sheet: { maxHp: 9 } } });
  const first = blank.value.act(enter('Ann'), gmCaller(), [], createScriptedDice([]));
  if (!first.ok || first.value.kind !== 'decided') throw new Error('Ann may join');
  expect(first.value.game.act(enter('ANN'), gmCaller(), [], createScriptedDice([]))).toMatchObject({
    ok: false,
    error: { code: 'BAD_SHEET' },
  });
});

test('every code has a test or a worked case', () => {
  expect(Object.keys(refusals).filter((code) => !earned.has(code))).toEqual([]);
});

test('a refused order changes and rolls nothing', () => {
  const stage = open();
  const before = stage.state();
  stage.order('Ann', 'declare', { action: 'move', path: '0,1' });
  stage.order('Ann', 'declare', { action: 'attack', target: 'Ann' });
  expect(stage.state()).toEqual(before);
  expect(stage.dice.rolledDice()).toEqual([]);
});
