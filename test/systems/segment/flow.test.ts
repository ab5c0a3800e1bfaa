import { describe, expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/battle.ts';
import { emptyOptions } from '../../../src/systems/segment/declaration-options.ts';
import { defenseBonus } from '../../../src/systems/segment/defense.ts';
import { initiativeParts } from '../../../src/systems/segment/initiative.ts';
import { keptAttacks } from '../../../src/systems/segment/kept-attacks.ts';
import { mains } from '../../../src/systems/segment/model.ts';
import { allowanceFeet, rateOf } from '../../../src/systems/segment/movement.ts';
import { combatantOf } from '../../conformance/segment/combatant.ts';
import { stateOf } from '../../conformance/segment/stage.ts';
import { ann, bow, closed, eventTypes, grim, mend, olaf, run, sword, tableOf } from './table.ts';

const strike = { action: 'attack', target: 'Grim' };
const idle = { action: 'none' };
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

describe('turning away from a defender', () => {
  const settled = { Ann: strike, Grim: { action: 'full-defense' }, Olaf: idle };

  test('SEG-DECL-9 SEG-DEF-9 SEG-RUL-4: against full defense the blow may go elsewhere, though the target is there', () => {
    const stage = closed(tableOf([ann(), grim(), olaf()], [5, 70]), settled);
    run(stage);
    expect(stage.state().pending).toMatchObject({ kind: 'choose-again', who: 'Ann', target: 'Grim', segment: 5 });
    expect(stage.order('Ann', 'redirect', { target: 'Olaf' })).toBeUndefined();
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({
      target: 'Olaf',
      need: 60,
      segment: 5,
    });
    expect(stage.left()).toBe(0);
  });

  test('SEG-DECL-9: it may strike all the same', () => {
    const stage = closed(tableOf([ann(), grim(), olaf()], [5, 70]), settled);
    run(stage);
    expect(stage.order('Ann', 'keep')).toBeUndefined();
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ target: 'Grim', def: 60 });
  });

  test('SEG-DEF-9: nothing is asked where nobody else is there', () => {
    const stage = closed(tableOf([ann(), grim()], [5, 70]), { Ann: strike, Grim: { action: 'full-defense' } });
    run(stage);
    expect(stage.state().round).toBe(2);
  });

  test('SEG-DECL-9 SEG-RUL-4: against desperate defense any other action, moving off with no free attack', () => {
    const stage = closed(tableOf([ann(), grim()], [5]), { Ann: strike, Grim: { action: 'desperate-defense' } });
    run(stage);
    expect(stage.order('Ann', 'turn-away', { path: '-1,0 -2,0' })).toBeUndefined();
    run(stage);
    expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -2, y: 0 });
    expect(eventTypes(stage)).not.toContain('attacked');
    expect(stage.left()).toBe(0);
  });

  test('SEG-DECL-9: only desperate defense lets one do something else', () => {
    const stage = closed(tableOf([ann(), grim(), olaf()], [5]), settled);
    run(stage);
    expect(stage.order('Ann', 'turn-away')).toBe('NOT_A_MINOR_CHANGE');
  });

  test('SEG-DEF-8 SEG-RUL-72: after a miss too, once a round', () => {
    const stage = closed(tableOf([ann({ attacks: 2 }), grim()], [7, 5, 97, 98]), {
      Ann: strike,
      Grim: { action: 'desperate-defense' },
    });
    run(stage);
    stage.order('Ann', 'keep');
    expect(stage.state().pending).toMatchObject({ kind: 'push', who: 'Ann', on: 'Grim' });
    expect(stage.order('Ann', 'push', { path: '1,1' })).toBeUndefined();
    expect(find(stage.state(), 'Grim')?.pos).toEqual({ x: 1, y: 1 });
    run(stage);
    stage.order('Ann', 'keep');
    run(stage);
    expect(stage.state().round).toBe(2);
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

describe('waiting and overtaken attacks', () => {
  test('SEG-ROUND-5: an attack that waits may be forgone', () => {
    const stage = closed(tableOf([ann(), grim({ pos: [6, 0] })], [9]), {
      Ann: { action: 'move-attack', target: 'Grim', path: '1,0 2,0' },
      Grim: idle,
    });
    while (!eventTypes(stage).includes('attack-waits')) stage.order('GM', 'next');
    expect(stage.order('Ann', 'forgo')).toBeUndefined();
    run(stage);
    expect(stage.state().round).toBe(2);
  });

  test('SEG-ROUND-5 SEG-DECL-7: out of reach after segment 1 and nobody else there: lost with no die', () => {
    const stage = closed(tableOf([ann(), grim({ pos: [6, 0] })], [9]), {
      Ann: { action: 'move-attack', target: 'Grim', path: '1,0 2,0' },
      Grim: idle,
    });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'lost')).toMatchObject({ segment: 1, why: 'no target' });
  });

  test('SEG-DECL-7: a spell whose target is down asks for another', () => {
    const spell = { ...mend, castChance: undefined };
    const stage = closed(tableOf([ann({ spells: [spell], energy: 9 }), grim({ maxHp: 20 }), olaf()], [8]), {
      Ann: { action: 'cast', spell: 'Mend', target: 'Grim' },
      Grim: idle,
      Olaf: idle,
    });
    while (!eventTypes(stage).includes('casting-began')) stage.order('GM', 'next');
    stage.order('GM', 'kill', { target: 'Grim' }, 'GM');
    run(stage);
    expect(stage.state().pending).toMatchObject({ kind: 'contingency', spell: true, target: 'Grim' });
    expect(stage.order('Ann', 'redirect', { target: 'Olaf' })).toBeUndefined();
    expect(stage.events().at(-1)).toMatchObject({ type: 'spell-went-off', target: 'Olaf', success: true });
  });
});

