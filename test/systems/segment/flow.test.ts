import { describe, expect, test } from 'vitest';
import { gmCaller } from '../../../src/rules/caller.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { defenseBonus, segment } from '../../../src/systems/segment/index.ts';
import { find } from '../../../src/systems/segment/state.ts';
import { ann, bow, closed, eventTypes, grim, idle, olaf, run, strike, sword, tableOf } from './table.ts';

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

  test('SEG-INTOMELEE-1: of a target in melee with a friend it is said before the shot', () => {
    const archer = ann({ name: 'Eve', pos: [9, 9], hand: 'bow', weapons: [bow, sword] });
    const apart = grim({ name: 'Olaf', pos: [20, 20] });
    const state = tableOf([archer, ann({ name: 'Bea' }), grim(), apart]).state();
    const labels = (weapon: string) =>
      segment
        .openGame(JSON.parse(JSON.stringify(state)))
        .offers('declare', 'target', gmCaller('gm', 'Eve'), { action: 'attack', weapon }, gmViewer)
        ?.map(({ label }) => label);
    expect(labels('bow')).toEqual(['Grim · in melee: may hit a friend', 'Olaf']);
    expect(labels('sword')).toEqual(['Grim', 'Olaf']);
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
    const others = [ann({ name: 'Bea', pos: [0, -1] }), olaf(), olaf({ name: 'Uta', pos: [1, 1] })];
    const stage = closed(tableOf([ann(), grim(), ...others], [5]), {
      Ann: strike,
      Bea: idle,
      Grim: idle,
      Olaf: idle,
      Uta: idle,
    });
    stage.order('GM', 'kill', { target: 'Grim' }, 'GM');
    run(stage);
    expect(stage.order('Ann', 'redirect', { target: 'Bea' })).toBe('FRIENDLY_TARGET');
    expect(stage.order('Ann', 'redirect', { target: 'Ann' })).toBe('TARGET_SELF');
  });
});
