import { expect, test } from 'vitest';
import { type Combatant, find } from '../../../src/systems/segment/state.ts';
import { modifiedDefense } from './inner.ts';
import { ann, closed, eventTypes, grim, idle, run, tableOf } from './table.ts';

const axe = { name: 'axe', use: 'thrown', sc: 90, damage: '1d6', rank: 2, range: 40 };

test('SEG-RUL-94 a thrown weapon leaves the hand', () => {
  const stage = closed(tableOf([ann({ hand: 'axe', weapons: [axe], attacks: 2 }), grim({ pos: [4, 0] })], [9, 7, 90]), {
    Ann: { action: 'attack', target: 'Grim' },
    Grim: idle,
  });
  run(stage);
  expect(find(stage.state(), 'Ann')?.hand).toBeUndefined();
  expect(eventTypes(stage).filter((type) => type === 'attacked')).toHaveLength(1);
  expect(stage.left()).toBe(0);
});

test('SEG-RUL-61 a dropped weapon cannot be drawn', () => {
  const stage = tableOf([ann({ hand: null, atFeet: ['sword'] }), grim()]);
  expect(stage.order('Ann', 'declare', { action: 'attack', target: 'Grim', options: 'draw sword' })).toBe('BAD_ACTION');
});

test.each([
  { rows: 'dex initiative: 1-9 0; 10 4 | dex defense: 1-9 0; 10 5', segment: 5, need: 65 },
  { rows: 'none', segment: 9, need: 60 },
])('SEG-RUL-87 a stuck arrow costs what the table’s rows of DEX say: $rows', ({ rows, segment, need }) => {
  const arrow = ['arrow'];
  const us = [ann({ dex: 10, stuck: arrow }), grim({ dex: 10, stuck: arrow })];
  const stage = closed(tableOf(us, [9, 99], { tables: rows }), {
    Ann: { action: 'attack', target: 'Grim' },
    Grim: idle,
  });
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ segment, need });
});

test('SEG-RUL-7 a shield without skill protects a caster, but not from a free attack', () => {
  const casting = { spell: 'Mend', begins: 9, goesOff: 4 };
  const stage = tableOf([ann(), grim({ shieldReady: true, def: { base: 20, shield: 10, shieldAlone: 5 } })]);
  const [attacker, target] = stage.state().combatants;
  if (attacker === undefined || target === undefined) throw new Error('nobody is here');
  const [weapon] = attacker.sheet.weapons;
  if (weapon === undefined) throw new Error('no weapon');
  const def = (change: Partial<Combatant>, free = false) =>
    modifiedDefense(stage.state(), { attacker, target: { ...target, ...change }, weapon, hand: 'main', free }).def;
  expect([def({}), def({ casting }), def({}, true), def({ shieldReady: false })]).toEqual([35, 25, 20, 20]);
});

test('SEG-DRAW-1 SEG-RUL-59 a drawn weapon is in hand for the first attack', () => {
  const stage = closed(tableOf([ann({ attacks: 2 }), grim({ pos: [9, 0] })], [9, 97]), {
    Ann: { action: 'attack', target: 'Grim', weapon: 'bow', options: 'sheathe sword, draw bow' },
    Grim: idle,
  });
  expect(find(stage.state(), 'Ann')?.hand).toBe('sword');
  run(stage);
  expect(find(stage.state(), 'Ann')?.hand).toBe('bow');
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ weapon: 'bow', segment: -1 });
});
