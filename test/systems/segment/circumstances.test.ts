import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { stateSchema } from '../../../src/systems/segment/state.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import { ann, annsPlayer, closed, grim, idle, run, strike, tableOf, told } from './table.ts';

const steps = (
  lines: readonly { readonly rows: readonly (readonly { readonly rule?: string; says: unknown }[])[] }[],
) => lines.flatMap(({ rows }) => rows.flat()).flatMap(({ rule, says }) => (rule === 'SEG-RUL-93' ? [says] : []));

/** The log, under this setting, of Grim falling prone after a push. */
const toldOfFall = (settings: Raw) => {
  const stage = tableOf([ann(), grim({ noMovement: true, dex: 10 })], [21], settings);
  const before = JSON.parse(JSON.stringify(stage.state()));
  expect(stage.order('GM', 'force-move', { target: 'Grim', to: '5,5' }, 'GM')).toBeUndefined();
  expect(stage.left()).toBe(0);
  return steps(segment.openGame(before).narrate(stage.events(), gmViewer));
};

test('SEG-SURP-1 SEG-RUL-39 surprise counts for one attack', () => {
  const stage = closed(tableOf([ann({ attacks: 2 }), grim()], [9, 5, 97, 98]), { Ann: strike, Grim: idle });
  stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind: 'in' }, 'GM');
  run(stage);
  const needs = stage.events().flatMap((event) => (event.type === 'attacked' ? [event.need] : []));
  expect(needs).toEqual([90, 60]);
});

test.each([
  ['fails', {}, [50], [80, 60]],
  ['2x', {}, [20], [70, 60]],
  ['1x', {}, [10], [65, 60]],
  ['sensed', { targetingSense: true }, [], [60, 60]],
])('SEG-SURP-6 an attack by an unseen attacker lowers DEF for one attack: PER %s', (_, sheet, per, wanted) => {
  const stage = closed(tableOf([ann({ attacks: 2 }), grim(sheet)], [9, 5, ...per, 97, 98]), {
    Ann: strike,
    Grim: idle,
  });
  stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind: 'unseen' }, 'GM');
  run(stage);
  expect(stage.left()).toBe(0);
  expect(stage.events().flatMap((event) => (event.type === 'attacked' ? [event.need] : []))).toEqual(wanted);
});

test('SEG-SURP-6 SEG-MELEE-1 an attacker may be both unexpected and unseen, until the GM takes both back', () => {
  const stage = closed(tableOf([ann({ attacks: 2 }), grim()], [9, 5, 50, 97, 98]), { Ann: strike, Grim: idle });
  const name = (kind: string) => stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind }, 'GM');
  for (const kind of ['unseen', 'none', 'in', 'out', 'unseen']) name(kind);
  expect(stage.state().surprises.map(({ kind }) => kind)).toEqual(['out', 'unseen']);
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ sc: 125, def: -20 });
  expect(stage.state().surprises).toEqual([]);
});

test('SEG-ROUND-6 unused surprise ends with the round', () => {
  const stage = closed(tableOf([ann(), grim()], [9, 97]), { Ann: idle, Grim: idle });
  stage.order('GM', 'surprise', { attacker: 'Ann', target: 'Grim', kind: 'out' }, 'GM');
  run(stage);
  closed(stage, { Ann: strike, Grim: idle });
  run(stage);
  expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ sc: 100, def: 40 });
});

test('SEG-RUL-79 cover against one shooter lasts one shot', () => {
  const archer = ann({ attacks: 2, hand: 'bow', pos: [9, 0] });
  const stage = closed(tableOf([archer, grim()], [9, 5, 97, 98]), { Ann: { ...strike, weapon: 'bow' }, Grim: idle });
  stage.order('GM', 'cover', { target: 'Grim', kind: 'hard', from: 'Ann' }, 'GM');
  run(stage);
  const scs = stage.events().flatMap((event) => (event.type === 'attacked' ? [event.sc] : []));
  expect(scs).toEqual([90, 110]);
});

test('SEG-SURP-1 only the GM sees that a surprise is set', () => {
  const stage = tableOf([ann(), grim()]);
  const from = stage.state();
  stage.order('GM', 'surprise', { attacker: 'Grim', target: 'Ann', kind: 'out' }, 'GM');
  expect(told(from, stage.events(), gmViewer).map(({ text }) => text)).toEqual([
    'Surprise of Ann by Grim: out of combat.',
  ]);
  expect(told(from, stage.events(), annsPlayer)).toEqual([]);
});

