import { nameLookupShowingAll } from '../../src/rules/for-reader.ts';
import type { Square } from '../../src/rules/grid/square.ts';
import type { Gauge } from '../../src/rules/reader.ts';
import {
  type BattleView,
  type CombatantView,
  type CompassDirection,
  compassDirections,
  type FigureView,
  type GridBoardView,
  markByName,
  marksView,
} from '../../src/rules/view.ts';

const hp = (left: number, most: number): Gauge => ({ label: 'HP', text: `${left}/${most}`, share: left / most });
const told = (text: string): Gauge => ({ label: 'HP', text, share: undefined });

const someone = (id: string, side: string | undefined, parts: Partial<CombatantView> = {}): CombatantView => ({
  ...marksView(
    (parts.marks ?? []).map((mark) => markByName(mark)),
    nameLookupShowingAll,
  ),
  id,
  actor: id,
  side,
  life: 'up',
  gauges: [],
  place: undefined,
  sheet: [],
  ...parts,
});

const bare: BattleView = {
  status: 'active',
  phase: 'Round 1',
  round: 1,
  combatants: [],
  order: [],
  board: undefined,
  timeline: undefined,
  notes: [],
  outcome: undefined,
};

const emptyGrid: GridBoardView = {
  kind: 'grid',
  width: 8,
  height: 8,
  scale: '1 space',
  blocked: [],
  figures: [],
  edges: [],
  objects: [],
  zones: [],
  strokes: [],
};

const stands = (id: string, x: number, y: number, facing?: CompassDirection): FigureView => ({ id, x, y, facing });

/** Four combatants on a small board: a move, an attack, one of them down, foes in words. */
export const duel: BattleView = {
  ...bare,
  phase: 'Round 3',
  round: 3,
  combatants: [
    someone('Ann', 'Brothers', {
      gauges: [hp(41, 60), { label: 'Essence', text: '12/20', share: 0.6 }],
      marks: ['aiming at Grim'],
      place: 'D6 facing north',
    }),
    someone('Bob the Bold', 'Brothers', {
      gauges: [hp(12, 55)],
      marks: ['defending', 'poisoned'],
      place: 'B5 facing north-east',
    }),
    someone('Grim', 'The Dead', { gauges: [told('badly wounded')], marks: ['burning'], place: 'D4 facing south' }),
    someone('Zombie 1', 'The Dead', { life: 'down', gauges: [told('felled')], place: 'F3 facing west' }),
    someone('Zombie 2', 'The Dead', { life: 'out', gauges: [told('felled')], place: 'G6' }),
  ],
  order: [
    { id: 'Ann', note: 'agility 34', state: 'done' },
    { id: 'Grim', note: 'agility 22', state: 'now' },
    { id: 'Bob the Bold', note: 'agility 18', state: 'next' },
  ],
  board: {
    ...emptyGrid,
    blocked: [
      { x: 6, y: 0 },
      { x: 7, y: 0 },
      { x: 7, y: 1 },
    ],
    figures: [
      stands('Ann', 3, 5, 'N'),
      stands('Bob the Bold', 1, 4, 'NE'),
      stands('Grim', 3, 3, 'S'),
      stands('Zombie 1', 5, 2, 'W'),
      stands('Zombie 2', 6, 5),
    ],
    strokes: [
      {
        kind: 'move',
        points: [
          { x: 5.5, y: 7.5 },
          { x: 4.5, y: 6.5 },
          { x: 3.5, y: 5.5 },
        ],
      },
      {
        kind: 'attack',
        points: [
          { x: 3.5, y: 5.5 },
          { x: 3.5, y: 3.5 },
        ],
      },
    ],
  },
  notes: ['Last team standing wins.'],
};

const edge = (ax: number, ay: number, bx: number, by: number, ...kinds: GridBoardView['edges'][number]['kinds']) => ({
  a: { x: ax, y: ay },
  b: { x: bx, y: by },
  kinds,
});

const block = (left: number, top: number, width: number, height: number): readonly Square[] =>
  Array.from({ length: width * height }, (_, index) => ({
    x: left + (index % width),
    y: top + Math.floor(index / width),
  }));

