import type { BoardStrokeView, CompassDirection, FigureView, GridBoardView } from '../../rules/view.ts';
import type { FigureLabels, LabelledFigure } from '../figure-labels.ts';
import type { Box, Point, Shape } from '../scene.ts';
import type { GridGeometry } from '../viewport.ts';
import { drawText, faintColour, fitText, inkColour, textWidth } from './draw.ts';
import { facingMarkReach } from './figure.ts';

/** Radius of a figure (squares). */
export const figureRadius = 0.42;

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

const contains = (outer: Box, inner: Box): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height;

const isFacing = (facing: CompassDirection | undefined, letter: string): boolean => facing?.includes(letter) ?? false;

/** The box around a figure with its facing mark. */
const figureBox = ({ x, y, facing }: FigureView, { point, size }: GridGeometry, player: LabelledFigure): Box => {
  const [cx, cy] = point(x + 0.5, y + 0.5);
  const around = size * figureRadius * (player.now ? 1.45 : 1.2);
  const reach = facing === undefined ? 0 : size * figureRadius * facingMarkReach(player.style.form, facing);
  // A diagonal facing mark reaches less far up and sideways.
  const far = Math.max(around, facing?.length === 2 ? reach * Math.SQRT1_2 : reach);
  const side = (letter: string) => (player.view.life === 'up' && isFacing(facing, letter) ? far : around);
  return {
    x: cx - side('W'),
    y: cy - side('N'),
    width: side('W') + side('E'),
    height: side('N') + side('S'),
  };
};

interface Label {
  readonly rows: readonly { readonly text: string; readonly size: number; readonly bold: boolean }[];
  readonly width: number;
  readonly height: number;
}

const createLabel = (rows: Label['rows']): Label => ({
  rows,
  width: Math.max(...rows.map(({ text, size, bold }) => textWidth(text, size, bold ? 'bold' : 'regular'))),
  height: rows.reduce((sum, { size }) => sum + size * 1.12, 0),
});

/** The second line of a label: the gauge in words, and as many marks as fit. */
const secondRow = ({ view }: LabelledFigure, room: number): string => {
  const [gauge] = view.gauges;
  const word = view.life === 'up' && gauge !== undefined && gauge.share === undefined ? [gauge.text] : [];
  const parts = [...word, ...view.marks];
  for (let count = parts.length; count > 1; count -= 1) {
    const row = parts.slice(0, count).join(' · ');
    if (textWidth(row, smallSize) <= room) return row;
  }
  return fitText(parts[0] ?? '', room, smallSize);
};

const smallSize = 20;

/** The labels to try: name with a second line, then the name alone. */
const labelVersions = (player: LabelledFigure, square: number): readonly Label[] => {
  const size = square >= 84 ? 25 : 22;
  const room = Math.max(square * 2.9, 200);
  const full = fitText(player.label, room, size, 'bold');
  const second = square >= 64 ? secondRow(player, room) : '';
  const row = (text: string) => ({ text, size, bold: true });
  return [
    ...(second === '' ? [] : [createLabel([row(full), { text: second, size: smallSize, bold: false }])]),
    createLabel([row(full)]),
  ];
};

/** Positions of a label around its figure, best first. */
const labelPlaces = (figure: Box, { width, height }: Label, frame: Box): readonly Box[] => {
  const middle = figure.x + figure.width / 2;
  const inFrame = (x: number) => Math.max(frame.x, Math.min(frame.x + frame.width - width, x));
  const below = figure.y + figure.height;
  const above = figure.y - height;
  const beside = figure.y + figure.height / 2 - height / 2;
  const at = (x: number, y: number): Box => ({ x: inFrame(x), y, width, height });
  return [
    at(middle - width / 2, below),
    at(middle - width / 2, above),
    { ...at(0, beside), x: figure.x + figure.width + 2 },
    { ...at(0, beside), x: figure.x - width - 2 },
    at(figure.x, below),
    at(figure.x + figure.width - width, below),
    at(figure.x, above),
    at(figure.x + figure.width - width, above),
  ];
};

const drawLabel = ({ rows }: Label, { x, y, width }: Box, out: boolean): readonly Shape[] => {
  let top = y;
  return rows.map(({ text, size, bold }) => {
    top += size * 1.12;
    return drawText([x + width / 2, top - size * 0.56], text, {
      size,
      bold,
      anchor: 'middle',
      fill: out ? faintColour : inkColour,
      halo: 'board',
    });
  });
};

/** Gap between two names on one line (pixels). */
const apart = 8;

const strokePoints = ({ points }: BoardStrokeView): readonly Point[] =>
  points.slice(1).flatMap((to, index) => {
    const from = points[index] ?? to;
    const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) * 3));
    return Array.from(
      { length: steps + 1 },
      (_, step): Point => [from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps],
    );
  });

/** Boxes that labels avoid if possible: strokes and blocked squares. */
const avoidedBoxes = ({ strokes, blocked }: GridBoardView, { point, boxOf }: GridGeometry): readonly Box[] => [
  ...strokes.flatMap(strokePoints).map(([x, y]) => {
    const [left, top] = point(x, y);
    return { x: left - 3, y: top - 3, width: 6, height: 6 };
  }),
  ...blocked.map(boxOf),
];

/** Draws labels that overlap no other label or figure. Figures that act come first; figures that are out get none. */
export const drawNames = (
  view: GridBoardView,
  figures: readonly FigureView[],
  allLabels: FigureLabels,
  plan: GridGeometry,
  kept: readonly Box[],
) => {
  const taken: Box[] = [...kept, ...figures.map((figure) => figureBox(figure, plan, allLabels.of(figure.id)))];
  const avoided = avoidedBoxes(view, plan);
  const free = (place: Box, others: readonly Box[]) => !others.some((other) => overlaps(other, place));
  const rank = (figure: FigureView): number => {
    const player = allLabels.of(figure.id);
    return player.now ? 0 : ['up', 'down', 'out'].indexOf(player.view.life) + 1;
  };
  const placeFor = (figure: FigureView, player: LabelledFigure): readonly [Label, Box] | undefined => {
    const own = figureBox(figure, plan, player);
    for (const others of [[...taken, ...avoided], taken])
      for (const label of labelVersions(player, plan.size)) {
        const place = labelPlaces(own, label, plan.frame).find(
          (each) => contains(plan.frame, each) && free(each, others),
        );
        if (place !== undefined) return [label, place];
      }
    return undefined;
  };
  const shapes: Shape[] = [];
  const unnamed: string[] = [];
  for (const figure of figures.toSorted((a, b) => rank(a) - rank(b))) {
    const player = allLabels.of(figure.id);
    if (player.view.life === 'out') continue;
    const found = placeFor(figure, player);
    if (found === undefined) {
      unnamed.push(figure.id);
      continue;
    }
    const [label, place] = found;
    taken.push({ ...place, x: place.x - apart, width: place.width + 2 * apart });
    shapes.push(...drawLabel(label, place, player.view.life !== 'up'));
  }
  return { shapes, unnamed };
};