describe('effects', () => {
  const hung = (modifiers: Record<string, number>, remaining?: number) => ({
    effects: [
      {
        name: 'Bless',
        who: 'Ann',
        modifiers,
        ticks: { at: 'end' as const },
        ...(remaining !== undefined && { remaining }),
      },
    ],
  });

  test('SEG-GEN-5 effects add to the modifiers of the rules', () => {
    const stage = closed(tableOf([ann(), grim()], [5, 20, 4], {}, hung({ sc: 7, initiative: 2, damage: 3 })), {
      Ann: { action: 'attack', target: 'Grim' },
      Grim: { action: 'none' },
    });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({ segment: 7, sc: 107, rolled: 9 });
  });

  test('SEG-GEN-5 effects change DEF and PROT', () => {
    const stage = closed(tableOf([ann(), grim()], [5, 20, 4], {}, hung({ def: -4, prot: 2 })), {
      Grim: { action: 'attack', target: 'Ann' },
      Ann: { action: 'none' },
    });
    run(stage);
    expect(stage.events().find(({ type }) => type === 'attacked')).toMatchObject({
      def: -4,
      impact: { prot: 2, taken: 4 },
    });
  });

  test('an effect counts down at the end of each round', () => {
    const stage = closed(tableOf([ann(), grim()], [], {}, hung({ sc: 7 }, 1)), {
      Ann: { action: 'none' },
      Grim: { action: 'none' },
    });
    run(stage);
    expect(stage.state().effects).toEqual([]);
    expect(stage.events().find(({ type }) => type === 'round-ended')).toMatchObject({
      lapsed: [{ who: 'Ann', name: 'Bless' }],
    });
  });

  test('the GM removes an effect by its name', () => {
    const game = segment.openGame(
      JSON.parse(JSON.stringify(tableOf([ann(), grim()], [], {}, hung({ sc: 7 })).state())),
    );
    const done = game.act(
      { do: 'hang', who: 'Ann', name: 'Bless', effect: undefined },
      gmCaller(),
      [],
      createScriptedDice([]),
    );
    expect(done.ok && done.value.kind === 'decided' && stateSchema.parse(done.value.game.save()).effects).toEqual([]);
  });
});

test('SEG-GEN-7 a GM modifier counts for one attack, one check or one initiative roll', () => {
  const stage = tableOf([ann({ attacks: 2 }), grim()], [5, 3, 97, 98, 50]);
  stage.order('GM', 'modifier', { target: 'Ann', on: 'initiative', amount: 4, reason: 'haste' }, 'GM');
  stage.order('GM', 'modifier', { target: 'Ann', on: 'attack', amount: -15, reason: 'very fast' }, 'GM');
  stage.order('GM', 'modifier', { target: 'Ann', on: 'check', amount: 40, reason: 'help' }, 'GM');
  run(closed(stage, { Ann: { action: 'attack', target: 'Grim' }, Grim: { action: 'none' } }));
  const attacks = stage.events().flatMap((event) => (event.type === 'attacked' ? [[event.segment, event.sc]] : []));
  expect(attacks).toEqual([
    [9, 85],
    [7, 100],
  ]);
  stage.order('Ann', 'check', { kind: 'dex' });
  expect(stage.events().at(-1)).toMatchObject({ type: 'checked', roll: { target: 50, success: true } });
});

test.each([
  ['off', []],
  ['melee', ['melee attacks on it +10', 'its own melee attacks −10']],
  ['all', ['melee attacks on it +10', 'its own melee attacks −10', 'ranged attacks on it −10']],
])('SEG-RUL-93 the log explains being prone with the setting %s', (prone, told) => {
  expect(toldOfFall({ prone })).toEqual(told);
});

test('SEG-RUL-93 the log explains nothing if being prone has no effect', () => {
  expect(toldOfFall({})).toEqual([]);
});

test('SEG-RUL-93 SEG-FREE-2 the log explains dropping prone, but not speaking', () => {
  const stage = tableOf([ann(), grim()], [], { prone: 'melee' });
  const before = JSON.parse(JSON.stringify(stage.state()));
  run(
    closed(stage, {
      Ann: { action: 'none', options: 'free drop prone' },
      Grim: { action: 'none', options: 'free speak or shout' },
    }),
  );
  const told = segment.openGame(before).narrate(stage.events(), gmViewer);
  expect(steps(told)).toEqual(['melee attacks on it +10', 'its own melee attacks −10']);
});

test('SEG-RUL-93 standing up ends the penalty before the attack', () => {
  const struck = (options: string | undefined) => {
    const stage = tableOf([ann(), grim({ prone: true, im: 9 })], [5, 97], { prone: 'melee' });
    run(closed(stage, { Ann: { action: 'attack', target: 'Grim' }, Grim: { ...idle, ...(options && { options }) } }));
    expect(stage.left()).toBe(0);
    return stage.events().find(({ type }) => type === 'attacked');
  };
  expect(struck(undefined)).toMatchObject({ sc: 110 });
  expect(struck('step 2/0')).toMatchObject({ sc: 100 });
});