/** Two warbands among walls, fences, hedges and doors; zones, things and lines of sight. */
export const ruins: BattleView = {
  ...bare,
  phase: 'Round 2, activations',
  round: 2,
  combatants: [
    ...['Captain Vorn', 'Sister Ilse', 'Hob', 'Pike'].map((id, index) =>
      someone(id, 'Red Hand', {
        actor: 'Ada',
        gauges: [hp(6 - index, 6)],
        marks: index === 1 ? ['stunned', 'reloading'] : [],
      }),
    ),
    ...['Mother Skull', 'Crow', 'Rat King', 'Bone Boy'].map((id, index) =>
      someone(id, 'Skulls', {
        actor: 'Ben',
        gauges: [hp(4, 5)],
        marks: index === 0 ? ['hidden'] : [],
        life: index === 3 ? 'down' : 'up',
      }),
    ),
  ],
  order: [
    { id: 'Captain Vorn', note: 'initiative 5', state: 'now' },
    { id: 'Mother Skull', note: 'initiative 3', state: 'next' },
  ],
  board: {
    ...emptyGrid,
    width: 14,
    height: 10,
    scale: '2 inches',
    blocked: block(0, 8, 2, 2),
    blockedBy: 'void',
    figures: [
      stands('Captain Vorn', 2, 3),
      stands('Sister Ilse', 1, 5),
      stands('Hob', 3, 8),
      stands('Pike', 4, 4),
      stands('Mother Skull', 11, 3),
      stands('Crow', 10, 7),
      stands('Rat King', 12, 5),
      stands('Bone Boy', 8, 8),
    ],
    edges: [
      ...[2, 3, 5].map((y) => edge(6, y, 7, y, 'blocking', 'obscuring')),
      edge(6, 4, 7, 4, 'door', 'blocking', 'obscuring'),
      edge(8, 1, 8, 2, 'door'),
      edge(7, 1, 7, 2, 'blocking', 'obscuring'),
      edge(9, 1, 9, 2, 'blocking', 'obscuring'),
      ...[3, 4, 5].map((x) => edge(x, 6, x, 7, 'impeding')),
      ...[9, 10].map((x) => edge(x, 5, x, 6, 'impeding', 'obscuring')),
      ...[0, 1].map((x) => edge(x, 1, x, 2, 'obscuring')),
      ...[7, 8].map((y) => edge(12, y, 13, y, 'blocking')),
    ],
    objects: [
      { x: 7, y: 6, label: 'chest' },
      { x: 13, y: 0, label: 'lever' },
    ],
    zones: [
      { label: 'threatened', squares: block(10, 2, 3, 3) },
      { label: 'Red Hand deploys', squares: block(0, 0, 2, 1) },
    ],
    strokes: [
      {
        kind: 'sight',
        points: [
          { x: 3, y: 4 },
          { x: 8.5, y: 8.5 },
        ],
      },
      {
        kind: 'blocked-sight',
        points: [
          { x: 3, y: 4 },
          { x: 11, y: 3 },
        ],
      },
    ],
  },
};

/** Twenty figures on 24 × 24 squares, many side by side. */
export const crowd: BattleView = {
  ...bare,
  phase: 'Round 7',
  round: 7,
  combatants: [
    ...['Ann', 'Bob the Bold', 'Grimgar the Unbroken', 'Wilhelmina', 'Mo'].map((id, index) =>
      someone(id, 'Brothers', {
        gauges: [hp(60 - index * 12, 60)],
        marks: ['aiming', 'prone', 'flying', 'burning'].slice(0, index),
        place: `row ${index}`,
      }),
    ),
    ...Array.from({ length: 12 }, (_, index) =>
      someone(`Zombie ${index + 1}`, 'The Dead', {
        gauges: [told('wounded')],
        life: index === 4 ? 'down' : index === 5 ? 'out' : 'up',
      }),
    ),
    ...['Wolf', 'Werewolf', 'Old Bear'].map((id) => someone(id, 'Beasts', { gauges: [hp(9, 18)] })),
  ],
  order: [{ id: 'Wilhelmina', note: 'agility 20', state: 'now' }],
  board: {
    ...emptyGrid,
    width: 24,
    height: 24,
    blocked: [...block(4, 4, 3, 1), ...block(15, 12, 1, 5), ...block(20, 20, 4, 4)],
    figures: [
      ...['Ann', 'Bob the Bold', 'Grimgar the Unbroken', 'Wilhelmina', 'Mo'].map((id, index) =>
        stands(id, 9 + (index % 3), 10 + Math.floor(index / 3), compassDirections[index]),
      ),
      ...Array.from({ length: 12 }, (_, index) =>
        stands(
          `Zombie ${index + 1}`,
          8 + (index % 5),
          index < 5 ? 9 : index < 10 ? 12 : 16,
          compassDirections[(index + 3) % 8],
        ),
      ),
      stands('Wolf', 0, 0, 'SE'),
      stands('Werewolf', 23, 0, 'SW'),
      stands('Old Bear', 0, 23, 'N'),
    ],
    strokes: [
      {
        kind: 'move',
        points: [
          { x: 4.5, y: 20.5 },
          { x: 4.5, y: 19.5 },
          { x: 5.5, y: 18.5 },
          { x: 8.5, y: 16.5 },
        ],
      },
      {
        kind: 'attack',
        points: [
          { x: 9.5, y: 11.5 },
          { x: 9.5, y: 12.5 },
        ],
      },
    ],
  },
};

