import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isPlainObject } from '../../../src/core/plain-object.ts';
import { createScriptedDice } from '../../../src/dice/dice.ts';
import { dskull, settingsSchema } from '../../../src/systems/dskull/index.ts';
import { workedCase } from '../../conformance/case.ts';
import { play } from '../../conformance/dskull.ts';
import { bow, duel, gmCall, inPhase, mortar, plain, stage, sword, type Written, warrior } from './stage.ts';

interface Ruling {
  readonly key: string;
  readonly value: unknown;
  readonly setup: Written;
  readonly action: Written;
  /** The dice and the result with the default, and with the ruling changed. */
  readonly usual: readonly [dice: readonly number[], expect: Written];
  readonly changed: readonly [dice: readonly number[], expect: Written];
}

const buying = (more: Written): Written => ({ warband: { name: 'X', warriors: [{ name: 'A', ...more }] } });
const validate = { type: 'validate' };
const costs = (A: number): readonly [readonly number[], Written] => [[], { costs: { A } }];
const price = (key: string, value: unknown, more: Written, usual: number, changed: number): Ruling => ({
  key,
  value,
  setup: buying(more),
  action: validate,
  usual: costs(usual),
  changed: costs(changed),
});

const far = (to: readonly [number, number], target: Written = {}): Written => ({
  board: { w: 20, h: 6, edges: [] },
  warriors: [warrior('a', 'A', [0, 0], { weapons: [bow] }), warrior('b', 'B', to, target)],
});
const shoot = { type: 'attack', attacker: 'a', target: 'b', weapon: 'bow' };
const hurt = (more: Written = {}): Written => ({ board: plain, warriors: [warrior('b', 'B', [3, 2], more)] });
const harm = (damage: number): Written => ({ type: 'harm', target: 'b', damage });
const moving = (...others: readonly Written[]): Written => ({
  board: { ...plain, edges: [{ a: [2, 2], b: [2, 3], kinds: ['impeding'] }] },
  warriors: [warrior('a', 'A', [2, 2]), ...others],
  activation: { warrior: 'a', mp: 9 },
});
const go = (...path: readonly (readonly [number, number])[]): Written => ({ type: 'move', path });
const blasted = (more: Written = {}): Written => ({
  board: { w: 10, h: 8, edges: [] },
  warriors: [warrior('a', 'A', [1, 1], { weapons: [mortar] }), warrior('b', 'B', [6, 2], more)],
});
const blast = { type: 'blast', attacker: 'a', weapon: 'mortar', space: [4, 2] };
const reach = { ...sword, name: 'spear', reach: true };
const strong = { race: 'human', traits: ['tough'] };
const steps = (list: readonly number[]): readonly [readonly number[], Written] => [[], { steps: list }];
const zone = { type: 'zone', warrior: 'a' };
const alone = (weapons: readonly unknown[]): Written => ({
  board: { w: 3, h: 3, edges: [] },
  warriors: [warrior('a', 'A', [0, 0], { weapons })],
});
const tests: Written = { type: 'combinedTest', levels: [null] };
const gain = { type: 'gain', warrior: 'a', source: 'action' };
const spaces = (list: readonly (readonly number[])[]): readonly [readonly number[], Written] => [[], { spaces: list }];

