import type { Square } from '../../rules/grid/square.ts';
import type { BackdropView, GridBoardView } from '../../rules/view.ts';
import type { Box, Point, Shape } from '../scene.ts';
import { isWithinViewport } from '../viewport.ts';
import { box, boxes, lines } from './draw.ts';
import type { GridGeometry } from './grid-geometry.ts';
import { zoneOutline } from './zones.ts';

/** How much of a picture is veiled: what stands on the board stays clear above it. */
const veiled = 0.5;

/** The squares in two shades by turns, with faint lines between, as on a printed board; or a picture under lines. */
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

/** The edge of the board; where it goes on beyond the picture, a line that says so. */
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

/** Courses of stones in a square, every other one set off by half a stone. */
const courses = ({ x, y }: Square, { point }: GridGeometry): readonly (readonly Point[])[] => [
  ...[1 / 3, 2 / 3].map((share): readonly Point[] => [point(x, y + share), point(x + 1, y + share)]),
  ...[0, 1, 2].map((course): readonly Point[] => {
    const joint = (x + course) % 2 === 0 ? 0.35 : 0.8;
    return [point(x + joint, y + course / 3), point(x + joint, y + (course + 1) / 3)];
  }),
];

/** Squares that are not there: depth, darker towards the near side. */
const pits = (fields: readonly Box[], outline: readonly (readonly Point[])[], size: number): readonly Shape[] => [
  boxes(fields, { fill: 'pit' }),
  boxes(
    fields.map((each) => ({ ...each, y: each.y + each.height * 0.55, height: each.height * 0.45 })),
    { fill: 'pitEdge', opacity: 0.45 },
  ),
  lines(outline, { stroke: 'pitEdge', width: Math.max(3, size * 0.08) }),
];

/** Squares nobody can stand on: masonry, or no ground at all. */
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