/** Metres along a line, with a skirmish, a crowd at one place and things on the ground. */
export const road: BattleView = {
  ...bare,
  phase: 'Round 2, allies act',
  round: 2,
  combatants: [
    ...['Lina', 'Doran', 'Pell', 'Mirabel Ashdown of the Vale'].map((id, index) =>
      someone(id, 'Allies', {
        gauges: [hp(20 - index * 6, 22)],
        marks: index === 1 ? ['engaged'] : [],
        place: `${index * 5} m`,
      }),
    ),
    ...['Goblin 1', 'Goblin 2', 'Goblin 3', 'Ogre'].map((id, index) =>
      someone(id, 'Enemies', {
        gauges: [told('unhurt')],
        life: index === 2 ? 'down' : 'up',
        place: `${14 + index * 3} m`,
      }),
    ),
  ],
  order: [{ id: 'Doran', note: 'allies', state: 'now' }],
  board: {
    kind: 'line',
    from: -10,
    to: 40,
    units: [
      { id: 'Lina', at: -8 },
      { id: 'Pell', at: -8 },
      { id: 'Mirabel Ashdown of the Vale', at: 0 },
      { id: 'Doran', at: 15 },
      { id: 'Goblin 1', at: 15 },
      { id: 'Goblin 2', at: 15 },
      { id: 'Goblin 3', at: 17 },
      { id: 'Ogre', at: 38 },
    ],
    brackets: [{ at: 15, radius: 3, label: 'skirmish 1', ids: ['Doran', 'Goblin 1', 'Goblin 2'] }],
    objects: [
      { at: 15, label: 'short sword' },
      { at: 30, label: 'cart' },
    ],
  },
};

/** Three areas, one of them empty. */
export const frontline: BattleView = {
  ...road,
  board: {
    kind: 'areas',
    areas: [
      { name: 'Allies’ Rearguard', ids: ['Lina', 'Pell'] },
      { name: 'Frontline', ids: ['Mirabel Ashdown of the Vale', 'Doran', 'Goblin 1', 'Goblin 2', 'Goblin 3', 'Ogre'] },
      { name: 'Enemies’ Rearguard', ids: [] },
    ],
  },
};

/** A round of segments without a map. */
export const segments: BattleView = {
  ...bare,
  phase: 'Round 4, segment 7',
  round: 4,
  combatants: [
    someone('Tess', 'Party', { gauges: [hp(9, 14)], marks: ['aiming'] }),
    someone('Brother Oswin', 'Party', { gauges: [hp(3, 12)], marks: ['casting Light'] }),
    someone('Orc 1', 'Foes', { gauges: [told('scratched')], marks: ['full defense'] }),
    someone('Orc 2', 'Foes', { gauges: [told('wounded')], marks: ['stunned'] }),
    someone('Shaman', 'Foes', { life: 'down', gauges: [told('felled')] }),
  ],
  order: [
    { id: 'Tess', note: 'segment 12', state: 'done' },
    { id: 'Orc 1', note: 'segment 7', state: 'now' },
    { id: 'Brother Oswin', note: 'segment 4', state: 'next' },
    { id: 'Orc 2', note: 'segment −1', state: 'next' },
  ],
  timeline: {
    label: 'Segments of round 4',
    slots: Array.from({ length: 18 }, (_, index) => {
      const segment = 12 - index;
      const at: Readonly<Record<number, readonly { id: string; what: string; done: boolean }[]>> = {
        12: [{ id: 'Tess', what: 'shoot Orc 1', done: true }],
        9: [
          { id: 'Orc 2', what: 'move', done: true },
          { id: 'Tess', what: 'shoot Orc 2', done: true },
        ],
        7: [{ id: 'Orc 1', what: 'axe at Brother Oswin', done: false }],
        4: [{ id: 'Brother Oswin', what: 'Light goes off', done: false }],
        [-1]: [{ id: 'Orc 2', what: 'spear', done: false }],
      };
      return { label: String(segment).replace('-', '−'), now: segment === 7, entries: at[segment] ?? [] };
    }),
  },
};

