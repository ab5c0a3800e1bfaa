import { type BattleView, type BoardStrokeView, oneSpaceScale } from '../../rules/view.ts';
import { edgesByKind } from '../edge-kinds.ts';
import { type FigureLabels, type LabelledFigure, nameOnlyLabel } from '../figure-labels.ts';
import type { Shape } from '../scene.ts';
import { box, drawText, type PicturePanel, through } from './draw.ts';
import { edgeShapes } from './edges.ts';
import { drawFigure } from './figure.ts';
import { fitText, textWidth } from './measure.ts';
import { drawObjectSign, objectLetter } from './objects.ts';
import { strokeShapes } from './strokes.ts';
import { zoneTint } from './zones.ts';

const size = 20;
const rowHeight = 32;
const swatch = 38;

interface LegendItem {
  readonly text: string;
  /** Drawn in a box of 32 by 24 with this corner. */
  readonly sample: (x: number, y: number) => readonly Shape[];
}

const strokeWords: Readonly<Record<BoardStrokeView['kind'], string>> = {
  move: 'moved',
  attack: 'attacked',
  sight: 'in sight',
  'blocked-sight': 'sight blocked',
};

const sample = (player: Omit<LabelledFigure, 'view' | 'tag'>): LabelledFigure => ({
  ...player,
  tag: '',
  view: nameOnlyLabel(player.id),
});

const sideItems = ({ sides }: FigureLabels): readonly LegendItem[] =>
  sides.length < 2
    ? []
    : sides.map(({ name, style }) => ({
        text: name,
        sample: (x, y) =>
          drawFigure(sample({ id: name, label: name, numbered: false, style, now: false }), [x + 18, y + 12], 10),
      }));

const scoreItems = ({ score = [] }: BattleView): readonly LegendItem[] =>
  score.length === 0 ? [] : [{ text: score.join(' · '), sample: () => [] }];

/** In the GM's own picture: those hidden from others. */
const hiddenItem = ({ figures: players }: FigureLabels): readonly LegendItem[] => {
  const found = players.find(({ view }) => view.hidden);
  if (found === undefined) return [];
  const shown = { ...sample(found), view: { ...nameOnlyLabel(found.id), hidden: true } };
  return [{ text: 'hidden from the players', sample: (x, y) => drawFigure(shown, [x + 18, y + 12], 9) }];
};

const gridItems = (view: BattleView, labels: FigureLabels): readonly LegendItem[] => {
  const { board } = view;
  if (board?.kind !== 'grid') return [];
  const kinds = [...new Set(board.strokes.map(({ kind }) => kind))];
  const placed = new Set(board.figures.map(({ id }) => id));
  const absent = labels.figures.filter(({ id, view: { life } }) => life !== 'out' && !placed.has(id));
  return [
    ...edgesByKind(board).map(
      ({ kind }): LegendItem => ({
        text: kind,
        sample: (x, y) => edgeShapes(kind, [x + 2, y + 12], [x + 34, y + 12], 7),
      }),
    ),
    ...board.zones.map(
      ({ label }, index): LegendItem => ({
        text: label,
        sample: (x, y) => {
          const { fill, stroke, dash } = zoneTint(index);
          return [box({ x: x + 6, y: y + 2, width: 26, height: 20 }, { fill, stroke, dash, width: 2 })];
        },
      }),
    ),
    ...board.objects.map(
      ({ label }, index): LegendItem => ({
        text: label,
        sample: (x, y) => drawObjectSign([x + 22, y + 12], 12, objectLetter(index)),
      }),
    ),
    ...kinds.map(
      (kind): LegendItem => ({
        text: strokeWords[kind],
        sample: (x, y) =>
          strokeShapes(
            kind,
            kind === 'attack' ? through([x - 8, y + 6], [x + 42, y + 6]) : through([x + 2, y + 12], [x + 34, y + 12]),
            kind === 'attack' ? 34 : 20,
          ),
      }),
    ),
    ...(board.scale === oneSpaceScale ? [] : [{ text: `1 square = ${board.scale}`, sample: () => [] }]),
    ...(absent.length === 0
      ? []
      : [{ text: `not on the board: ${absent.map(({ label }) => label).join(', ')}`, sample: () => [] }]),
  ];
};

/** What the signs of this picture mean: only those that are in it. */
export const legendPanel = (view: BattleView, labels: FigureLabels, width: number): PicturePanel | undefined => {
  const items = [...sideItems(labels), ...scoreItems(view), ...hiddenItem(labels), ...gridItems(view, labels)];
  if (items.length === 0) return undefined;
  const shapes: Shape[] = [];
  let [x, y] = [0, 0];
  for (const { text: says, sample: drawn } of items) {
    const text = fitText(says, Math.min(width - swatch, 560), size);
    const room = drawn(0, 0).length > 0 ? swatch + 4 : 0;
    const needed = room + textWidth(text, size);
    if (x > 0 && x + needed > width) [x, y] = [0, y + rowHeight];
    shapes.push(...drawn(x, y + 4), drawText([x + room, y + 16], text, { size }));
    x += needed + 22;
  }
  return { width, height: y + rowHeight, shapes };
};
