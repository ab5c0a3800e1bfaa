import { describe, expect, test } from 'vitest';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { gmCaller } from '../../../src/rules/expected-action.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { find, type State, stateSchema } from '../../../src/systems/segment/state.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import { ann, closed, grim, idle, mend, strike, tableOf } from './table.ts';

const corrected = (state: State, field: string, value: string, who = 'Ann') => {
  const game = segment.openGame(JSON.parse(JSON.stringify(state)));
  const done = game.act({ do: 'correct', field, who, value }, gmCaller(), [], createScriptedDice([]));
  if (!done.ok) return { error: done.error.code };
  if (done.value.kind !== 'decided') throw new Error('nothing is asked');
  return { events: done.value.events, state: stateSchema.parse(done.value.game.save()) };
};

const open = (given: Raw = {}) =>
  tableOf([ann({ spells: [{ ...mend, prepared: 1 }], energy: 9, ...given }), grim()]).state();

/** A value for each field of a combatant, with the rolls and declarations that it needs. */
const ofOne: readonly { readonly field: string; readonly value: string; readonly want: object; readonly of?: Raw }[] = [
  { field: 'hp', value: '0', want: { hp: 0, life: 'down' } },
  { field: 'hp', value: '7', want: { hp: 7, life: 'up' } },
  { field: 'hp', value: '−5', want: { hp: -5, life: 'down' } },
  { field: 'life', value: 'Dead', want: { life: 'dead' } },
  { field: 'armor-loss', value: '2', want: { armorLoss: 2 } },
  { field: 'energy', value: '+3', want: { energy: 3 } },
  { field: 'uses', value: 'Mend 4', want: { uses: { Mend: 4 } } },
  { field: 'position', value: 'D4', want: { pos: { x: 3, y: 3 } } },
  { field: 'position', value: 'none', want: { pos: undefined } },
  { field: 'side', value: 'foes', want: { team: 'foes' } },
  { field: 'hand', value: 'bow', want: { hand: 'bow' } },
  { field: 'hand', value: 'none', want: { hand: undefined } },
  { field: 'off-hand', value: 'sword', want: { offHand: 'sword' } },
  { field: 'at-feet', value: 'sword, bow', want: { atFeet: ['sword', 'bow'] } },
  { field: 'at-feet', value: 'none', want: { atFeet: [] }, of: { atFeet: ['bow'] } },
  { field: 'potions', value: 'red', want: { potions: ['red'] } },
  { field: 'shield', value: 'yes', want: { shieldReady: true } },
  { field: 'stunned', value: 'yes', want: { stunned: true } },
  { field: 'stunned', value: 'off', want: { stunned: false }, of: { stunned: true } },
  { field: 'prone', value: 'on', want: { prone: true } },
  { field: 'invisible', value: 'true', want: { invisible: true } },
  { field: 'encumbered', value: 'yes', want: { encumbered: true } },
  { field: 'mounted', value: 'yes', want: { mountedMoving: true } },
  { field: 'alert', value: 'yes', want: { alert: true } },
  { field: 'no-movement', value: 'yes', want: { noMovement: true } },
  { field: 'dodging', value: 'yes', want: { dodging: true } },
  { field: 'picking-up', value: 'yes', want: { picking: true } },
  { field: 'free-move-used', value: 'yes', want: { freeMoveUsed: true } },
  { field: 'pace', value: 'run', want: { pace: 'run' } },
  { field: 'defending', value: 'full', want: { defending: { kind: 'full', scLoss: 0, defBonus: 20 } } },
  { field: 'defending', value: 'desperate', want: { defending: { kind: 'desperate', scLoss: 0, defBonus: 35 } } },
  { field: 'defending', value: '20', want: { defending: { kind: 'partial', scLoss: 20, defBonus: 10 } } },
  { field: 'defending', value: 'none', want: { defending: undefined } },
  { field: 'aiming', value: 'bow > grim', want: { aiming: { weapon: 'bow', target: 'Grim' } } },
  {
    field: 'casting',
    value: 'none',
    want: { casting: undefined },
    of: { casting: { spell: 'Mend', begins: 8, goesOff: 3 } },
  },
  { field: 'carried', value: 'Mend', want: { carried: { spell: 'Mend' } } },
  { field: 'carried', value: 'none', want: { carried: undefined }, of: { carried: { spell: 'Mend' } } },
  { field: 'actions', value: 'lost', want: { actionsLost: 'moved' } },
  { field: 'actions', value: 'none', want: { actionsLost: undefined } },
  {
    field: 'stuck',
    value: 'arrow, Spear',
    want: {
      stuck: [
        { kind: 'arrow', dexPenalty: -2, bleed: 1, round: 1 },
        { kind: 'spear', dexPenalty: -4, bleed: 5, round: 1 },
      ],
    },
  },
  { field: 'ambush-level', value: '3', want: { ambushLevel: 3 } },
  { field: 'ambush-level', value: '0', want: { ambushLevel: undefined } },
  { field: 'unseen', value: 'Grim 2x', want: { unseen: { Grim: '2x' } } },
  { field: 'wound', value: 'lost an eye', want: { wounds: ['lost an eye'], grievousPending: false } },
  { field: 'wounds', value: 'a scar, a limp', want: { wounds: ['a scar', 'a limp'] } },
  {
    field: 'weapon-sc',
    value: 'sword −7',
    want: { sheet: { weapons: [{ name: 'sword', sc: -7 }, { name: 'bow' }] } },
  },
  {
    field: 'skill',
    value: 'climbing 60',
    want: {
      sheet: {
        skills: [
          { name: 'Riding', chance: 5 },
          { name: 'Climbing', chance: 60 },
        ],
      },
    },
    of: {
      skills: [
        { name: 'Climbing', chance: 20 },
        { name: 'Riding', chance: 5 },
      ],
    },
  },
  { field: 'skill', value: 'Hiding 35', want: { sheet: { skills: [{ name: 'Hiding', chance: 35 }] } } },
  { field: 'skill', value: 'first aid 35', want: { sheet: { firstAid: 35 } } },
  { field: 'im', value: '-2', want: { sheet: { im: -2 } } },
  { field: 'dex', value: '12', want: { sheet: { dex: 12 } } },
  { field: 'per', value: '13', want: { sheet: { per: 13 } } },
  { field: 'con', value: '14', want: { sheet: { con: 14 } } },
  { field: 'luck', value: '15', want: { sheet: { luck: 15 } } },
  { field: 'max-hp', value: '70', want: { sheet: { maxHp: 70 } } },
  { field: 'tmr', value: '35', want: { sheet: { tmr: 35 } } },
  { field: 'attacks', value: '4', want: { sheet: { attacks: 4 } } },
  { field: 'range-of-field', value: '10', want: { sheet: { rangeOfField: 10 } } },
  { field: 'master-bowman', value: '2', want: { sheet: { masterBowman: 2 } } },
  { field: 'first-aid', value: '45', want: { sheet: { firstAid: 45 } } },
  { field: 'tentacles', value: '6', want: { sheet: { tentacles: 6 } } },
  { field: 'def-base', value: '5', want: { sheet: { def: { base: 5 } } } },
  { field: 'def-dex', value: '6', want: { sheet: { def: { dex: 6 } } } },
  { field: 'def-skill', value: '7', want: { sheet: { def: { skill: 7 } } } },
  { field: 'def-shield', value: '9', want: { sheet: { def: { shield: 9 } } } },
  { field: 'def-magic', value: '8', want: { sheet: { def: { magic: 8 } } } },
  { field: 'prot-armor', value: '5', want: { sheet: { prot: { armor: 5 } } } },
  { field: 'prot-other', value: '3', want: { sheet: { prot: { other: 3 } } } },
];

