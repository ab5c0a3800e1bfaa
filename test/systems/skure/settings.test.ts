import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { skure } from '../../../src/systems/skure/index.ts';
import { stateSchema } from '../../../src/systems/skure/state.ts';
import { ann, as, battle, bob, order, verb } from './stage.ts';

const { settings } = stateSchema.shape;

test('SK-GEN-2: a saved battle keeps its settings', () => {
  const game = battle([ann(), bob()], { settings: { 'stage.frontCap': 7 } });
  const opened = skure.openGame(JSON.parse(JSON.stringify(game.save())));
  const after = order(opened, as('Ann'), verb('attack', { target: 'Bob' }), [100]);
  expect(after.game.save()).toMatchObject({ settings: { 'stage.frontCap': 7, 'aim.cap': 6 } });
});

test('every setting of the rulebook exists with a default and a description', () => {
  const rulings = readFileSync('src/systems/skure/RULES.md', 'utf8').split('## 7. Rulings')[1]?.split('## 8.')[0] ?? '';
  const names = [...rulings.matchAll(/`([a-z]+\.[A-Za-z]+)` =/g)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(35);
  for (const name of names) expect(Object.keys(settings.shape)).toContain(name);
  for (const [name, schema] of Object.entries(settings.shape)) {
    expect(schema.safeParse(undefined).success, name).toBe(true);
    expect(schema.meta()?.description?.length, name).toBeGreaterThan(5);
  }
});

test('a worked case covers another value of every ruling setting', () => {
  const tried = new Set(
    readFileSync('test/conformance/skure.jsonl', 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .flatMap((line) => Object.keys(Object(JSON.parse(line).setup.settings)))
      .filter((key) => key.includes('.')),
  );
  const rulings = Object.keys(settings.shape).filter((key) => key.includes('.') && !key.startsWith('board.'));
  expect(rulings.filter((key) => !tried.has(key))).toEqual([]);
});

test.each([
  { 'stage.frontCap': 8 },
  { 'order.tieBreak': 'age' },
  { unknown: 1 },
  { 'board.blocked': 'nowhere' },
  { 'board.width': 1e9 },
])('SK-GEN-2: settings %o are refused', (given) => {
  expect(skure.createGame(given)).toMatchObject({ ok: false });
});

const plain = { agility: 1, speed: 1, attack: 1, defense: 1, maxHp: 9, size: 1, move: '3F (+1) Ground' };

test.each([
  { rule: 'SK-GEN-4', says: 'a complete sheet is valid', given: {}, valid: true },
  { rule: 'SK-GEN-4', says: 'a sheet without speed is not valid', given: { speed: undefined }, valid: false },
  { rule: 'SK-MOVE-1', says: 'the bracket is optional', given: { move: '3F Ground' }, valid: true },
  { rule: 'SK-MOVE-1', says: 'a bonus of 0 is not valid', given: { move: '3F (+0) Ground' }, valid: false },
  {
    rule: 'SK-MOVE-1',
    says: 'an unknown movement type is not valid',
    given: { move: '3F (+1) Swimming' },
    valid: false,
  },
  { rule: 'SK-MOVE-6', says: 'climbing is a movement type', given: { move: '4S Climbing' }, valid: true },
  {
    rule: 'SK-ELEM-1',
    says: '100 percent may be converted',
    given: {
      conversions: [
        { element: 'fire', percent: 60 },
        { element: 'cold', percent: 40 },
      ],
    },
    valid: true,
  },
  {
    rule: 'SK-ELEM-1',
    says: '101 percent may not be converted',
    given: {
      conversions: [
        { element: 'fire', percent: 60 },
        { element: 'cold', percent: 41 },
      ],
    },
    valid: false,
  },
  { rule: 'SK-GEN-4', says: 'more HP than the most is not valid', given: { hp: 10 }, valid: false },
  {
    rule: 'SK-GEN-4',
    says: 'two spells of one name are not valid',
    given: {
      spells: [
        { name: 'A', cost: 1, range: 1 },
        { name: 'a', cost: 1, range: 1 },
      ],
    },
    valid: false,
  },
])('$rule: $says', ({ given, valid }) => {
  expect(skure.sheet.safeParse({ ...plain, ...given }).success).toBe(valid);
});

test('section 8: the examples of the rulebook are presets, found by the names of their classes', () => {
  const presets = Object.values(skure.presets);
  expect(presets.map(({ title }) => title)).toEqual(
    expect.arrayContaining(['Roland Vey, swordsman', 'Fire Elemental']),
  );
  expect(presets.slice(0, 19).map(({ title, name = title }) => name)).toEqual([
    'Swordsman',
    'Fire Elemental',
    'Fierce Fire Elemental',
    'Water Elemental',
    'Fierce Water Elemental',
    'Earth Elemental',
    'Fierce Earth Elemental',
    'Air Elemental',
    'Fierce Air Elemental',
    'Ghost',
    'Will o’ Wisp',
    'Zombie',
    'Sky Harrier',
    'Cutthroat',
    'Tower Guard',
    'Longbowman',
    'Hedge Mage',
    'Ogre Rammer',
    'Tide Wyrmling',
  ]);
});
