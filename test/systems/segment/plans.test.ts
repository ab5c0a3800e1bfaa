import { expect, test } from 'vitest';
import { gmViewer } from '../../../src/rules/reader.ts';
import { segment } from '../../../src/systems/segment/index.ts';
import { seededDice } from '../../chance.ts';
import type { Raw } from '../../conformance/segment/raw.ts';
import type { Stage } from '../../conformance/segment/stage.ts';
import { startBattle } from '../any-battle.ts';
import { ann, bow, grim, olaf, sword, tableOf } from './table.ts';

const plansOf = (stage: Stage, who = 'Ann') => segment.openGame(stage.state()).plans(who, gmViewer);
const best = (stage: Stage, who = 'Ann') => plansOf(stage, who)[0]?.orders[0]?.params;

test('the best plan attacks the foe that is likelier to be taken down', () => {
  const stage = (hp: number) => tableOf([ann(), grim({ maxHp: 50 }), olaf({ maxHp: 50, hp })]);
  expect(best(stage(6))).toMatchObject({ action: 'attack', target: 'Olaf', weapon: 'sword' });
  expect(plansOf(stage(6))[0]?.label).toMatch(/^Attack Olaf with the sword: \d+ % to take the target down$/);
});

test('the best plan leaves a foe to a friend whose attack takes it down', () => {
  const bea: Raw = ann({ name: 'Bea', pos: [1, 1], weapons: [{ ...sword, damage: '4d8+20', sc: 180 }] });
  const stage = tableOf([ann(), bea, grim({ hp: 6 }), olaf({ hp: 12 })]);
  expect(best(stage)).toMatchObject({ target: 'Grim' });
  expect(stage.order('Bea', 'declare', { action: 'attack', target: 'Grim' })).toBeUndefined();
  expect(best(stage)).toMatchObject({ target: 'Olaf' });
});

test('the best plan draws the bow at a distance and moves in when close', () => {
  const far = tableOf([ann({ attacks: 2 }), grim({ pos: [20, 0] })]);
  expect(best(far)).toMatchObject({ weapon: 'bow', options: 'sheathe sword, draw bow' });
  const near = tableOf([ann({ weapons: [sword] }), grim({ pos: [4, 0] })]);
  expect(best(near)).toMatchObject({ action: 'move-attack', path: 'toward Grim' });
});

test('the best plan waits with all attacks for a foe that approaches', () => {
  const stage = tableOf([ann({ weapons: [sword], attacks: 2 }), grim({ pos: [4, 0] })]);
  expect(stage.order('Grim', 'declare', { action: 'move-attack', target: 'Ann', path: 'toward Ann' })).toBeUndefined();
  expect(best(stage)).toMatchObject({ action: 'attack', target: 'Grim' });
});

test('an archer shoots at a foe outside the melee rather than into it', () => {
  const bea = ann({ name: 'Bea', pos: [6, 1] });
  const archer = ann({ weapons: [{ ...bow, rank: 0 }], hand: 'bow' });
  const stage = tableOf([archer, bea, grim({ pos: [6, 0] }), olaf({ pos: [6, 6] })]);
  expect(best(stage)).toMatchObject({ target: 'Olaf', weapon: 'bow' });
});

test('a foe’s secret declaration changes no plan', () => {
  const secret = { declarations: 'private' };
  const stage = tableOf([ann({ weapons: [sword] }), grim({ pos: [4, 0] })], [], secret);
  const before = plansOf(stage);
  expect(stage.order('Grim', 'declare', { action: 'move-attack', target: 'Ann', path: 'toward Ann' })).toBeUndefined();
  expect(plansOf(stage)).toEqual(before);
});

test('a friend’s secret declaration changes no plan', () => {
  const bea: Raw = ann({ name: 'Bea', pos: [1, 1], weapons: [{ ...sword, damage: '4d8+20', sc: 180 }] });
  const stage = tableOf([ann(), bea, grim({ hp: 6 }), olaf({ hp: 12 })], [], { declarations: 'private' });
  const before = plansOf(stage);
  expect(stage.order('Bea', 'declare', { action: 'attack', target: 'Grim' })).toBeUndefined();
  expect(plansOf(stage)).toEqual(before);
});

test('a combatant has no plan if the battle does not wait for it', () => {
  const stage = tableOf([ann(), grim()]);
  expect(stage.order('Ann', 'declare', { action: 'none' })).toBeUndefined();
  expect(plansOf(stage)).toEqual([]);
  expect(plansOf(stage, 'Nobody')).toEqual([]);
});

test.each(Object.keys(segment.presets))('without a map %s plans no approach, and attacks or casts', (preset) => {
  const fighters = ['A', 'B'].map((id) => ({ id, side: id, sheet: segment.presets[preset]?.sheet }));
  const game = startBattle(segment, fighters, () => seededDice(1), { useMap: false });
  const plans = game.plans('A', gmViewer).map(({ orders: [order] }) => order?.params ?? {});
  expect(plans[0]?.action).toMatch(/^(attack|cast)$/);
  expect(plans.filter((params) => params.path !== undefined || params.action === 'move')).toEqual([]);
});
