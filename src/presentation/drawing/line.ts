import type { LineBoardView, TimelineView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import type { Point, Shape, ShapeLook } from '../scene.ts';
import { axisRange, axisTicks, type SlotRun, slotRuns } from '../view-facts.ts';
import { type ChipSize, chipHeights, drawChip, preferredChipWidth } from './chip.ts';
import {
  box,
  circle,
  drawMore,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  type PicturePanel,
  paperColour,
  pointsOf,
  polygon,
  textWidth,
} from './draw.ts';
import { drawFigure } from './figure.ts';

const width = 728;
const edge = 50;
const gap = 8;
const maxChipWidth = 300;
/** Maximum number of chips above each other, by size. */
const maxLevels: Readonly<Record<ChipSize, number>> = { full: 7, compact: 9 };

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly x: (metres: number) => number;
}

const lineAxis = (view: LineBoardView): Axis => {
  const { from, to } = axisRange(view);
  return { from, to, x: (metres) => edge + ((metres - from) / (to - from)) * (width - 2 * edge) };
};

const scale = ({ from, to, x }: Axis, y: number): readonly Shape[] => {
  const ticks = axisTicks(from, to);
  return [
    lines([pointsOf([x(from) - 20, y], [x(to) + 20, y])], { stroke: inkColour, width: 4 }),
    lines(
      ticks.map((tick): readonly Point[] => pointsOf([x(tick), y - 7], [x(tick), y + 9])),
      { stroke: inkColour, width: 3 },
    ),
    ...ticks.map((tick) =>
      drawText([x(tick), y + 24], `${tick < 0 ? '−' : ''}${Math.abs(tick)} m`, {
        size: 21,
        anchor: 'middle',
        fill: faintColour,
      }),
    ),
  ];
};

interface Flag {
  readonly id: string;
  readonly pole: number;
  readonly x: number;
  readonly width: number;
  readonly level: number;
}

/** Places each unit's label like a flag beside a pole at the unit's position, as low as possible. */
const flags = ({ units }: LineBoardView, labels: FigureLabels, { x }: Axis, chips: ChipSize): readonly Flag[] => {
  const hung: Flag[] = [];
  for (const { id, at } of units.toSorted((a, b) => a.at - b.at)) {
    const pole = x(at);
    const size = preferredChipWidth(labels.of(id), maxChipWidth, chips);
    const spots = [pole + 4, pole - size - 4].filter((left) => left >= 0 && left + size <= width);
    const free = (left: number, level: number) =>
      !hung.some((other) => other.level === level && left < other.x + other.width + gap && other.x < left + size + gap);
    for (let level = 0; level < maxLevels[chips]; level += 1) {
      const spot = (spots.length > 0 ? spots : [Math.max(0, width - size)]).find((left) => free(left, level));
      if (spot === undefined) continue;
      hung.push({ id, pole, x: spot, width: size, level });
      break;
    }
  }
  return hung;
};

interface Row {
  readonly from: number;
  readonly to: number;
}

/** Adds a range to the first row in which it overlaps no other range. Returns the index of the row. */
const rowFor = (rows: Row[][], stretch: Row): number => {
  const free = rows.findIndex((row) => row.every(({ from, to }) => stretch.to + gap < from || to + gap < stretch.from));
  const index = free < 0 ? rows.length : free;
  rows[index] = [...(rows[index] ?? []), stretch];
  return index;
};

const bracketHeight = 46;