describe('free attacks that are asked for', () => {
  const leaving = { Ann: { action: 'withdraw', path: '-1,0 -2,0' }, Grim: idle, Olaf: idle };

  test('SEG-RUL-75: autoFreeAttack off asks each opponent; those who take it strike in tie order', () => {
    const stage = closed(
      tableOf([ann(), grim({ dex: 8 }), olaf({ dex: 12 })], [97, 98], { autoFreeAttack: false }),
      leaving,
    );
    run(stage);
    expect(stage.state().pending).toEqual({ kind: 'free-attack', on: 'Ann', left: ['Olaf', 'Grim'], taking: [] });
    expect(stage.order('Grim', 'free-attack')).toBeUndefined();
    expect(stage.order('Olaf', 'free-attack', { take: true })).toBeUndefined();
    expect(stage.events().flatMap((event) => (event.type === 'attacked' ? [event.who] : []))).toEqual(['Olaf', 'Grim']);
    run(stage);
    expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -2, y: 0 });
  });

  test('SEG-WITHDRAW-2: declining rolls nothing', () => {
    const stage = closed(tableOf([ann(), grim()], [], { autoFreeAttack: false }), { Ann: leaving.Ann, Grim: idle });
    run(stage);
    expect(stage.order('Grim', 'free-attack', { take: false })).toBeUndefined();
    run(stage);
    expect(eventTypes(stage)).not.toContain('attacked');
  });

  test('SEG-WITHDRAW-3: the GM denies and allows', () => {
    const denied = closed(tableOf([ann(), grim()]), { Ann: leaving.Ann, Grim: idle });
    denied.order('GM', 'deny-free', { target: 'Grim' }, 'GM');
    run(denied);
    expect(eventTypes(denied)).not.toContain('attacked');
    const allowed = closed(tableOf([ann(), grim()], [97]), { Ann: leaving.Ann, Grim: { action: 'full-defense' } });
    allowed.order('GM', 'allow-free', { target: 'Grim', leaving: 'Ann' }, 'GM');
    run(allowed);
    expect(eventTypes(allowed)).toContain('attacked');
    expect(allowed.left()).toBe(0);
  });

  test('SEG-WITHDRAW-1 SEG-RUL-74: a free move out of all reach is a withdrawal', () => {
    const stage = closed(tableOf([ann(), grim()], [97]), { Ann: { action: 'none', options: 'step -1/0' }, Grim: idle });
    run(stage);
    expect(eventTypes(stage)).toContain('attacked');
    expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -1, y: 0 });
  });
});

