import type { Square } from '../../src/rules/grid/square.ts';
import { reachable, sight, terrainOf, wayOf } from '../../src/systems/dskull/index.ts';
import { figuresOf, type State } from '../../src/systems/dskull/state.ts';
import { battleOf, setupSchema } from '../conformance/dskull/setup.ts';
import { type Measured, median, quantile, timed } from './measure.ts';

const side = 20;
const budget = 20;

const spaces: readonly Square[] = Array.from({ length: side * side }, (_, n) => ({
  x: n % side,
  y: Math.floor(n / side),
}));

/** Walls, hedges and fences here and there, the same each time. */
const edges = Array.from({ length: 60 }, (_, n) => {
  const [x, y] = [(n * 7) % (side - 1), (n * 13) % (side - 1)];
  const kinds = [['blocking', 'obscuring'], ['impeding'], ['impeding', 'obscuring'], ['blocking']][n % 4];
  return { a: [x, y], b: n % 2 === 0 ? [x + 1, y] : [x, y + 1], kinds };
});

/** The first stands in the middle; every other belongs to the other side. */
const warriors = Array.from({ length: 24 }, (_, n) => ({
  id: `w${n}`,
  owner: n % 2 === 0 ? 'A' : 'B',
  at: n === 0 ? [10, 10] : [(n * 7) % side, (n * 11 + 3 + Math.floor(n / side)) % side],
  weapons: [{ name: 'spear', hands: 2, type: 'melee', reach: n % 3 === 0 }],
}));

const crowded = (): State => battleOf(setupSchema.parse({ board: { w: side, h: side, edges }, warriors }));

/** The least that looking from one space at all others costs: every line walked square by square, no rule asked. */
const plainLines = (from: Square): number => {
  let squares = 0;
  for (const to of spaces) {
    const steps = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y));
    for (let n = 1; n <= steps; n++) squares += Math.round(from.x + ((to.x - from.x) * n) / steps) + n;
  }
  return squares;
};

const around = [
  [0, -1],
  [-1, 0],
  [1, 0],
  [0, 1],
] as const;

/** The least that reaching every space costs: each visited once from its neighbours, every step alike. */
const plainSteps = (from: Square): number => {
  const seen = new Uint8Array(side * side);
  const queue = [from];
  for (const here of queue)
    for (const [dx, dy] of around) {
      const to = { x: here.x + dx, y: here.y + dy };
      const cell = to.y * side + to.x;
      if (to.x < 0 || to.y < 0 || to.x >= side || to.y >= side || seen[cell] === 1) continue;
      seen[cell] = 1;
      queue.push(to);
    }
  return queue.length;
};

const measured = async (what: string, work: () => unknown, floor: () => unknown): Promise<Measured> => {
  const [least, samples] = [await timed(floor, 200), await timed(work, 200)];
  return {
    what,
    unit: 'ms',
    median: median(samples),
    worst: quantile(samples, 0.99),
    floor: median(least),
    budget: `${budget} ms`,
    holds: median(samples) < budget,
  };
};

/** dSkull on a whole board of 20 × 20 with 24 figures: what one sees of every space, and what the way to each costs. */
export const benchSight = async (): Promise<readonly Measured[]> => {
  const state = crowded();
  const [mover] = figuresOf(state);
  if (mover === undefined) throw new Error('Nobody stands on the board.');
  const { los } = state.settings;
  const everySight = () => {
    const terrain = terrainOf(state);
    const figures = terrain?.figures.map(({ at }) => at) ?? [];
    return terrain && spaces.map((to) => sight(terrain.ground, figures, los, mover.at, to).count);
  };
  const everyWay = () => {
    const way = wayOf(state, mover);
    return way && reachable(way, 1000, {}).length;
  };
  return [
    await measured('dskull: lines of sight to all 400 spaces, 24 figures', everySight, () => plainLines(mover.at)),
    await measured('dskull: cost of the way to all 400 spaces, 24 figures', everyWay, () => plainSteps(mover.at)),
  ];
};
