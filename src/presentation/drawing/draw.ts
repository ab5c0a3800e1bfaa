import { splitLetters } from '../../core/letters.ts';
import { phrase } from '../../core/message.ts';
import type { Colour } from '../palette.ts';
import type { Box, Point, Shape, ShapeLook } from '../scene.ts';
import { fontKindOf, isLatin } from './font-coverage.ts';

/** A part of a picture with its own origin. */
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

/** A shape of several boxes with the same look. */
export const boxes = (all: readonly Box[], look: ShapeLook): Shape => ({ kind: 'boxes', boxes: all, look });

/** A group of shapes around an origin, moved to `at`. */
export const group = (key: string, at: Point, shapes: readonly Shape[]): Shape => ({ kind: 'group', key, at, shapes });

export const polygon = (points: readonly Point[], look: ShapeLook): Shape => ({ kind: 'polygon', points, look });

export const lines = (each: readonly (readonly Point[])[], look: ShapeLook): Shape => ({
  kind: 'lines',
  lines: each,
  look,
});

/** A typed list of points. */
export const pointsOf = (...points: readonly Point[]): readonly Point[] => points;

/** The two lines of a diagonal cross around a point. */
export const diagonalCrossArms = ([x, y]: Point, reach: number): readonly (readonly Point[])[] => [
  pointsOf([x - reach, y - reach], [x + reach, y + reach]),
  pointsOf([x - reach, y + reach], [x + reach, y - reach]),
];

interface TextStyle {
  readonly size: number;
  readonly fill?: Colour;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  readonly halo?: Colour;
}

/** Draws a text, centered vertically, without characters that our fonts lack. */
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

/** Draws the text “and n more”. Empty if `more` is 0. */
export const drawMore = (at: Point, more: number, style: TextStyle): readonly Shape[] =>
  more > 0 ? [drawText(at, phrase`and ${more} more`, style)] : [];

export const inkColour: Colour = 'ink';
export const faintColour: Colour = 'faint';
export const paperColour: Colour = 'paper';

const shift = ([x, y]: Point, [dx, dy]: Point): Point => [x + dx, y + dy];

