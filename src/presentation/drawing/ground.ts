import { formatSquare, type Square } from '../../rules/grid/square.ts';
import type { BackdropView, EdgeView, GridBoardView } from '../../rules/view.ts';
import type { Box, Point, Shape, ShapeLook } from '../scene.ts';
import { type EdgeKind, edgeKind } from '../view-facts.ts';
import { type GridGeometry, isWithinViewport } from '../viewport.ts';
import { box, boxes, drawText, lines, pointsOf } from './draw.ts';

/** Opacity of the veil over a background picture. */
const veiled = 0.5;

/** Draws the squares of a board in two shades, or a background picture under lines. */
export const groundShapes = (
  { window: { left, top, columns, rows }, point, boxOf, frame }: GridGeometry,
  backdrop?: BackdropView,
): readonly Shape[] => {
  const shaded = Array.from(
    { length: columns * rows },
    (_, at): Square => ({ x: left + (at % columns), y: top + Math.floor(at / columns) }),
  )
    .filter(({ x, y }) => (x + y) % 2 === 1)
    .map(boxOf);
  const upright = Array.from({ length: columns - 1 }, (_, index): readonly Point[] => [
    point(left + index + 1, top),
    point(left + index + 1, top + rows),
  ]);
  const level = Array.from({ length: rows - 1 }, (_, index): readonly Point[] => [
    point(left, top + index + 1),
    point(left + columns, top + index + 1),
  ]);
  if (backdrop !== undefined) {
    const part = {
      left: (left - backdrop.left) / backdrop.across,
      top: (top - backdrop.top) / backdrop.down,
      across: columns / backdrop.across,
      down: rows / backdrop.down,
    };
    return [
      box(frame, { fill: 'board' }),
      { kind: 'image', of: backdrop.picture, ...frame, part, veil: 'board', veiled },
      lines([...upright, ...level], { stroke: 'frame', width: 1.5, opacity: 0.4, crisp: true }),
    ];
  }
  return [
    box(frame, { fill: 'board' }),
    boxes(shaded, { fill: 'check', crisp: true }),
    lines([...upright, ...level], { stroke: 'rule', width: 1.5, crisp: true }),
  ];
};

/** Draws the frame of a board, dashed where the board continues. */
export const frameShapes = ({ width, height }: GridBoardView, { window, frame }: GridGeometry): readonly Shape[] => {
  const { left, top, columns, rows } = window;
  const [right, bottom] = [frame.x + frame.width, frame.y + frame.height];
  const sides: readonly (readonly [open: boolean, from: Point, to: Point])[] = [
    [top > 0, [frame.x, frame.y], [right, frame.y]],
    [top + rows < height, [frame.x, bottom], [right, bottom]],
    [left > 0, [frame.x, frame.y], [frame.x, bottom]],
    [left + columns < width, [right, frame.y], [right, bottom]],
  ];
  const linesOf = (open: boolean) => sides.filter((side) => side[0] === open).map(([, from, to]) => [from, to]);
  return [
    lines(linesOf(true), { stroke: 'frame', width: 2.5, dash: [3, 9] }),
    lines(linesOf(false), { stroke: 'frame', width: 3.5 }),
  ];
};

/** The lines between the stones of a square that is drawn as masonry. */
const courses = ({ x, y }: Square, { point }: GridGeometry): readonly (readonly Point[])[] => [
  ...[1 / 3, 2 / 3].map((share): readonly Point[] => [point(x, y + share), point(x + 1, y + share)]),
  ...[0, 1, 2].map((course): readonly Point[] => {
    const joint = (x + course) % 2 === 0 ? 0.35 : 0.8;
    return [point(x + joint, y + course / 3), point(x + joint, y + (course + 1) / 3)];
  }),
];