describe('without a map', () => {
  const bare = { useMap: false };

  test('SEG-RUL-20: a melee attack makes an engagement, withdrawing ends it', () => {
    const stage = closed(tableOf([ann({ pos: null }), grim({ pos: null })], [5, 97], bare), {
      Ann: strike,
      Grim: idle,
    });
    run(stage);
    expect(stage.state().engagements).toEqual([['Ann', 'Grim']]);
    const next = tableOf([ann({ pos: null }), grim({ pos: null })], [97], bare, { engagements: [['Ann', 'Grim']] });
    closed(next, { Ann: { action: 'withdraw' }, Grim: idle });
    run(next);
    expect(next.state().engagements).toEqual([]);
    expect(eventTypes(next)).toContain('attacked');
  });

  test('SEG-RUL-20: no path, reach or range is tested', () => {
    const stage = tableOf([ann({ pos: [0, 0] }), grim({ pos: [20, 0] })], [5, 97], bare);
    closed(stage, { Ann: strike, Grim: { action: 'none' } });
    run(stage);
    expect(eventTypes(stage)).toContain('attacked');
  });

  test('SEG-RUL-20: on a board its edge and its blocked squares are tested', () => {
    const board = { board: { width: 3, height: 3, blocked: [{ x: 1, y: 1 }] } };
    const stage = tableOf([ann(), grim({ pos: [2, 2] })], [], board);
    expect(stage.order('Ann', 'declare', { action: 'move', path: '-1,0' })).toBe('BAD_PATH');
    expect(stage.order('Ann', 'declare', { action: 'move', path: 'B2' })).toBe('BAD_PATH');
    expect(stage.order('Ann', 'declare', { action: 'move', path: 'B1' })).toBeUndefined();
  });
});