export const moveShape = (shape: Shape, by: Point): Shape => {
  switch (shape.kind) {
    case 'rect':
    case 'image':
    case 'hotspot':
      return { ...shape, x: shape.x + by[0], y: shape.y + by[1] };
    case 'circle':
    case 'text':
    case 'squares':
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

/** Stacks panels, each centered. */
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

/** Widths of the characters 20 to 7e and a0 to 17f (hexadecimal), in hundredths of the font size. */
const regular =
  '22 23 41 49 49 77 68 22 30 30 41 47 22 37 23 47 53 41 46 46 50 48 51 42 52 50 23 23 46 46 46 43 92 54 55 52 59 48 44 58 61 27 28 56 46 72 61 63 53 63 56 51 48 59 52 76 51 52 48 29 47 29 50 47 30 50 54 43 54 50 32 49 53 26 26 49 27 77 53 53 54 54 36 43 34 52 46 67 46 47 41 29 35 29 46';
const bold =
  '21 23 43 51 50 79 69 22 30 30 42 48 23 38 23 47 55 42 46 47 51 49 52 43 53 52 23 23 47 47 47 44 92 54 56 52 60 47 44 59 60 27 29 58 47 72 60 63 54 63 56 52 49 59 53 77 53 54 49 30 47 30 51 47 32 50 54 44 55 51 33 50 52 26 26 51 27 76 52 53 54 55 37 44 35 52 47 69 47 48 42 29 33 29 47';
const regularAccented =
  '22 23 43 48 50 50 35 49 40 73 46 56 47 37 57 33 47 47 36 36 30 53 70 23 28 36 45 56 87 87 87 43 54 54 54 54 54 54 75 52 48 48 48 48 27 27 27 27 60 61 63 63 63 63 63 46 63 59 59 59 59 52 53 54 50 50 50 50 50 50 77 43 50 50 50 50 26 26 26 26 53 53 53 53 53 53 53 46 53 52 52 52 52 47 54 47 54 50 54 50 54 50 52 43 52 43 52 43 52 43 59 60 60 55 48 50 48 50 48 50 48 50 48 50 58 49 58 49 58 49 58 49 61 53 62 53 27 26 27 26 27 26 27 26 27 26 55 51 28 26 56 49 49 46 27 46 27 46 31 46 37 49 31 61 53 61 53 61 53 64 61 53 63 53 63 53 63 53 82 83 56 36 56 36 56 36 51 43 51 43 51 43 51 43 48 34 48 34 48 34 59 52 59 52 59 52 59 52 59 52 59 52 76 67 52 47 52 48 41 48 41 48 41 32';
const boldAccented =
  '21 23 44 49 50 52 33 50 43 73 45 59 48 38 57 34 47 48 37 37 32 53 72 23 30 37 46 59 89 89 89 44 54 54 54 54 54 54 77 52 47 47 47 47 27 27 27 27 61 60 63 63 63 63 63 47 63 59 59 59 59 54 54 55 50 50 50 50 50 50 78 44 51 51 51 51 26 26 26 26 53 52 53 53 53 53 53 47 53 52 52 52 52 48 54 48 54 50 54 50 54 50 52 44 52 44 52 44 52 44 60 64 61 55 47 51 47 51 47 51 47 51 47 51 59 50 59 50 59 50 59 50 60 52 61 53 27 26 27 26 27 26 27 26 27 26 56 52 29 26 58 51 51 47 27 47 27 47 35 47 42 51 33 60 52 60 52 60 52 64 60 52 63 53 63 53 63 53 82 82 56 37 56 37 56 37 52 44 52 44 52 44 52 44 49 35 49 35 49 35 59 52 59 52 59 52 59 52 59 52 59 52 77 69 54 48 54 49 42 49 42 49 42 33';
const numbers = (list: string): readonly number[] => list.split(' ').map(Number);
const tables = {
  regular: { plain: numbers(regular), accented: numbers(regularAccented) },
  bold: { plain: numbers(bold), accented: numbers(boldAccented) },
};
/** Width of characters that are not in the tables, rather too wide so that labels fit. */
const other = { regular: 72, bold: 80 };
/** Factor for the width of Latin letters in texts with other scripts, which use DejaVu. */
const mixedTextFactor = 1.2;
/** Widths of characters by font, in hundredths of the font size. */
const wide = { own: undefined, 'east-asian': 100, emoji: 128 };
const narrow = new Set(['’', '‘']);

type Weight = 'regular' | 'bold';

const hundredthsOf = (letter: string, weight: Weight): number => {
  const code = letter.codePointAt(0) ?? 0;
  return (
    tables[weight].plain[code - 0x20] ??
    tables[weight].accented[code - 0xa0] ??
    wide[fontKindOf(letter) ?? 'own'] ??
    (narrow.has(letter) ? 24 : other[weight])
  );
};

export const textWidth = (text: string, size: number, weight: Weight = 'regular'): number => {
  const latin = isLatin(text) ? 1 : mixedTextFactor;
  let hundredths = 0;
  for (const letter of text) hundredths += hundredthsOf(letter, weight) * (letter < '\u0180' ? latin : 1);
  return (hundredths * size) / 100;
};

/** Cuts a text to a width and appends `end`. Empty if not even one letter fits. */
const cutToWidth = (text: string, end: string, width: number, size: number, weight: Weight): string => {
  const room = width - textWidth(end, size, weight);
  let cut = '';
  let whole = '';
  for (const letter of splitLetters(text)) {
    whole += letter;
    // Cut only after letters, so that the text never ends with a blank.
    if (letter.trim() === '') continue;
    if (textWidth(whole, size, weight) > room) break;
    cut = whole;
  }
  return cut === '' ? '' : `${cut}${end}`;
};

/** Matches the number at the end of a name, which tells numbered combatants apart. */
const numberAtEnd = /\s?\d{1,3}$/;

/** Cuts a text to a width with `…`, but not its final number. Empty if not even one letter fits. */
export const fitText = (text: string, width: number, size: number, weight: Weight = 'regular'): string => {
  if (textWidth(text, size, weight) <= width) return text;
  const number = numberAtEnd.exec(text)?.[0] ?? '';
  const longest = cutToWidth(text.slice(0, text.length - number.length), `…${number}`, width, size, weight);
  return longest !== '' || number === '' ? longest : cutToWidth(text, '…', width, size, weight);
};

/** Removes characters that our fonts lack. One such character would blank the whole text. */
export const drawableText = (text: string): string =>
  [...text]
    .filter((letter) => fontKindOf(letter) !== undefined)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim();