/** Draws missing squares as pits. */
const pits = (fields: readonly Box[], outline: readonly (readonly Point[])[], size: number): readonly Shape[] => [
  boxes(fields, { fill: 'pit' }),
  boxes(
    fields.map((each) => ({ ...each, y: each.y + each.height * 0.55, height: each.height * 0.45 })),
    { fill: 'pitEdge', opacity: 0.45 },
  ),
  lines(outline, { stroke: 'pitEdge', width: Math.max(3, size * 0.08) }),
];

/** Draws blocked squares as masonry or pits. */
export const blockedShapes = ({ blocked, blockedBy }: GridBoardView, plan: GridGeometry): readonly Shape[] => {
  const { size, boxOf, window } = plan;
  const seen = blocked.filter((square) => isWithinViewport(window, square));
  if (seen.length === 0) return [];
  const fields = seen.map(boxOf);
  if (blockedBy === 'void') return pits(fields, zoneOutline(seen, plan), size);
  return [
    boxes(fields, { fill: 'stone' }),
    lines(
      seen.flatMap((square) => courses(square, plan)),
      { stroke: 'mortar', width: Math.max(1.5, size * 0.035) },
    ),
    lines(zoneOutline(seen, plan), { stroke: 'stoneEdge', width: Math.max(2.5, size * 0.06) }),
  ];
};

/** Colours and dashes of zones. */
const tints = [
  { fill: 'zone1', stroke: 'zone1Edge', dash: [10, 5] },
  { fill: 'zone2', stroke: 'zone2Edge', dash: [3, 5] },
  { fill: 'zone3', stroke: 'zone3Edge', dash: [14, 4, 3, 4] },
  { fill: 'zone4', stroke: 'zone4Edge', dash: [6, 3] },
  { fill: 'zone5', stroke: 'zone5Edge', dash: [2, 3] },
] as const;

export const zoneTint = (index: number): (typeof tints)[number] => tints[index % tints.length] ?? tints[0];

/** The outline of squares within the drawn part. */
const zoneOutline = (
  squares: GridBoardView['zones'][number]['squares'],
  { point, window }: GridGeometry,
): readonly (readonly Point[])[] => {
  const names = new Set(squares.map(formatSquare));
  const open = (x: number, y: number) => !names.has(formatSquare({ x, y }));
  return squares
    .filter((square) => isWithinViewport(window, square))
    .flatMap(({ x, y }): readonly (readonly Point[])[] => [
      ...(open(x, y - 1) ? [[point(x, y), point(x + 1, y)]] : []),
      ...(open(x, y + 1) ? [[point(x, y + 1), point(x + 1, y + 1)]] : []),
      ...(open(x - 1, y) ? [[point(x, y), point(x, y + 1)]] : []),
      ...(open(x + 1, y) ? [[point(x + 1, y), point(x + 1, y + 1)]] : []),
    ]);
};

/** Draws zones as tinted squares with a dashed outline. */
export const drawZones = (zones: GridBoardView['zones'], plan: GridGeometry): readonly Shape[] =>
  zones.flatMap(({ squares }, index) => {
    const { fill, stroke, dash } = zoneTint(index);
    const look: ShapeLook = { fill, opacity: 0.8 };
    return [
      boxes(squares.filter((square) => isWithinViewport(plan.window, square)).map(plan.boxOf), look),
      lines(zoneOutline(squares, plan), { stroke, width: 2.5, dash }),
    ];
  });

/** The letter of an object on the board, explained by the legend. */
export const objectLetter = (index: number): string => String.fromCodePoint(97 + (index % 26));

export const drawObjectSign = ([x, y]: Point, reach: number, letter: string): readonly Shape[] => [
  box(
    { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach },
    { fill: 'thing', stroke: 'thingEdge', width: Math.max(2, reach * 0.16) },
    reach * 0.3,
  ),
  drawText([x, y], letter, { size: reach * 1.45, anchor: 'middle', bold: true }),
];