const ofBattle: readonly { readonly field: string; readonly value: string; readonly want: Partial<State> }[] = [
  { field: 'round', value: '4', want: { round: 4 } },
  { field: 'lighting', value: 'unlit', want: { lighting: 'unlit' } },
  { field: 'ambush-round', value: 'yes', want: { ambushRound: true } },
  { field: 'ambushers', value: 'grim', want: { ambushers: ['Grim'] } },
  { field: 'engaged', value: 'Ann, Grim', want: { engagements: [['Ann', 'Grim']] } },
];

test('SEG-GEN-1 a correction logs the value before and after', () => {
  expect(corrected(open(), 'hp', '12').events).toEqual([
    expect.objectContaining({ type: 'corrected', who: 'Ann', field: 'hp', from: 50, to: 12 }),
  ]);
});

describe('SEG-GEN-1 the GM may overrule anything', () => {
  test.each(ofOne)('$field is set to $value', ({ field, value, want, of = {} }) => {
    const { state } = corrected(open(of), field, value);
    expect(state && find(state, 'Ann')).toMatchObject(want);
  });

  test.each([
    { field: 'hand', value: 'spoon' },
    { field: 'max-hp', value: '0' },
    { field: 'hp', value: '0x10' },
    { field: 'hp', value: '1 5' },
    { field: 'energy', value: ' ' },
    { field: 'armor-loss', value: '-1' },
    { field: 'weapon-sc', value: 'sword 1e1' },
    { field: 'unseen', value: 'Nobody 1x' },
    { field: 'position', value: 'over there' },
    { field: 'defending', value: 'fully' },
    { field: 'engaged', value: 'Ann' },
    { field: 'segment', value: '5' },
    { field: 'initiative', value: '1 7' },
    { field: 'declaration', value: 'attack' },
  ])('$field: $value is refused', ({ field, value }) => {
    expect(corrected(open(), field, value)).toEqual({ error: 'bad-input' });
  });

  test.each(ofBattle)('the battle’s $field is set', ({ field, value, want }) => {
    expect(corrected(open(), field, value, '').state).toMatchObject(want);
  });

  test('parted ends an engagement; question drops the open question', () => {
    const state: State = {
      ...open(),
      engagements: [['Grim', 'Ann']],
      pending: { kind: 'push', who: 'Ann', on: 'Grim' },
    };
    expect(corrected(state, 'parted', 'Ann, Grim', '').state).toMatchObject({ engagements: [] });
    expect(corrected(state, 'question', 'none', '').state).toMatchObject({ pending: undefined });
  });

  test('segment sets the segment of a running round; declaration drops a declaration', () => {
    const state = closed(tableOf([ann(), grim()], [5, 3]), { Ann: strike, Grim: idle }).state();
    expect(corrected(state, 'segment', '−3', '').state?.clock).toEqual({ segment: -3, moved: false });
    expect(find(state, 'Ann')).toMatchObject({ declaration: { main: 'attack' } });
    const { state: undeclared } = corrected(state, 'declaration', 'none');
    expect(undeclared && find(undeclared, 'Ann')).toMatchObject({ declaration: undefined });
  });

  test('initiative moves an attack to another segment or loses it', () => {
    const state = closed(tableOf([ann({ attacks: 2 }), grim()], [5, 3]), {
      Ann: { action: 'attack', target: 'Grim' },
      Grim: { action: 'none' },
    }).state();
    expect(find(corrected(state, 'initiative', '2 8').state ?? state, 'Ann')?.initiatives[1]).toMatchObject({
      segment: 8,
    });
    expect(find(corrected(state, 'initiative', '1 lost').state ?? state, 'Ann')?.initiatives[0]).toMatchObject({
      status: 'lost',
    });
  });
});

test('SEG-GEN-1 every field has a test', () => {
  const tested = [...ofOne, ...ofBattle].map(({ field }) => field);
  const others = ['declaration', 'engaged', 'initiative', 'parted', 'question', 'segment'];
  expect(new Set([...tested, ...others])).toEqual(new Set(Object.keys(segment.corrections)));
});
