import { lazy, memoizeByObject } from '../core/memoize.ts';
import type { BattleView, GridView, StrokeView } from '../rules/view.ts';
import { sceneText, sceneTitle } from './ascii/scene-text.ts';
import { type FigureLabels, figureLabels } from './figure-labels.ts';
import { areasPanel } from './picture/areas.ts';
import { box, moved, type Panel, stacked } from './picture/draw.ts';
import { gridPanel } from './picture/grid.ts';
import { headerPanel } from './picture/header.ts';
import { legendPanel } from './picture/legend.ts';
import { linePanel } from './picture/line.ts';
import { rosterPanel } from './picture/roster.ts';
import { timelinePanel } from './picture/timeline.ts';
import type { Scene } from './scene.ts';

/** What to draw on the board besides what is there: the answer to a question about sight, ways or zones. */
export interface Drawn {
  readonly strokes?: readonly StrokeView[];
  readonly zones?: GridView['zones'];
}

const border = 20;
const narrowest = 640;

const withDrawn = (view: BattleView, { strokes = [], zones = [] }: Drawn): BattleView =>
  view.board?.kind === 'grid'
    ? {
        ...view,
        board: { ...view.board, strokes: [...view.board.strokes, ...strokes], zones: [...view.board.zones, ...zones] },
      }
    : view;

const boardPanel = ({ board, order }: BattleView, labels: FigureLabels): Panel => {
  switch (board?.kind) {
    case 'grid':
      return gridPanel(board, labels);
    case 'line':
      return linePanel(board, labels);
    case 'areas':
      return areasPanel(board, labels);
    case undefined:
      return rosterPanel(order, labels);
  }
};

/** The picture of a battle as one reader may see it; none where there is nobody and nothing to show. */
export const boardScene = (shown: BattleView, drawn?: Drawn): Scene | undefined =>
  plainScene(drawn === undefined ? shown : withDrawn(shown, drawn));

const plainScene = memoizeByObject((view: BattleView): Scene | undefined => {
  if (view.board === undefined && view.timeline === undefined && view.combatants.length === 0) return undefined;
  const labels = figureLabels(view);
  const board = boardPanel(view, labels);
  const width = Math.max(narrowest, board.width);
  const legend = legendPanel(view, labels, width);
  const panel = stacked(
    [
      headerPanel(view, labels, width),
      board,
      ...(view.timeline === undefined ? [] : [timelinePanel(view.timeline, labels, width)]),
      ...(legend === undefined ? [] : [legend]),
    ],
    10,
  );
  // Only a terminal reads it.
  const text = lazy(() => sceneText(view, labels));
  const size = { width: panel.width + 2 * border, height: panel.height + 2 * border };
  return {
    ...size,
    title: sceneTitle(view),
    shapes: [
      box({ x: 0, y: 0, ...size }, { fill: '#faf8f3' }),
      ...panel.shapes.map((shape) => moved(shape, [border, border])),
    ],
    get text() {
      return text();
    },
  };
});