/** Draws objects in the middle of their squares, or in a corner beside a figure. */
export const drawObjects = ({ objects, figures }: GridBoardView, { size, point, window }: GridGeometry) =>
  objects.flatMap((object, index) => {
    if (!isWithinViewport(window, object)) return [];
    const isShared = figures.some(({ x, y }) => x === object.x && y === object.y);
    const before = objects.slice(0, index).filter(({ x, y }) => x === object.x && y === object.y).length;
    const reach = Math.max(10, Math.min(19, size * (isShared ? 0.17 : 0.26)));
    const [x, y] = isShared ? point(object.x, object.y + 1) : point(object.x + 0.5, object.y + 0.5);
    const at: Point = isShared
      ? [x + reach + 1 + before * reach * 2, y - reach - 1]
      : [x + before * reach * 0.9, y + before * reach * 0.9];
    return [
      {
        box: { x: at[0] - reach, y: at[1] - reach, width: 2 * reach, height: 2 * reach },
        shapes: drawObjectSign(at, reach, objectLetter(index)),
      },
    ];
  });

const between = ([ax, ay]: Point, [bx, by]: Point, share: number): Point => [
  ax + (bx - ax) * share,
  ay + (by - ay) * share,
];

/** A wavy line between two points. */
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

/** Draws a door between two posts, closed or open. */
const door = (from: Point, to: Point, thick: number, open: boolean): readonly Shape[] => {
  const hinge = between(from, to, 0.2);
  const lock = between(from, to, 0.8);
  const swung: Point = [hinge[0] - (lock[1] - hinge[1]) * 0.95, hinge[1] + (lock[0] - hinge[0]) * 0.95];
  const leaf = [hinge, open ? swung : lock];
  return [
    lines([[hinge, lock]], { stroke: 'board', width: thick * 1.4 }),
    lines([leaf], { stroke: 'woodEdge', width: thick * 1.05 }),
    lines([leaf], { stroke: 'wood', width: thick * 0.6 }),
    lines([pointsOf(from, hinge), pointsOf(lock, to)], { stroke: 'stoneEdge', width: thick * 1.5 }),
  ];
};

/** Short strokes across a line, at given shares (0 to 1) of the line's length. */
const across = (from: Point, to: Point, reach: number, shares: readonly number[]): readonly (readonly Point[])[] => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const [ux, uy] = [((to[0] - from[0]) / length) * reach, ((to[1] - from[1]) / length) * reach];
  return shares.map((share): readonly Point[] => {
    const [x, y] = between(from, to, share);
    return pointsOf([x - uy, y + ux], [x + uy, y - ux]);
  });
};

const hedge = (from: Point, to: Point, thick: number): readonly Shape[] => {
  const wave = [wavy(from, to, thick * 0.42)];
  return [
    lines(wave, { stroke: 'hedgeEdge', width: thick * 1.35 }),
    lines(wave, { stroke: 'hedge', width: thick * 0.85 }),
  ];
};

const fence = (from: Point, to: Point, thick: number): readonly Shape[] => [
  lines([[from, to]], { stroke: 'woodEdge', width: thick * 0.8 }),
  lines([[from, to]], { stroke: 'wood', width: thick * 0.4 }),
  lines(across(from, to, thick * 0.75, [0.02, 0.34, 0.66, 0.98]), { stroke: 'woodEdge', width: thick * 0.5 }),
];

/** Draws an edge from corner to corner. */
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
    case 'difficult terrain':
      return fence(from, to, thick);
    case 'blocks sight':
      return hedge(from, to, thick);
    case 'difficult terrain that blocks sight':
      return [...hedge(from, to, thick * 1.15), ...fence(from, to, thick * 0.62)];
    case 'closed door':
    case 'open door':
      return door(from, to, thick, kind === 'open door');
  }
};

/** The two corners of an edge. Undefined if its squares are not adjacent. */
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

/** Draws all edges, doors last so that their gaps stay open. */
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
