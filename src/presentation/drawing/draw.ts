import type { Colour } from '../palette.ts';
import type { Box, Point, Shape, ShapeLook } from '../scene.ts';
import { drawableText } from './measure.ts';

/** A part of a picture on a plane of its own. */
export interface PicturePanel {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

export const box = ({ x, y, width, height }: Box, look: ShapeLook, round = 0): Shape => ({
  kind: 'rect',
  x,
  y,
  width,
  height,
  look,
  round,
});

export const circle = (at: Point, radius: number, look: ShapeLook): Shape => ({ kind: 'circle', at, radius, look });

/** Many boxes of one look. */
export const boxes = (all: readonly Box[], look: ShapeLook): Shape => ({ kind: 'boxes', boxes: all, look });

/** What belongs together at a point: shapes drawn about the origin. */
export const group = (key: string, at: Point, shapes: readonly Shape[]): Shape => ({ kind: 'group', key, at, shapes });

export const polygon = (points: readonly Point[], look: ShapeLook): Shape => ({ kind: 'polygon', points, look });

export const lines = (each: readonly (readonly Point[])[], look: ShapeLook): Shape => ({
  kind: 'lines',
  lines: each,
  look,
});

/** Points that a line goes through, or that a polygon has. */
export const through = (...points: readonly Point[]): readonly Point[] => points;

/** The arms of a saltire. */
export const diagonalCrossArms = ([x, y]: Point, reach: number): readonly (readonly Point[])[] => [
  through([x - reach, y - reach], [x + reach, y + reach]),
  through([x - reach, y + reach], [x + reach, y - reach]),
];

interface TextStyle {
  readonly size: number;
  readonly fill?: Colour;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly halo?: Colour;
}

/** A text whose letters stand with their middle at `at`, not their base line; signs that our font does not have are left out. */
export const drawText = (
  at: Point,
  text: string,
  { size, fill = inkColour, anchor = 'start', bold, halo }: TextStyle,
): Shape => ({
  kind: 'text',
  at: [at[0], at[1] + size * 0.36],
  text: drawableText(text),
  size,
  fill,
  anchor,
  bold: bold ?? false,
  halo,
});

/** Says how many are left out, if any are. */
export const drawMore = (at: Point, more: number, style: TextStyle): readonly Shape[] =>
  more > 0 ? [drawText(at, `and ${more} more`, style)] : [];

export const inkColour: Colour = 'ink';
export const faintColour: Colour = 'faint';
export const paperColour: Colour = 'paper';

const shift = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];

/** The same shape elsewhere. */
export const moveShape = (shape: Shape, by: Point): Shape => {
  switch (shape.kind) {
    case 'rect':
    case 'image':
      return { ...shape, x: shape.x + by[0], y: shape.y + by[1] };
    case 'circle':
    case 'text':
    case 'group':
      return { ...shape, at: shift(shape.at, by) };
    case 'portrait': {
      const all = (shapes: readonly Shape[]) => shapes.map((each) => moveShape(each, by));
      return { ...shape, at: shift(shape.at, by), over: all(shape.over), instead: all(shape.instead) };
    }
    case 'boxes':
      return { ...shape, boxes: shape.boxes.map((each) => ({ ...each, x: each.x + by[0], y: each.y + by[1] })) };
    case 'polygon':
      return { ...shape, points: shape.points.map((point) => shift(point, by)) };
    case 'lines':
      return { ...shape, lines: shape.lines.map((each) => each.map((point) => shift(point, by))) };
  }
};

/** Panels under each other, each in the middle of the widest. */
export const stackPanels = (panels: readonly PicturePanel[], gap: number): PicturePanel => {
  const width = Math.max(0, ...panels.map((panel) => panel.width));
  const shapes: Shape[] = [];
  let height = 0;
  for (const panel of panels) {
    if (height > 0) height += gap;
    const by: Point = [Math.round((width - panel.width) / 2), height];
    shapes.push(...panel.shapes.map((shape) => moveShape(shape, by)));
    height += panel.height;
  }
  return { width, height, shapes };
};