/** No board, no timeline: names that try to break things, and stances. */
export const hostile: BattleView = {
  ...bare,
  phase: 'Round 1 <b>&"\'</b>',
  combatants: [
    someone('<script>alert(1)</script>', '"Side" & <co>', { gauges: [hp(5, 10)], marks: ['offense', '<i>'] }),
    someone('مرحبا بالعالم', 'B\'s "men"', { gauges: [hp(2, 10)], marks: ['defense'] }),
    someone('שלום עולם', 'B\'s "men"', { gauges: [told('wounded')] }),
    someone('山田太郎', '"Side" & <co>', { gauges: [hp(10, 10)] }),
    someone('**@everyone** _x_ ||y|| <@1234567890123456789>', undefined, { gauges: [] }),
    someone(`W${'w'.repeat(99)}`, undefined, { marks: ['prone'.repeat(20)] }),
  ],
  order: [{ id: 'מישהו', note: '', state: 'now' }],
};

/** A small board with those names. */
const hostileBoard: BattleView = {
  ...hostile,
  board: {
    ...emptyGrid,
    width: 5,
    height: 4,
    figures: hostile.combatants.map(({ id }, index) =>
      stands(id, index % 5, Math.floor(index / 5) * 2, compassDirections[index]),
    ),
    objects: [{ x: 2, y: 2, label: '<chest & "gold">' }],
    zones: [{ label: '<fog>', squares: [{ x: 4, y: 3 }] }],
  },
};

/** Names in many scripts, one of which no font has. */
export const scripts: BattleView = {
  ...bare,
  phase: 'Round 2: ヴォルフ’s turn',
  phaseNames: 'ヴォルフ',
  combatants: [
    someone('ヴォルフ', 'Wolves', { gauges: [hp(8, 10)], marks: ['燃焼'] }),
    someone('山田太郎', 'Wolves', { gauges: [hp(10, 10)] }),
    someone('홍길동', 'Wolves', { gauges: [hp(3, 10)] }),
    someone('龙骑士 2', '敌人', { gauges: [hp(9, 10)] }),
    someone('🔥', '敌人', { gauges: [hp(5, 10)], marks: ['🔥 burning 🔥'] }),
    someone('สมชาย', '敌人', { gauges: [hp(5, 10)] }),
    someone('1', '敌人', { gauges: [hp(5, 10)] }),
    someone('שלום עולם', '敌人', { gauges: [told('wounded')] }),
  ],
  order: [{ id: 'ヴォルフ', note: '', state: 'now' }],
  board: {
    ...emptyGrid,
    width: 9,
    height: 8,
    figures: ['ヴォルフ', '山田太郎', '홍길동', '龙骑士 2', '🔥', 'สมชาย', '1', 'שלום עולם'].map((id, index) =>
      stands(id, (index * 5) % 9, index, compassDirections[index]),
    ),
  },
};

/** Larger than can be drawn whole. */
export const plain: BattleView = {
  ...duel,
  board: {
    ...emptyGrid,
    width: 120,
    height: 90,
    figures: duel.combatants.map(({ id }, index) => stands(id, 60 + index * 3, 40 + index, 'E')),
  },
};

export const ended: BattleView = {
  ...duel,
  status: 'ended',
  phase: 'Round 9',
  order: [],
  outcome: 'Brothers win: they are the last team standing.',
};

/** Two distant figures on a board larger than a picture: one with a long name, one with a number. */
const pair: BattleView = {
  ...duel,
  combatants: [
    someone('Bartholomew the Unbreakable of the Far Marches 12', 'Red Hand', {
      gauges: [hp(41, 60)],
      marks: ['aiming'],
    }),
    someone('Grimgar 12', 'Company of the Blue', { gauges: [told('badly wounded')], marks: ['burning'] }),
  ],
  order: [{ id: 'Grimgar 12', note: '', state: 'now' }],
  board: {
    ...emptyGrid,
    width: 20,
    height: 16,
    blocked: block(5, 2, 2, 1),
    figures: [stands('Bartholomew the Unbreakable of the Far Marches 12', 2, 3, 'E'), stands('Grimgar 12', 5, 4, 'W')],
  },
};

/** What the GM sees of hidden combatants. */
const ghosts: BattleView = {
  ...duel,
  combatants: duel.combatants.map((each, at) => ({ ...each, hidden: at === 1 || at === 2 })),
};

/** Fourteen combatants without a map, each with an action on the timeline. */
const throng: BattleView = {
  ...segments,
  combatants: Array.from({ length: 14 }, (_, at) =>
    someone(`${['Tess', 'Brother Oswin', 'Shaman of the Fen'][at % 3]} ${at + 1}`, at % 2 === 0 ? 'Party' : 'Foes', {
      gauges: [hp(14 - at, 14)],
    }),
  ),
  order: [{ id: 'Tess 1', note: 'segment 9', state: 'now' }],
};

export const allViews = {
  duel,
  ruins,
  crowd,
  road,
  frontline,
  segments,
  hostile,
  hostileBoard,
  scripts,
  plain,
  ended,
  pair,
  ghosts,
  throng,
};
