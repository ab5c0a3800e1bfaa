import { describe, expect, test } from 'vitest';
import { find } from '../../../src/systems/segment/state.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import { ann, closed, eventTypes, grim, idle, mend, olaf, run, strike, tableOf } from './table.ts';

test('SEG-RUL-92 redirect refuses a friend as the new target', () => {
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

describe('turning away from a defender', () => {
  const settled = { Ann: strike, Grim: { action: 'full-defense' }, Olaf: idle };

  test('SEG-DECL-9 SEG-DEF-9 SEG-RUL-4 an attack on full defense may turn to another foe', () => {
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

  test('SEG-DECL-9 the attacker may attack anyway', () => {
    const stage = closed(tableOf([ann(), grim(), olaf()], [5, 70]), settled);
    run(stage);
    expect(stage.order('Ann', 'keep')).toBeUndefined();
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ target: 'Grim', def: 60 });
  });

  test('SEG-DECL-9 attacking anyway holds for every attack of the round on that target', () => {
    const three = [ann({ attacks: 3 }), grim(), olaf()];
    const stage = closed(tableOf(three, [9, 7, 5, 70, 71, 72]), settled);
    run(stage);
    expect(stage.order('Ann', 'keep')).toBeUndefined();
    run(stage);
    expect(eventTypes(stage).filter((type) => type === 'question-asked')).toHaveLength(1);
    expect(stage.state().round).toBe(2);
    expect(stage.left()).toBe(0);
  });

  test('SEG-DEF-9 no question is asked without another target', () => {
    const stage = closed(tableOf([ann(), grim()], [5, 70]), { Ann: strike, Grim: { action: 'full-defense' } });
    run(stage);
    expect(stage.state().round).toBe(2);
  });

  test('SEG-DECL-9 SEG-RUL-4 an attacker may leave a desperate defender without a free attack', () => {
    const stage = closed(tableOf([ann(), grim()], [5]), { Ann: strike, Grim: { action: 'desperate-defense' } });
    run(stage);
    expect(stage.order('Ann', 'turn-away', { path: '-1,0 -2,0' })).toBeUndefined();
    run(stage);
    expect(find(stage.state(), 'Ann')?.pos).toEqual({ x: -2, y: 0 });
    expect(eventTypes(stage)).not.toContain('attacked');
    expect(stage.left()).toBe(0);
  });

  test('SEG-DECL-9 only desperate defense allows another action', () => {
    const stage = closed(tableOf([ann(), grim(), olaf()], [5]), settled);
    run(stage);
    expect(stage.order('Ann', 'turn-away')).toBe('NOT_A_MINOR_CHANGE');
  });

  test('SEG-DEF-8 SEG-RUL-72 an attacker may push once a round, even after a miss', () => {
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

describe('waiting and overtaken attacks', () => {
  test('SEG-ROUND-5 a waiting attack may be given up', () => {
    const stage = closed(tableOf([ann(), grim({ pos: [6, 0] })], [9]), {
      Ann: { action: 'move-attack', target: 'Grim', path: '1,0 2,0' },
      Grim: idle,
    });
    while (!eventTypes(stage).includes('attack-delayed')) stage.order('GM', 'next');
    expect(stage.order('Ann', 'forgo')).toBeUndefined();
    run(stage);
    expect(stage.state().round).toBe(2);
  });

  test('SEG-ROUND-5 SEG-DECL-7 a waiting attack without a target is lost after segment 1', () => {
    const stage = closed(tableOf([ann(), grim({ pos: [6, 0] })], [9]), {
      Ann: { action: 'move-attack', target: 'Grim', path: '1,0 2,0' },
      Grim: idle,
    });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'action-lost')).toMatchObject({ segment: 1, why: 'no target' });
  });

  const uta = olaf({ name: 'Uta', pos: [1, 1] });
  const replaced = (contingency: string | undefined, others: readonly Raw[], dice: readonly number[]) => {
    const settings = contingency === undefined ? {} : { contingency };
    const them = Object.fromEntries(others.map(({ name }) => [String(name), idle]));
    const stage = closed(tableOf([ann(), grim(), ...others], dice, settings), { Ann: strike, Grim: idle, ...them });
    stage.order('GM', 'kill', { target: 'Grim' }, 'GM');
    run(stage);
    return stage;
  };

  test.each([undefined, 'one', 'auto'])(
    'SEG-RUL-3 SEG-DECL-7 an attack turns to the only replacement (contingency %s)',
    (contingency) => {
      const stage = replaced(contingency, [olaf(), olaf({ name: 'Far', pos: [9, 0] })], [5, 70]);
      expect(stage.events().find(({ type }) => type === 'redirected')).toMatchObject({ from: 'Grim', to: 'Olaf' });
      expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ target: 'Olaf', segment: 5 });
      expect(stage.left()).toBe(0);
    },
  );

  test.each([
    { contingency: undefined, others: [olaf(), uta] },
    { contingency: 'one', others: [olaf(), uta] },
    { contingency: 'ask', others: [olaf()] },
  ])('SEG-RUL-3 SEG-DECL-7 the player chooses the replacement (contingency $contingency)', (given) => {
    const stage = replaced(given.contingency, given.others, [5]);
    expect(stage.state().pending).toMatchObject({ kind: 'contingency', who: 'Ann', target: 'Grim', spell: false });
    expect(eventTypes(stage)).not.toContain('attacked');
    expect(stage.left()).toBe(0);
  });

  test('SEG-RUL-3 contingency auto takes the nearest replacement', () => {
    const stage = replaced('auto', [uta, olaf()], [5, 70]);
    expect(stage.events().find(({ type }) => type === 'redirected')).toMatchObject({ to: 'Uta' });
  });

  test('SEG-DECL-7 an attack without another foe in reach is lost and rolls nothing', () => {
    const stage = replaced(undefined, [olaf({ name: 'Far', pos: [9, 0] })], [5]);
    expect(stage.events().find(({ type }) => type === 'action-lost')).toMatchObject({ why: 'no target' });
    expect(stage.left()).toBe(0);
  });

  test('SEG-DECL-7 a spell on a friend that is down always asks for a new target', () => {
    const spell = { ...mend, castChance: undefined };
    const friends = [ann({ name: 'Bea', pos: [0, 2] }), ann({ name: 'Cid', pos: [0, 3] })];
    const stage = closed(tableOf([ann({ spells: [spell], energy: 9 }), grim(), ...friends], [8]), {
      Ann: { action: 'cast', spell: 'Mend', target: 'Bea' },
      Grim: idle,
      Bea: idle,
      Cid: idle,
    });
    while (!eventTypes(stage).includes('casting-began')) stage.order('GM', 'next');
    stage.order('GM', 'kill', { target: 'Bea' }, 'GM');
    run(stage);
    expect(stage.state().pending).toMatchObject({ kind: 'contingency', spell: true, target: 'Bea' });
  });

  test('SEG-DECL-7 a spell whose target is down asks which of several foes it hits', () => {
    const spell = { ...mend, castChance: undefined };
    const stage = closed(tableOf([ann({ spells: [spell], energy: 9 }), grim({ maxHp: 20 }), olaf(), uta], [8]), {
      Ann: { action: 'cast', spell: 'Mend', target: 'Grim' },
      Grim: idle,
      Olaf: idle,
      Uta: idle,
    });
    while (!eventTypes(stage).includes('casting-began')) stage.order('GM', 'next');
    stage.order('GM', 'kill', { target: 'Grim' }, 'GM');
    run(stage);
    expect(stage.state().pending).toMatchObject({ kind: 'contingency', spell: true, target: 'Grim' });
    expect(stage.order('Ann', 'redirect', { target: 'Olaf' })).toBeUndefined();
    expect(stage.events().at(-1)).toMatchObject({ type: 'spell-went-off', target: 'Olaf', success: true });
  });
});