describe('small things', () => {
  test('SEG-FREE-1 SEG-RUL-61: the list of free actions is the GM’s', () => {
    const stage = tableOf([ann(), grim()], [], { freeActions: ['sing'] });
    expect(stage.state().settings.freeActions).toEqual(['sing']);
    expect(stage.order('Ann', 'declare', { ...strike, options: 'free sing' })).toBeUndefined();
  });

  test('SEG-DRAW-1 SEG-RUL-59: the drawn weapon is in hand for the first attack', () => {
    const stage = closed(tableOf([ann({ attacks: 2 }), grim({ pos: [9, 0] })], [9, 97]), {
      Ann: { action: 'attack', target: 'Grim', weapon: 'bow', options: 'sheathe sword, draw bow' },
      Grim: idle,
    });
    expect(find(stage.state(), 'Ann')?.hand).toBe('sword');
    run(stage);
    expect(find(stage.state(), 'Ann')?.hand).toBe('bow');
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ weapon: 'bow', segment: -1 });
  });

  test('SEG-MOVE-5 SEG-RUL-17: the prone spend the free move standing up', () => {
    const stage = closed(tableOf([ann({ prone: true }), grim({ pos: [5, 5] })]), {
      Ann: { action: 'none', options: 'step 0/1' },
      Grim: idle,
    });
    run(stage);
    expect(find(stage.state(), 'Ann')).toMatchObject({ prone: false, pos: { x: 0, y: 0 } });
  });

  test('SEG-INTOMELEE-3 SEG-RUL-90: a GM’s own table', () => {
    const table = { intoMeleeTable: [{ friends: 1, opponents: 1, friendOn: 0 }] };
    const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow] });
    const stage = closed(tableOf([archer, ann({ name: 'Bea' }), grim()], [5, 6, 97], table), {
      Eve: { action: 'attack', target: 'Grim', weapon: 'bow' },
      Bea: idle,
      Grim: idle,
    });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({
      target: 'Grim',
      intoMelee: { threshold: 0, friend: false, total: 10 },
    });
  });

  test('SEG-SURP-1 SEG-RUL-39: the GM names it for one attack', () => {
    const stage = closed(tableOf([ann({ attacks: 2 }), grim()], [9, 5, 97, 98]), { Ann: strike, Grim: idle });
    stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind: 'in' }, 'GM');
    run(stage);
    const needs = stage.events().flatMap((event) => (event.type === 'attacked' ? [event.need] : []));
    expect(needs).toEqual([90, 60]);
  });

  test('SEG-ROUND-6: a surprise that nobody used is over with its round', () => {
    const stage = closed(tableOf([ann(), grim()], [9, 97]), { Ann: idle, Grim: idle });
    stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind: 'out' }, 'GM');
    run(stage);
    closed(stage, { Ann: strike, Grim: idle });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ sc: 100, def: 40 });
  });

  test('SEG-RUL-79: cover named for one shooter lasts one shot', () => {
    const archer = ann({ attacks: 2, hand: 'bow', pos: [9, 0] });
    const stage = closed(tableOf([archer, grim()], [9, 5, 97, 98]), { Ann: { ...strike, weapon: 'bow' }, Grim: idle });
    stage.order('GM', 'cover', { target: 'Grim', kind: 'hard', from: 'Ann' }, 'GM');
    run(stage);
    const scs = stage.events().flatMap((event) => (event.type === 'attacked' ? [event.sc] : []));
    expect(scs).toEqual([90, 110]);
  });

  test('SEG-AMB-5 SEG-AMB-6: levels 3 to 5 sit the ambush round out; the next is normal', () => {
    const stage = tableOf([ann({ per: 10 }), grim()], [35, 6, 97]);
    stage.order('GM', 'ambush', { ambushers: 'Grim', victims: 'Ann' }, 'GM');
    expect(stage.order('Ann', 'declare', idle)).toBe('SURPRISED');
    closed(stage, { Grim: { action: 'attack', target: 'Ann' } });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ sc: 120 });
    expect(stage.order('Ann', 'declare', idle)).toBeUndefined();
  });

  test('SEG-STUN-5 SEG-ROUND-6: stun ends with the round, and so do its choices', () => {
    const stage = closed(tableOf([ann({ con: 3 }), grim()], [9, 50, 8]), {
      Ann: { action: 'none', options: 'no movement, defend 20' },
      Grim: { action: 'attack', target: 'Ann' },
    });
    run(stage);
    expect(eventTypes(stage)).toContain('attacked');
    expect(find(stage.state(), 'Ann')).toMatchObject({ stunned: false, noMovement: false, initiatives: [] });
    expect(find(stage.state(), 'Ann')?.defending).toBeUndefined();
  });

  test('SEG-COMBO-9 SEG-RUL-58: a later attack given up late makes up the steps already due', () => {
    const stage = closed(
      tableOf([ann({ attacks: 2, dex: 14, tmr: 60 }), grim({ pos: [1, 0], maxHp: 4, hand: null })], [7, 3, 50, 8, 28]),
      {
        Ann: { action: 'attack-move', attacks: 'sword > Grim x2', path: '-1,0 -2,0 -3,0' },
        Grim: idle,
      },
    );
    run(stage);
    expect(stage.events().find(({ type }) => type === 'move-after-attack')).toMatchObject({ last: 7, begins: 5 });
    expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -3, y: 0 });
    expect(stage.left()).toBe(0);
  });

  test.each([
    [0, 5, 20],
    [1, 8, 23],
    [2, 10, 25],
    [5, 18, 33],
    [8, 25, 40],
  ])('SEG-DEF-5 SEG-DEF-7 SEG-DEF-10: rank %i', (rank, full, desperate) => {
    expect([defenseBonus('full', 0, rank), defenseBonus('desperate', 0, rank)]).toEqual([full, desperate]);
  });

  test('SEG-RUL-92: swords are not turned on friends by redirecting either', () => {
    const stage = closed(tableOf([ann(), grim(), ann({ name: 'Bea', pos: [0, 1] }), olaf()], [5]), {
      Ann: strike,
      Bea: idle,
      Grim: idle,
      Olaf: idle,
    });
    stage.order('GM', 'kill', { target: 'Grim' }, 'GM');
    run(stage);
    expect(stage.order('Ann', 'redirect', { target: 'Bea' })).toBe('FRIENDLY_TARGET');
    expect(stage.order('Ann', 'redirect', { target: 'Ann' })).toBe('TARGET_SELF');
  });
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