/** Draws skirmishes as brackets along the line. */
const brackets = (
  view: LineBoardView,
  labels: FigureLabels,
  { x }: Axis,
  y: number,
): Pick<PicturePanel, 'shapes' | 'height'> => {
  const rows: Row[][] = [];
  const shapes = view.brackets.flatMap(({ at, radius, label, ids }): readonly Shape[] => {
    const [left, right] = [Math.max(4, x(at - radius)), Math.min(width - 4, x(at + radius))];
    const tags = ids.map((id) => labels.of(id).tag).join(' ');
    const says = fitText(`${label}, ±${radius} m: ${tags}`, width - 8, 21);
    const half = textWidth(says, 21) / 2;
    const middle = Math.max(half + 4, Math.min(width - half - 4, x(at)));
    const row = rowFor(rows, { from: Math.min(left, middle - half), to: Math.max(right, middle + half) });
    const top = y + row * bracketHeight;
    const look: ShapeLook = { stroke: 'attack', width: 4 };
    return [
      lines([pointsOf([left, top], [left, top + 12], [right, top + 12], [right, top])], look),
      circle([x(at), top + 12], 5, { fill: 'attack' }),
      drawText([middle, top + 29], says, { size: 21, anchor: 'middle' }),
    ];
  });
  return { shapes, height: rows.length * bracketHeight };
};

const objectHeight = 34;

const objectMarks = ({ objects }: LineBoardView, { x }: Axis, y: number): Pick<PicturePanel, 'shapes' | 'height'> => {
  const rows: Row[][] = [];
  const shapes = objects.flatMap(({ at, label }): readonly Shape[] => {
    const says = fitText(label, 300, 21);
    const half = textWidth(says, 21) / 2 + 8;
    const middle = Math.max(half, Math.min(width - half, x(at)));
    const row = rowFor(rows, { from: middle - half, to: middle + half });
    const top = y + row * objectHeight;
    return [
      polygon(pointsOf([x(at), top - 6], [x(at) - 7, top + 4], [x(at) + 7, top + 4]), { fill: 'thingEdge' }),
      box(
        { x: middle - half, y: top + 2, width: half * 2, height: 27 },
        { fill: 'thing', stroke: 'thingEdge', width: 2 },
        5,
      ),
      drawText([middle, top + 16], says, { size: 21, anchor: 'middle' }),
    ];
  });
  return { shapes, height: rows.length * objectHeight + (rows.length > 0 ? 8 : 0) };
};

/** Draws a line board: an axis in metres with flags above, and skirmishes and objects below. */
export const linePanel = (view: LineBoardView, labels: FigureLabels): PicturePanel => {
  const axis = lineAxis(view);
  const inFull = flags(view, labels, axis, 'full');
  const chips = inFull.length < view.units.length ? 'compact' : 'full';
  const hung = chips === 'full' ? inFull : flags(view, labels, axis, chips);
  const chipHeight = chipHeights[chips];
  const unseen = view.units.length - hung.length;
  const levels = Math.max(0, ...hung.map(({ level }) => level + 1));
  const y = levels * (chipHeight + gap) + (unseen > 0 ? 60 : 26);
  const top = (level: number) => y - 24 - (level + 1) * (chipHeight + gap) + gap;
  const skirmishes = brackets(view, labels, axis, y + 42);
  const marks = objectMarks(view, axis, y + 52 + skirmishes.height);
  const poles = new Map(hung.map(({ pole, level }) => [pole, level]));
  return {
    width,
    height: y + 50 + skirmishes.height + marks.height,
    shapes: [
      lines(
        [...poles].map(([x, level]): readonly Point[] => pointsOf([x, y], [x, top(level) + chipHeight / 2])),
        { stroke: faintColour, width: 3 },
      ),
      ...hung
        .toSorted((a, b) => b.level - a.level)
        .flatMap((flag) => drawChip(labels.of(flag.id), flag.x, top(flag.level), flag.width, chips)),
      ...scale(axis, y),
      ...[...poles.keys()].map((x) => circle([x, y], 7, { fill: inkColour, stroke: paperColour, width: 2 })),
      ...skirmishes.shapes,
      ...marks.shapes,
      ...drawMore([width / 2, 12], unseen, { size: 22, anchor: 'middle' }),
    ],
  };
};

const rowHeight = 46;
const headHeight = 34;
const maxEntries = 8;
const textSize = 24;

interface Cell {
  readonly stretch: SlotRun;
  readonly width: number;
  readonly rows: number;
}

const says = (labels: FigureLabels, { id, what }: SlotRun['entries'][number]): string =>
  what === '' ? labels.of(id).label : what;

