import type { Square } from '../../../rules/grid/square.ts';
import { squaresInRectangle } from '../../../rules/grid/square-text.ts';
import type { Skill } from '../skill-tests.ts';
import type { BoardObject, Edge, EdgeKind, FieldPlan, Scenario } from '../state.ts';

/** Section 22. A scenario as the rulebook gives it: its terms, and its ground for this many players. */
interface ScenarioPlan {
  readonly terms: Scenario;
  readonly summary: string;
  readonly ground: (players: number) => FieldPlan;
}

const corners = (w: number, h: number): Square[][] => [
  squaresInRectangle(0, 0, 2, 2),
  squaresInRectangle(w - 3, h - 3, w - 1, h - 1),
  squaresInRectangle(w - 3, 0, w - 1, 2),
  squaresInRectangle(0, h - 3, 2, h - 1),
];

type Side = readonly [ax: number, ay: number, bx: number, by: number];

const sides = (kinds: readonly EdgeKind[], list: readonly Side[], door = false): Edge[] =>
  list.map(([ax, ay, bx, by]) => ({ a: { x: ax, y: ay }, b: { x: bx, y: by }, kinds: [...kinds], door }));

const wall = ['blocking', 'obscuring'] as const;

const hedge = ['impeding', 'obscuring'] as const;

const moved = (edges: readonly Edge[], dx: number, dy: number): Edge[] => {
  const to = ({ x, y }: Square) => ({ x: x + dx, y: y + dy });
  return edges.map((edge) => ({ ...edge, a: to(edge.a), b: to(edge.b) }));
};

const ruin = [
  ...sides(wall, [
    [4, 2, 4, 3],
    [5, 2, 5, 3],
    [3, 3, 4, 3],
    [5, 4, 6, 4],
  ]),
  ...sides(hedge, [
    [4, 4, 4, 5],
    [5, 4, 5, 5],
  ]),
  ...sides(
    ['impeding'],
    [
      [1, 3, 1, 4],
      [2, 3, 2, 4],
      [7, 3, 7, 4],
      [8, 3, 8, 4],
    ],
  ),
];

const brokenField: ScenarioPlan = {
  summary: 'Drive the others off: 1 point for each warrior taken out, 2 for each killed. Six rounds.',
  terms: {
    id: 'broken-field',
    title: 'Broken Field',
    players: [2, 3, 4],
    rounds: 6,
    incapacitated: 1,
    killed: 2,
    first: 'lowest-d6',
    home: [],
  },
  ground: (players) =>
    players === 2
      ? {
          board: { w: 10, h: 8, edges: ruin, voids: [] },
          things: [],
          zones: [squaresInRectangle(0, 0, 9, 1), squaresInRectangle(0, 6, 9, 7)],
        }
      : { board: { w: 12, h: 12, edges: moved(ruin, 1, 2), voids: [] }, things: [], zones: corners(12, 12) },
};

const cairn = (name: string, x: number, y: number, vp: number): BoardObject => ({
  name,
  kind: 'cairn',
  at: { x, y },
  vp,
  used: false,
});

const threeCairns: ScenarioPlan = {
  summary: 'Hold three cairns at the end of each round: 1 point for an outer one, 2 for the middle. Five rounds.',
  terms: {
    id: 'three-cairns',
    title: 'Three Cairns',
    players: [2, 3, 4],
    rounds: 5,
    incapacitated: 0,
    killed: 0,
    first: 'most-warriors',
    home: [],
  },
  ground: (players) => ({
    board: {
      w: 11,
      h: 9,
      edges: [
        ...sides(
          ['blocking'],
          [
            [3, 4, 4, 4],
            [6, 4, 7, 4],
          ],
        ),
        ...sides(hedge, [
          [2, 2, 2, 3],
          [8, 5, 8, 6],
          [5, 2, 5, 3],
          [5, 5, 5, 6],
        ]),
      ],
      voids: [],
    },
    things: [cairn('west cairn', 2, 4, 1), cairn('middle cairn', 5, 4, 2), cairn('east cairn', 8, 4, 1)],
    zones: players === 2 ? [squaresInRectangle(0, 0, 10, 1), squaresInRectangle(0, 7, 10, 8)] : corners(11, 9),
  }),
};

const lanternRun: ScenarioPlan = {
  summary: 'Carry the lantern home: 1 point a round for holding it, 4 for bringing it to your own row. Six rounds.',
  terms: {
    id: 'lantern-run',
    title: 'Lantern Run',
    players: [2],
    rounds: 6,
    incapacitated: 1,
    killed: 1,
    first: 'lowest-d6',
    home: [0, 10],
  },
  ground: () => ({
    board: {
      w: 9,
      h: 11,
      edges: [
        ...sides(wall, [
          [3, 5, 4, 5],
          [4, 5, 5, 5],
        ]),
        ...sides(
          wall,
          [
            [4, 4, 4, 5],
            [4, 5, 4, 6],
          ],
          true,
        ),
        ...sides(hedge, [
          [1, 3, 1, 4],
          [7, 6, 7, 7],
        ]),
        ...sides(
          ['blocking'],
          [
            [2, 7, 3, 7],
            [5, 3, 6, 3],
          ],
        ),
      ],
      voids: [],
    },
    things: [{ name: 'lantern', kind: 'lantern', at: { x: 4, y: 5 }, vp: 1, used: false }],
    zones: [squaresInRectangle(0, 0, 8, 1), squaresInRectangle(0, 9, 8, 10)],
  }),
};

