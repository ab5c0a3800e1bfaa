import type { TimelineView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import type { Point, Shape } from '../scene.ts';
import { type SlotRun, slotRuns } from '../view-facts.ts';
import {
  box,
  drawMore,
  drawText,
  faintColour,
  fitText,
  inkColour,
  lines,
  type PicturePanel,
  paperColour,
  polygon,
  textWidth,
  through,
} from './draw.ts';
import { drawFigure } from './figure.ts';

const gap = 8;
const rowHeight = 46;
const headHeight = 34;
const maxEntries = 5;
const textSize = 21;

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

/** Cells side by side, in as many rows as the width asks for. */
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
  lines([through([x - 7, y], [x - 2, y + 6], [x + 8, y - 7])], { stroke: 'sight', width: 3.5 });

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

/** What happens when: a strip of slots from left to right, the present one bright, what is over ticked off. */
export const timelinePanel = (view: TimelineView, labels: FigureLabels, width: number): PicturePanel => {
  const shapes: Shape[] = [
    drawText([0, 16], fitText(view.label, width - 40, 22, 'bold'), { size: 22, bold: true }),
    polygon(through([width - 2, 16], [width - 18, 8], [width - 18, 24]), { fill: faintColour }),
    lines([through([Math.min(width - 30, textWidth(view.label, 22, 'bold') + 14), 16], [width - 18, 16])], {
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
