import type { BoardStrokeView } from '../../rules/view.ts';
import type { Colour } from '../palette.ts';
import type { Point, Shape } from '../scene.ts';
import type { GridGeometry } from '../viewport.ts';
import { circle, diagonalCrossArms, lines, paperColour, polygon } from './draw.ts';

const strokeColours = {
  move: 'move',
  attack: 'attack',
  sight: 'sight',
  'blocked-sight': 'noSight',
} as const;

const pointTowards = (from: Point, to: Point, distance: number): Point => {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length === 0) return from;
  const share = Math.min(0.45, distance / length);
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
};

const head = (from: Point, tip: Point, size: number, fill: Colour): Shape => {
  const turn = Math.atan2(tip[1] - from[1], tip[0] - from[0]);
  const wing = (off: number): Point => [tip[0] - size * Math.cos(turn + off), tip[1] - size * Math.sin(turn + off)];
  return polygon([tip, wing(0.45), wing(-0.45)], { fill, stroke: paperColour, width: 1.5 });
};

/** The points of a stroke, with the first two and last two. */
interface StrokeLine {
  readonly points: readonly Point[];
  readonly first: Point;
  readonly second: Point;
  readonly before: Point;
  readonly last: Point;
}

/** Draws a path with a dot on each square and an arrow at the end. */
const drawPath = ({ points, before, last }: StrokeLine, size: number): readonly Shape[] => {
  const colour = strokeColours.move;
  const width = Math.max(3, size * 0.05);
  const dots = points.slice(0, -1);
  const path = [...dots, pointTowards(last, before, size * 0.5)];
  return [
    lines([path], { stroke: paperColour, width: width * 2.2, opacity: 0.8 }),
    lines([path], { stroke: colour, width }),
    ...dots.map((point) => circle(point, width * 1.25, { fill: colour, stroke: paperColour, width: 1.2 })),
    head(before, pointTowards(last, before, size * 0.36), width * 4.5, colour),
  ];
};

/** Shifts a stroke to its right, so that facing marks stay visible. */
const shiftRight = ({ first, last }: StrokeLine, off: number): ((point: Point) => Point) => {
  const [across, down] = [last[0] - first[0], last[1] - first[1]];
  const length = Math.hypot(across, down) || 1;
  return ([x, y]) => [x - (down / length) * off, y + (across / length) * off];
};

/** Draws an arrow from the attacker to the edge of the target. */
const drawAttack = (line: StrokeLine, size: number): readonly Shape[] => {
  const shift = shiftRight(line, size * 0.2);
  const before = shift(line.before);
  const colour = strokeColours.attack;
  const width = Math.max(4, size * 0.065);
  const start = pointTowards(shift(line.first), shift(line.second), size * 0.3);
  const tip = pointTowards(shift(line.last), before, size * 0.26);
  const neck = pointTowards(tip, line.points.length === 2 ? start : before, width * 2.6);
  const path = [start, ...line.points.slice(1, -1).map(shift), neck];
  return [
    lines([path], { stroke: paperColour, width: width * 1.9 }),
    lines([path], { stroke: colour, width }),
    head(before, tip, width * 4.2, colour),
  ];
};

const cross = (at: Point, reach: number, stroke: Colour): readonly Shape[] => {
  const arms = diagonalCrossArms(at, reach);
  return [lines(arms, { stroke: paperColour, width: reach * 1.1 }), lines(arms, { stroke, width: reach * 0.6 })];
};

const drawSight = ({ points, first, last }: StrokeLine, size: number, blocked: boolean): readonly Shape[] => {
  const stroke = strokeColours[blocked ? 'blocked-sight' : 'sight'];
  const width = Math.max(2.5, size * 0.035);
  const line = lines([points], blocked ? { stroke, width, dash: [width * 3, width * 2.5] } : { stroke, width });
  const middle: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2];
  return [line, ...(blocked ? cross(middle, width * 2.4, stroke) : [])];
};

/** Draws one stroke through points. */
export const strokeShapes = (
  kind: BoardStrokeView['kind'],
  points: readonly Point[],
  size: number,
): readonly Shape[] => {
  const [first, second] = points;
  const [before, last] = points.slice(-2);
  if (first === undefined || second === undefined || before === undefined || last === undefined) return [];
  const line = { points, first, second, before, last };
  switch (kind) {
    case 'move':
      return drawPath(line, size);
    case 'attack':
      return drawAttack(line, size);
    case 'sight':
    case 'blocked-sight':
      return drawSight(line, size, kind === 'blocked-sight');
  }
};

const within = ({ window: { left, top, columns, rows } }: GridGeometry, { points }: BoardStrokeView): boolean =>
  points.every(({ x, y }) => x >= left && x <= left + columns && y >= top && y <= top + rows);

/** Draws the strokes of the given kinds, except strokes that leave the drawn part of the board. */
export const drawStrokes = (
  strokes: readonly BoardStrokeView[],
  plan: GridGeometry,
  kinds: readonly BoardStrokeView['kind'][],
): readonly Shape[] =>
  strokes
    .filter((stroke) => kinds.includes(stroke.kind) && within(plan, stroke))
    .flatMap(({ kind, points }) =>
      strokeShapes(
        kind,
        points.map(({ x, y }) => plan.point(x, y)),
        plan.size,
      ),
    );