const rulings: readonly Ruling[] = [
  price('points.armour', { light: 3 }, { armour: ['light'] }, 7, 9),
  price('points.shield', 2, { shields: 1 }, 7, 8),
  price('points.weapon', { '1': 4 }, { weapons: [sword] }, 8, 10),
  price('points.reach', 2, { weapons: [reach] }, 9, 10),
  price('points.aoeBase', 3, { weapons: [{ ...bow, aoe: 1 }] }, 10, 12),
  price('points.aoeExtra', 1, { weapons: [{ ...bow, aoe: 2 }] }, 12, 11),
  price('points.extraHand', 2, { weapons: [bow, bow] }, 13, 14),
  price('points.freeHands', 4, { weapons: [bow, bow] }, 13, 12),
  price('points.minWarrior', 9, {}, 6, 9),
  price('points.body', { grunt: 4 }, {}, 6, 4),
  price('races', { human: 2 }, {}, 6, 8),
  price('traits.prices', { fast: 2 }, { traits: ['fast'] }, 6, 8),
  price('skills.prices', { medicine: 2, persuasion: 1 }, { skills: { medicine: 0, persuasion: 0 } }, 7, 9),
  price('traits.prices', { brave: 'not-for-sale' }, { traits: ['brave'] }, 7, 6),
  price('bodies', ['grunt', 'scout'], { body: 'scout' }, 6, 7),
  {
    key: 'points.multiracial',
    value: 3,
    setup: { warband: { name: 'X', primaryRace: 'elf', warriors: [{ name: 'A' }, { name: 'B', race: 'elf' }] } },
    action: validate,
    usual: costs(7),
    changed: costs(9),
  },
  {
    key: 'test.untrained',
    value: 0,
    setup: {},
    action: tests,
    usual: [[2, 2], { step: -1 }],
    changed: [[2], { step: 0 }],
  },
  {
    key: 'range.perDie',
    value: 4,
    setup: {},
    action: { type: 'range', hands: 1, distance: 8 },
    usual: [[], { baseRange: 4, band: 2 }],
    changed: [[], { baseRange: 8, band: 1 }],
  },
  {
    key: 'attack.rangeStep',
    value: -2,
    setup: {},
    action: { type: 'range', hands: 1, distance: 8 },
    usual: [[], { step: -1 }],
    changed: [[], { step: -2 }],
  },
  {
    key: 'attack.smallStep',
    value: -2,
    setup: far([3, 1], { race: 'goblin' }),
    action: shoot,
    usual: [[2, 2, 2, 2], { modifiers: { small: -1 } }],
    changed: [[2, 2, 2, 2, 2], { modifiers: { small: -2 } }],
  },
  {
    key: 'attack.tables',
    value: { primary: { '2': [2, 2] } },
    setup: { warriors: [warrior('a', 'A', [0, 0])] },
    action: { type: 'attack-actions', warrior: 'a', times: 2 },
    usual: [[], { pool: { sword: 2 } }],
    changed: [[], { pool: { sword: 4 } }],
  },
  {
    key: 'injury.baseStep',
    value: 0,
    setup: hurt(),
    action: harm(1),
    usual: [[2, 2], { injury: { step: -1 } }],
    changed: [[2], { injury: { step: 0 } }],
  },
  {
    key: 'injury.cap',
    value: 1,
    setup: hurt(),
    action: harm(2),
    usual: [[2, 2], { final: 2, injury: { step: -1 } }],
    changed: [[2, 2, 2], { final: 1, injury: { step: -2 } }],
  },
  {
    key: 'injury.toughStep',
    value: 2,
    setup: hurt(strong),
    action: harm(1),
    usual: [[2], { injury: { step: 0 } }],
    changed: [[2, 2], { injury: { step: 1 } }],
  },
  {
    key: 'injury.fragileStep',
    value: 0,
    setup: hurt({ race: 'elf' }),
    action: harm(1),
    usual: [[2, 2, 2], { injury: { step: -2 } }],
    changed: [[2, 2], { injury: { step: -1 } }],
  },
  {
    key: 'move.action',
    value: 6,
    setup: { warriors: [warrior('a', 'A', [0, 0])] },
    action: gain,
    usual: [[], { gained: 4 }],
    changed: [[], { gained: 6 }],
  },
  {
    key: 'move.tacticsAdv',
    value: 3,
    setup: { warriors: [warrior('a', 'A', [0, 0])] },
    action: { ...gain, source: 'tacticsAdv' },
    usual: [[], { gained: 2 }],
    changed: [[], { gained: 3 }],
  },
  { key: 'move.step', value: 2, setup: moving(), action: go([1, 2]), usual: steps([1]), changed: steps([2]) },
  { key: 'move.impeding', value: 3, setup: moving(), action: go([2, 3]), usual: steps([2]), changed: steps([4]) },
  {
    key: 'move.friend',
    value: 0,
    setup: moving(warrior('f', 'A', [1, 2])),
    action: go([1, 2], [0, 2]),
    usual: steps([2, 1]),
    changed: steps([1, 1]),
  },
  {
    key: 'move.zone',
    value: 2,
    setup: moving(warrior('b', 'B', [3, 2])),
    action: go([1, 2]),
    usual: steps([2]),
    changed: steps([3]),
  },
  {
    key: 'move.intimidating',
    value: 2,
    setup: moving(warrior('b', 'B', [0, 2], { traits: ['intimidating'] })),
    action: go([1, 2]),
    usual: steps([2]),
    changed: steps([3]),
  },
  {
    key: 'engage.radius',
    value: 0,
    setup: alone([sword]),
    action: zone,
    usual: spaces([
      [1, 0],
      [0, 1],
    ]),
    changed: spaces([]),
  },
  {
    key: 'engage.reachRadius',
    value: 1,
    setup: alone([reach]),
    action: zone,
    usual: spaces([
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [0, 2],
    ]),
    changed: spaces([
      [1, 0],
      [0, 1],
    ]),
  },
  {
    key: 'attack.coverHeavy',
    value: -3,
    setup: {
      board: { w: 8, h: 6, edges: [] },
      warriors: [warrior('a', 'A', [1, 1], { weapons: [bow] }), warrior('x', 'A', [3, 2]), warrior('b', 'B', [5, 2])],
      config: { los: { corners: 'strict' } },
    },
    action: shoot,
    usual: [[2, 2, 2, 2, 2], { modifiers: { cover: -2 } }],
    changed: [[2, 2, 2, 2, 2, 2], { modifiers: { cover: -3 } }],
  },
  {
    key: 'aoe.coverHeavy',
    value: 3,
    setup: {
      board: plain,
      warriors: [
        warrior('a', 'A', [1, 6], { weapons: [{ ...mortar, aoe: 3 }] }),
        warrior('x', 'A', [3, 2]),
        warrior('b', 'B', [5, 2]),
      ],
      config: { los: { corners: 'strict' } },
    },
    action: { ...blast, space: [1, 1] },
    usual: [
      [5, 5, 5, 5, 5, 5, 2, 2, 5, 5, 2, 5, 5],
      {
        victims: [
          { id: 'x' },
          { id: 'b', armourBonus: 2, armour: { faces: ['BLK', 'BLK'] } },
          { id: 'a', armourBonus: 1 },
        ],
      },
    ],
    changed: [
      [5, 5, 5, 5, 5, 5, 2, 2, 2, 5, 5, 2, 5, 5],
      { victims: [{ id: 'x' }, { id: 'b', armour: { faces: ['BLK', 'BLK', 'BLK'] } }, { id: 'a' }] },
    ],
  },
  {
    key: 'aoe.coverLight',
    value: 2,
    setup: blasted(),
    action: blast,
    usual: [[5, 6, 5, 2, 2, 2], { victims: [{ armour: { faces: ['BLK'] } }] }],
    changed: [[5, 6, 5, 2, 2, 2, 2], { victims: [{ armour: { faces: ['BLK', 'BLK'] } }] }],
  },
];