/** DS-SCEN-5, RULING-85. Somewhere to pass a test of a skill or an ability. */
const trial = (name: string, test: Skill, x: number, y: number, vp: number): BoardObject => ({
  name,
  kind: 'use',
  at: { x, y },
  vp,
  test,
  used: false,
});

/** DS-OBJ-1. A gate to be raised, or blasted to bits for the same points. */
const sluice = (name: string, x: number, vp: number): BoardObject => ({
  ...trial(name, 'strength', x, 4, vp),
  holds: 3,
  armour: 1,
  worth: vp,
});

const columns = (list: readonly number[], y: number): readonly Side[] => list.map((x) => [x, y, x, y + 1] as const);

const threeSluices: ScenarioPlan = {
  summary:
    'Raise three sluice gates by Strength, or blast them: 2 points for an outer one, 3 for the middle. Six rounds at most.',
  terms: {
    id: 'three-sluices',
    title: 'Three Sluices',
    players: [2, 3, 4],
    rounds: 6,
    incapacitated: 1,
    killed: 1,
    first: 'lowest-d6',
    home: [],
    ends: 'all-used',
  },
  ground: (players) => ({
    board: {
      w: 11,
      h: 9,
      edges: [
        ...sides(['impeding'], columns([0, 1, 2, 4, 5, 6, 8, 9, 10], 3)),
        ...sides(['impeding'], columns([0, 1, 2, 4, 5, 6, 8, 9, 10], 4)),
        ...sides(wall, [
          [3, 2, 4, 2],
          [6, 6, 7, 6],
        ]),
      ],
      voids: [],
    },
    things: [sluice('west sluice', 1, 2), sluice('middle sluice', 5, 3), sluice('east sluice', 9, 2)],
    zones: players === 2 ? [squaresInRectangle(0, 0, 10, 1), squaresInRectangle(0, 7, 10, 8)] : corners(11, 9),
  }),
};

const pilgrimsCamp: ScenarioPlan = {
  summary:
    'Win the pilgrims’ elders over by Persuasion, tend their wounded by Medicine: 2 points each; brave a shrine by Morale: 1. Five rounds at most.',
  terms: {
    id: 'pilgrims-camp',
    title: 'Pilgrims’ Camp',
    players: [2, 3, 4],
    rounds: 5,
    incapacitated: 1,
    killed: 0,
    first: 'most-warriors',
    home: [],
    ends: 'all-used',
  },
  ground: (players) => ({
    board: {
      w: 10,
      h: 10,
      edges: [
        ...sides(hedge, [
          [3, 3, 4, 3],
          [5, 6, 6, 6],
          [2, 4, 2, 5],
          [7, 4, 7, 5],
        ]),
        ...sides(wall, [
          [4, 4, 5, 4],
          [4, 5, 5, 5],
        ]),
      ],
      voids: [],
    },
    things: [
      trial('north elder', 'persuasion', 4, 4, 2),
      trial('south elder', 'persuasion', 5, 5, 2),
      trial('wounded guide', 'medicine', 7, 4, 2),
      trial('wounded pilgrim', 'medicine', 2, 5, 2),
      trial('north shrine', 'morale', 5, 2, 1),
      trial('south shrine', 'morale', 4, 7, 1),
    ],
    zones: players === 2 ? [squaresInRectangle(0, 0, 9, 1), squaresInRectangle(0, 8, 9, 9)] : corners(10, 10),
  }),
};

const openGround: ScenarioPlan = {
  summary: 'Open ground, or the GM’s own board: 1 point for each warrior taken out, 2 for each killed. Six rounds.',
  terms: { ...brokenField.terms, id: 'open-ground', title: 'Open Ground' },
  ground: (players) => ({
    board: { w: 12, h: 12, edges: [], voids: [] },
    things: [],
    zones: players === 2 ? [squaresInRectangle(0, 0, 11, 1), squaresInRectangle(0, 10, 11, 11)] : corners(12, 12),
  }),
};

export const scenarios: Readonly<Record<string, ScenarioPlan>> = {
  'broken-field': brokenField,
  'three-cairns': threeCairns,
  'lantern-run': lanternRun,
  'three-sluices': threeSluices,
  'pilgrims-camp': pilgrimsCamp,
  'open-ground': openGround,
};