const cellOf = (stretch: SlotRun, labels: FigureLabels): Cell => {
  const label = textWidth(stretch.label, 22, 'bold') + 30;
  const widest = Math.max(0, ...stretch.entries.map((entry) => textWidth(says(labels, entry), textSize) + 70));
  return {
    stretch,
    width: Math.min(356, Math.max(54, label, widest)),
    rows: stretch.entries.length > maxEntries ? maxEntries + 1 : stretch.entries.length,
  };
};

/** Arranges cells in rows of a maximum width. */
const wrapCells = (cells: readonly Cell[], width: number): readonly (readonly Cell[])[] => {
  const rows: Cell[][] = [];
  let used = 0;
  for (const cell of cells) {
    const row = rows.at(-1);
    if (row === undefined || used + gap + cell.width > width) {
      rows.push([cell]);
      used = cell.width;
    } else {
      row.push(cell);
      used += gap + cell.width;
    }
  }
  return rows;
};

const tick = ([x, y]: Point): Shape =>
  lines([pointsOf([x - 7, y], [x - 2, y + 6], [x + 8, y - 7])], { stroke: 'sight', width: 3.5 });

const cellShapes = (
  { stretch, width }: Cell,
  labels: FigureLabels,
  x: number,
  y: number,
  height: number,
): readonly Shape[] => {
  const quiet = stretch.entries.length === 0 && !stretch.now;
  const shown = stretch.entries.slice(0, maxEntries);
  const more = stretch.entries.length - shown.length;
  return [
    box(
      { x, y, width, height },
      {
        fill: stretch.now ? 'now' : quiet ? 'quiet' : paperColour,
        stroke: quiet ? 'stone' : inkColour,
        width: stretch.now ? 4 : 1.5,
      },
      8,
    ),
    drawText([x + width / 2, y + 18], stretch.label, {
      size: quiet ? 19 : 22,
      bold: !quiet,
      anchor: 'middle',
      fill: quiet ? faintColour : inkColour,
    }),
    ...shown.flatMap((entry, index): readonly Shape[] => {
      const middle = y + headHeight + index * rowHeight + rowHeight / 2 - 2;
      const player = labels.of(entry.id);
      return [
        ...drawFigure({ ...player, view: { ...player.view, gauges: [] } }, [x + 28, middle], 20),
        ...(entry.done ? [tick([x + 46, middle + 11])] : []),
        drawText([x + 58, middle], fitText(says(labels, entry), width - 66, textSize), {
          size: textSize,
          fill: entry.done ? faintColour : inkColour,
        }),
      ];
    }),
    ...drawMore([x + 58, y + headHeight + (maxEntries + 0.5) * rowHeight - 2], more, { size: textSize }),
  ];
};

/** Draws a timeline from left to right, with a bright current slot and ticked finished entries. */
export const timelinePanel = (view: TimelineView, labels: FigureLabels, width: number): PicturePanel => {
  const shapes: Shape[] = [
    drawText([0, 16], fitText(view.label, width - 40, 22, 'bold'), { size: 22, bold: true }),
    polygon(pointsOf([width - 2, 16], [width - 18, 8], [width - 18, 24]), { fill: faintColour }),
    lines([pointsOf([Math.min(width - 30, textWidth(view.label, 22, 'bold') + 14), 16], [width - 18, 16])], {
      stroke: faintColour,
      width: 3,
    }),
  ];
  let top = 36;
  for (const row of wrapCells(
    slotRuns(view).map((stretch) => cellOf(stretch, labels)),
    width,
  )) {
    const height =
      headHeight + Math.max(0, ...row.map(({ rows }) => rows)) * rowHeight + (row.some(({ rows }) => rows > 0) ? 4 : 0);
    let left = 2;
    for (const cell of row) {
      shapes.push(...cellShapes(cell, labels, left, top, height));
      left += cell.width + gap;
    }
    top += height + gap;
  }
  return { width, height: top, shapes };
};
