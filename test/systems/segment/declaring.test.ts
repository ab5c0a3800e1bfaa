import { describe, expect, test } from 'vitest';
import {
  allowanceFeet,
  emptyOptions,
  initiativeParts,
  keptAttacks,
  rateOf,
} from '../../../src/systems/segment/index.ts';
import { find, mains } from '../../../src/systems/segment/state.ts';
import { combatantOf } from '../../conformance/segment/combatant.ts';
import { stateOf } from '../../conformance/segment/stage.ts';
import { ann, closed, grim, idle, run, strike, sword, tableOf } from './table.ts';

const worked = { id: '', rules: [], why: '', action: {}, dice: [], expect: {}, setup: {} };

describe('declaring', () => {
  test('SEG-DECL-1: nothing is rolled until declarations are closed, and each may be replaced until then', () => {
    const stage = tableOf([ann({ attacks: 2 }), grim()], [7]);
    expect(stage.order('Ann', 'declare', strike)).toBeUndefined();
    expect(stage.order('Ann', 'declare', { action: 'move-attack', target: 'Grim' })).toBeUndefined();
    expect(stage.left()).toBe(1);
    closed(stage, { Grim: idle });
    expect(find(stage.state(), 'Ann')?.initiatives.map(({ segment }) => segment)).toEqual([2]);
    expect(stage.order('Ann', 'declare', strike)).toBe('WRONG_PHASE');
  });

  test.each([
    { main: 'attack', kept: [1, 2, 3, 4, 5, 6], initiative: 0, feet: undefined },
    { main: 'move-attack', kept: [1, 1, 2, 2, 3, 3], initiative: -5, feet: 30 },
    { main: 'attack-move', kept: [1, 2, 3, 4, 5, 6], initiative: 0, feet: 30 },
    { main: 'run-attack', kept: [1, 1, 1, 2, 2, 3], initiative: -7, feet: 60 },
    { main: 'move', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60 },
    { main: 'dodge', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60 },
    { main: 'withdraw', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: 60 },
    { main: 'cast', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'move-cast', kept: [0, 0, 0, 0, 0, 0], initiative: -5, feet: 30 },
    { main: 'hold', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'full-defense', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'desperate-defense', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'pick-up', kept: [0, 0, 0, 0, 0, 0], initiative: -5, feet: undefined },
    { main: 'first-aid', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'other', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
    { main: 'none', kept: [0, 0, 0, 0, 0, 0], initiative: 0, feet: undefined },
  ] as const)('SEG-DECL-3: $main', ({ main, kept, initiative, feet }) => {
    const state = stateOf(worked, []);
    expect(
      [1, 2, 3, 4, 5, 6].map((attacks) => keptAttacks(state, combatantOf({ name: 'A', attacks }), main, emptyOptions)),
    ).toEqual(kept);
    const declared = { main, attacks: [], options: emptyOptions, kept: 0, byAir: false, carried: false };
    const parts = initiativeParts(state, combatantOf({ name: 'A' }), declared);
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(initiative);
    const rate = rateOf(main);
    expect(rate === undefined ? undefined : allowanceFeet(rate, 60)).toBe(feet);
  });

  test('SEG-DECL-3: the table has every main action', () => {
    expect(mains).toHaveLength(16);
  });

  test('SEG-DEF-3: Defending can be chosen only when declarations are made', () => {
    const stage = closed(tableOf([ann(), grim()], [5]), { Ann: strike, Grim: idle });
    expect(stage.order('Grim', 'declare', { action: 'none', options: 'defend 10' })).toBe('WRONG_PHASE');
    expect(find(stage.state(), 'Grim')?.defending).toBeUndefined();
  });

  test('SEG-DECL-6: the last to declare closes, where autoClose is on', () => {
    const stage = tableOf([ann(), grim()], [5], { autoClose: true });
    stage.order('Ann', 'declare', strike);
    expect(stage.state().phase).toBe('declare');
    stage.order('Grim', 'declare', idle);
    expect(stage.state().phase).toBe('resolve');
    expect(stage.left()).toBe(0);
  });
});

describe('secret declarations', () => {
  test.each([{ secretDeclarations: true }, { declarations: 'private' }])(
    'SEG-RUL-1: %o closes on a GM word like any other',
    (settings) => {
      const stage = closed(tableOf([ann(), grim()], [5, 97], settings), { Ann: strike, Grim: idle });
      expect(run(stage)).toBeUndefined();
      expect(stage.left()).toBe(0);
    },
  );
});

test('SEG-INIT-8: every loss is counted from the normal number', () => {
  const state = stateOf(worked, []);
  const who = combatantOf({ name: 'A', attacks: 5, weapons: [sword] });
  const options = {
    ...emptyOptions,
    aim: true,
    freeActions: ['a', 'b'],
    drink: { potion: 'x', pay: 'attacks' as const },
  };
  expect(keptAttacks(state, who, 'attack', options)).toBe(0);
  expect(keptAttacks(state, who, 'attack', { ...options, drink: undefined })).toBe(3);
});
