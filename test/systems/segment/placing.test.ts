import { expect, test } from 'vitest';
import { gmActor } from '../../../src/rules/expected-action.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import type { State } from '../../../src/systems/segment/state.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import type { Stage } from '../../conformance/segment/stage.ts';
import { ann, grim, olaf, tableOf } from './table.ts';

const board = { width: 5, height: 6, blocked: [{ x: 2, y: 0 }] };
const nowhere = { pos: undefined };

const stageWith = (more: Partial<State> = { status: 'setup' }, settings: Raw = { board }): Stage =>
  tableOf([ann(nowhere), grim(nowhere), olaf(nowhere)], [], settings, more);
const placesOf = (stage: Stage) =>
  Object.fromEntries(stage.state().combatants.map(({ id, pos }) => [id, pos && `${pos.x},${pos.y}`]));

test('SEG-PLACE-1 a player places its own combatant before the start, as often as it likes', () => {
  const stage = stageWith();
  expect(stage.order('Ann', 'place', { to: 'A1' })).toBeUndefined();
  expect(stage.order('Ann', 'place', { to: 'B2' })).toBeUndefined();
  expect(stage.order('GM', 'place', { target: 'Grim', to: 'C3' }, 'GM')).toBeUndefined();
  expect(placesOf(stage)).toEqual({ Ann: '1,1', Grim: '2,2', Olaf: undefined });
});

test('SEG-PLACE-1 placing refuses others’ combatants and squares that are not free', () => {
  const stage = stageWith();
  expect(stage.order('Ann', 'place', { target: 'Grim', to: 'A1' })).toBe('NOT_CONTROLLER');
  expect(stage.order('Ann', 'place', { to: 'A1' })).toBeUndefined();
  expect(stage.order('Grim', 'place', { to: 'A1' })).toBe('CANNOT_STAND');
  expect(stage.order('Grim', 'place', { to: 'C1' })).toBe('CANNOT_STAND');
  expect(stage.order('Grim', 'place', { to: 'F1' })).toBe('CANNOT_STAND');
  expect(stage.order('GM', 'place', { to: 'E5' }, 'GM')).toBe('BAD_ACTION');
  expect(placesOf(stage)).toEqual({ Ann: '0,0', Grim: undefined, Olaf: undefined });
});

test('SEG-PLACE-2 a late combatant is placed once by its player, and at any time by the GM', () => {
  const stage = stageWith({ status: 'active', phase: 'declare', round: 1 });
  const awaited = () =>
    segment
      .openGame(JSON.parse(JSON.stringify(stage.state())))
      .expectedActions()
      .find(({ actor }) => actor === 'Ann');
  expect(awaited()).toMatchObject({ what: 'to be placed, and to declare', verbs: ['place', 'declare'] });
  expect(stage.order('Ann', 'place', { to: 'A1' })).toBeUndefined();
  expect(awaited()).toMatchObject({ what: 'to declare', verbs: ['declare'] });
  expect(stage.order('Ann', 'place', { to: 'B1' })).toBe('WRONG_PHASE');
  expect(stage.order('GM', 'place', { target: 'Ann', to: 'B1' }, 'GM')).toBeUndefined();
  expect(placesOf(stage)).toMatchObject({ Ann: '1,0' });
});

test('SEG-PLACE-3 the GM places the teams opposite each other, around blocked squares', () => {
  const stage = stageWith();
  expect(stage.order('Ann', 'place', { to: 'A1' })).toBeUndefined();
  expect(stage.order('GM', 'deploy', {}, 'GM')).toBeUndefined();
  expect(placesOf(stage)).toEqual({ Ann: '0,0', Grim: '2,4', Olaf: '1,4' });
  expect(stage.order('GM', 'deploy', { again: true }, 'GM')).toBeUndefined();
  expect(placesOf(stage)).toEqual({ Ann: '2,1', Grim: '2,4', Olaf: '1,4' });
});

test('SEG-PLACE-3 after the start only combatants without a square are placed', () => {
  const stage = stageWith({ status: 'active', phase: 'declare', round: 1 });
  expect(stage.order('GM', 'deploy', { again: true }, 'GM')).toBe('WRONG_PHASE');
  expect(stage.order('GM', 'deploy', {}, 'GM')).toBeUndefined();
  expect(Object.values(placesOf(stage))).not.toContain(undefined);
});

test('SEG-PLACE-3 deploy refuses players, boards without room and battles without a map', () => {
  expect(stageWith({ status: 'setup' }, { board: 'none' }).order('GM', 'deploy', {}, 'GM')).toBe('BAD_ACTION');
  const narrow = stageWith({ status: 'setup' }, { board: { width: 1, height: 2, blocked: [] } });
  expect(narrow.order('GM', 'deploy', {}, 'GM')).toBe('BAD_ACTION');
  expect(Object.values(placesOf(narrow))).toEqual([undefined, undefined, undefined]);
  expect(stageWith().order('Ann', 'deploy', {})).toBe('NOT_GM');
});

test('SEG-PLACE-3 before the start the battle expects the GM to place everyone', () => {
  const [first] = segment.openGame(JSON.parse(JSON.stringify(stageWith().state()))).expectedActions();
  expect(first).toMatchObject({ actor: gmActor, verbs: ['deploy', 'place', 'ambush'] });
});
