import type { EdgeView } from '../../rules/view.ts';
import { type EdgeKind, edgeKind } from '../edge-kinds.ts';
import type { Point, Shape } from '../scene.ts';
import { lines, through } from './draw.ts';
import type { GridGeometry } from './grid-geometry.ts';

const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** A hedge of little waves from one point to another. */
const wavy = (from: Point, to: Point, swing: number): readonly Point[] => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const waves = Math.max(2, Math.round(length / (swing * 4)));
  const steps = waves * 8;
  return Array.from({ length: steps + 1 }, (_, index): Point => {
    const [x, y] = between(from, to, index / steps);
    const off = swing * Math.sin((index / steps) * waves * 2 * Math.PI);
    return [x - uy * off, y + ux * off];
  });
};

/** A gap between two posts, with its leaf: shut in the line, or standing open at a right angle. */
const door = (from: Point, to: Point, thick: number, open: boolean): readonly Shape[] => {
  const hinge = between(from, to, 0.2);
  const lock = between(from, to, 0.8);
  const swung: Point = [hinge[0] - (lock[1] - hinge[1]) * 0.95, hinge[1] + (lock[0] - hinge[0]) * 0.95];
  const leaf = [hinge, open ? swung : lock];
  return [
    lines([[hinge, lock]], { stroke: 'board', width: thick * 1.4 }),
    lines([leaf], { stroke: 'woodEdge', width: thick * 1.05 }),
    lines([leaf], { stroke: 'wood', width: thick * 0.6 }),
    lines([through(from, hinge), through(lock, to)], { stroke: 'stoneEdge', width: thick * 1.5 }),
  ];
};

/** Short strokes across a line, so many to a square. */
const across = (from: Point, to: Point, reach: number, shares: readonly number[]): readonly (readonly Point[])[] => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [((to[0] - from[0]) / length) * reach, ((to[1] - from[1]) / length) * reach];
  return shares.map((share): readonly Point[] => {
    const [x, y] = between(from, to, share);
    return through([x - uy, y + ux], [x + uy, y - ux]);
  });
};

/** Leaves along a line. */
const hedge = (from: Point, to: Point, thick: number): readonly Shape[] => {
  const wave = [wavy(from, to, thick * 0.42)];
  return [
    lines(wave, { stroke: 'hedgeEdge', width: thick * 1.35 }),
    lines(wave, { stroke: 'hedge', width: thick * 0.85 }),
  ];
};

/** Rails between posts. */
const fence = (from: Point, to: Point, thick: number): readonly Shape[] => [
  lines([[from, to]], { stroke: 'woodEdge', width: thick * 0.8 }),
  lines([[from, to]], { stroke: 'wood', width: thick * 0.4 }),
  lines(across(from, to, thick * 0.75, [0.02, 0.34, 0.66, 0.98]), { stroke: 'woodEdge', width: thick * 0.5 }),
];

/** One edge of a kind, from corner to corner: masonry, bars, a fence, a hedge, a door. */
export const edgeShapes = (kind: EdgeKind, from: Point, to: Point, thick: number): readonly Shape[] => {
  switch (kind) {
    case 'wall':
      return [
        lines([[from, to]], { stroke: 'stoneEdge', width: thick * 1.7 }),
        lines([[from, to]], { stroke: 'stone', width: thick * 1.1 }),
        lines(across(from, to, thick * 0.5, [0.25, 0.5, 0.75]), { stroke: 'stoneEdge', width: thick * 0.22 }),
      ];
    case 'blocks the way':
      return [
        lines([[from, to]], { stroke: 'stoneEdge', width: thick * 0.6 }),
        lines(across(from, to, thick * 0.7, [0.1, 0.3, 0.5, 0.7, 0.9]), { stroke: 'stoneEdge', width: thick * 0.4 }),
      ];
    case 'slows':
      return fence(from, to, thick);
    case 'hides':
      return hedge(from, to, thick);
    case 'slows and hides':
      return [...hedge(from, to, thick * 1.15), ...fence(from, to, thick * 0.62)];
    case 'closed door':
    case 'open door':
      return door(from, to, thick, kind === 'open door');
  }
};

/** The corners an edge runs between; none for squares that do not touch side by side. */
const ends = ({ a, b }: EdgeView): readonly [Point, Point] | undefined => {
  if (a.y === b.y && Math.abs(a.x - b.x) === 1) {
    const x = Math.max(a.x, b.x);
    return [
      [x, a.y],
      [x, a.y + 1],
    ];
  }
  if (a.x === b.x && Math.abs(a.y - b.y) === 1) {
    const y = Math.max(a.y, b.y);
    return [
      [a.x, y],
      [a.x + 1, y],
    ];
  }
  return undefined;
};

const inside = ({ window: { left, top, columns, rows } }: GridGeometry, [x, y]: Point): boolean =>
  x >= left && x <= left + columns && y >= top && y <= top + rows;

const edgeThickness = (size: number): number => Math.max(5, Math.min(11, size * 0.11));

/** Walls, fences, hedges and doors, doors last so that their gaps stay open. */
export const drawEdges = (edges: readonly EdgeView[], plan: GridGeometry): readonly Shape[] =>
  edges
    .toSorted((a, b) => Number(a.kinds.includes('door')) - Number(b.kinds.includes('door')))
    .flatMap((edge) => {
      const kind = edgeKind(edge);
      const corners = ends(edge);
      if (kind === undefined || corners === undefined || !corners.every((each) => inside(plan, each))) return [];
      const [from, to] = corners;
      return edgeShapes(kind, plan.point(...from), plan.point(...to), edgeThickness(plan.size));
    });