test('DS-GEN-2: the GM may allow warbands that break the rules, but not unreadable ones', () => {
  const odd = { name: 'Odd', warriors: [{ name: 'One', traits: ['fast'], weapons: [{ ...sword, apr: 4 }] }] };
  const shapeless = { name: 'Odd', warriors: [{ name: 'One', weapons: [{ ...sword, hands: 5 }] }] };
  const joining = (sheet: object, custom: boolean): boolean => {
    const blank = dskull.createGame({ warband: { custom } });
    if (!blank.ok) throw new Error('blank');
    return blank.value.act(
      { do: 'enter', entrant: { id: 'A', side: undefined, sheet } },
      gmCall,
      [],
      createScriptedDice([]),
    ).ok;
  };
  expect([joining(odd, false), joining(odd, true), joining(shapeless, true)]).toEqual([false, true, false]);
});

const under = (setup: Written, key: string, value: unknown): Written => {
  const [group = '', name] = key.split('.');
  return { ...setup, config: { ...Object(setup.config), [group]: name === undefined ? value : { [name]: value } } };
};

test.each(rulings)(
  'RULING: $key works with its default and with another value',
  ({ key, value, setup, action, usual, changed }) => {
    const worked = (given: Written, [dice, wanted]: Ruling['usual']) => ({
      id: key,
      rules: [],
      why: '',
      setup: { ...given },
      action: { ...action },
      dice: [...dice],
      expect: { ...wanted },
    });
    expect(play(worked(setup, usual))).toEqual([]);
    expect(play(worked(under(setup, key, value), changed))).toEqual([]);
  },
);

const settingKeys = (settings: object, prefix = ''): readonly string[] =>
  Object.entries(settings).flatMap(([name, value]) =>
    isPlainObject(value) && Object.keys(value).length > 0
      ? settingKeys(value, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );

const plainKey = (key: string): string =>
  key.replace(/^(points\.(?:body|armour|weapon)|races|traits\.prices|skills\.prices|attack\.tables)\..*/, '$1');

const inCases = readFileSync('test/conformance/dskull.jsonl', 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .flatMap((line) => settingKeys(workedCase.parse(JSON.parse(line)).setup.config ?? {}).map(plainKey));

test('RULING: every ruling with a setting has a test of both values', () => {
  const tried = new Set([
    ...rulings.map(({ key }) => key),
    ...inCases,
    'round.autoEnd',
    'round.tactics',
    'warband.custom',
  ]);
  const keys = new Set(settingKeys(settingsSchema.parse({})).map(plainKey));
  expect([...keys].filter((key) => !tried.has(key))).toEqual([]);
});

test('DS-GEN-10: a battle counts as running from its deployment on, which freezes the settings', () => {
  const { state } = stage(duel, [], inPhase('deploy'));
  expect(dskull.openGame(JSON.parse(JSON.stringify(state()))).status).toBe('active');
});

test('DS-ATK-14: as written, an Attack action gives one attack with one chosen weapon', () => {
  expect(settingsSchema.parse(dskull.literalSettings).attack.perAction).toBe('one-chosen');
});
