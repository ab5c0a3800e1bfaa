import { lazyValue, memoizeByObject } from '../core/memoize.ts';
import { worded } from '../core/message.ts';
import type { Theme } from '../core/theme.ts';
import { type MapPlan, mapEdges, objectSquares } from '../rules/grid/map-plan.ts';
import {
  type BackdropView,
  type BattleView,
  type BoardStrokeView,
  type EdgeView,
  type GridBoardView,
  oneSpaceScale,
} from '../rules/view.ts';
import { altText } from './alt-text.ts';
import { sceneText, sceneTitle } from './ascii/scene-text.ts';
import type { Card } from './card.ts';
import { areasPanel, rosterPanel } from './drawing/chip.ts';
import { box, moveShape, type PicturePanel, stackPanels } from './drawing/draw.ts';
import { drawFigure } from './drawing/figure.ts';
import { gridPanel, pressableGrid } from './drawing/grid.ts';
import { headerPanel, legendPanel } from './drawing/legend.ts';
import { linePanel, timelinePanel } from './drawing/line.ts';
import { type FigureLabels, figureLabels } from './figure-labels.ts';
import type { Scene } from './scene.ts';

/** Additional strokes and zones to draw, such as the answer to a query. */
interface BoardOverlay {
  readonly strokes?: readonly BoardStrokeView[];
  readonly zones?: GridBoardView['zones'];
}

/** The reader's choices for a picture. */
export interface PictureStyle {
  readonly theme?: Theme;
  /** True if the whole board is to be drawn, even with small figures. */
  readonly whole?: boolean;
}

const border = 16;
/** Maximum size of a picture (pixels): twice the width of a phone, and hardly higher than wide. */
const page = { width: 760, height: 780 } as const;
const inner = page.width - 2 * border;
const gap = 10;
/** Minimum height of a board (pixels). */
const minBoardHeight = 380;
/** Minimum width of a square if the whole board is drawn (pixels). */
const minWholeSquare = 34;
/** Maximum width and height of a whole board, unless its squares would get too small (pixels). */
const maxWhole = 2400;

const withOverlay = (view: BattleView, { strokes = [], zones = [] }: BoardOverlay): BattleView =>
  view.board?.kind === 'grid'
    ? {
        ...view,
        board: { ...view.board, strokes: [...view.board.strokes, ...strokes], zones: [...view.board.zones, ...zones] },
      }
    : view;

type BoardPanel = PicturePanel & { readonly cropped?: boolean };

const grid = (
  view: BattleView,
  board: GridBoardView,
  labels: FigureLabels,
  height: number,
  whole: boolean,
): BoardPanel => {
  // During setup, and before any figure is placed, show the whole board.
  const isWhole = whole || view.status === 'setup' || board.figures.length === 0;
  const room = Math.max(minBoardHeight, height);
  const area = isWhole
    ? {
        width: Math.max(inner, Math.min(board.width * minWholeSquare, maxWhole) + 40),
        height: Math.max(room, Math.min(board.height * minWholeSquare, maxWhole) + 40),
      }
    : { width: inner, height: room };
  return gridPanel(board, labels, area, { isWhole, isUncut: whole }, view.backdrop);
};

const margin = 12;

/** Adds a background picture to a panel, under a veil so that names stay readable. */
const withBackground = (backdrop: BackdropView | undefined, panel: PicturePanel): PicturePanel => {
  if (backdrop === undefined) return panel;
  const size = { width: panel.width, height: panel.height + 2 * margin };
  return {
    ...size,
    shapes: [
      { kind: 'image', of: backdrop.picture, x: 0, y: 0, ...size, part: undefined, veil: 'ground', veiled: 0.65 },
      ...panel.shapes.map((shape) => moveShape(shape, [0, margin])),
    ],
  };
};

const boardPanel = (view: BattleView, labels: FigureLabels, height: number, whole: boolean): BoardPanel => {
  const { board, order } = view;
  switch (board?.kind) {
    case 'grid':
      return grid(view, board, labels, height, whole);
    case 'line':
      return withBackground(view.backdrop, linePanel(board, labels));
    case 'areas':
      return withBackground(view.backdrop, areasPanel(board, labels));
    case undefined:
      return withBackground(view.backdrop, rosterPanel(order, labels));
  }
};

/** Draws a battle as one reader may see it. Undefined if there is nothing to show. */
export const boardScene = (shown: BattleView, drawn?: BoardOverlay, manner: PictureStyle = {}): Scene | undefined => {
  const view = drawn === undefined ? shown : withOverlay(shown, drawn);
  const scene = manner.whole === true ? wholeScene(view) : plainScene(view);
  return scene && withTheme(scene, manner.theme ?? 'light');
};

/** Draws only the board of squares, all of it, for a page on which users press squares. Undefined for other boards. */
export const pressableBoard = (view: BattleView): Scene | undefined => {
  if (view.board?.kind !== 'grid') return undefined;
  const panel = pressableGrid(view.board, figureLabels(view), view.backdrop);
  return { ...panel, title: sceneTitle(view), text: [] };
};

/** Draws only a combatant's figure. */
export const figureScene = (labels: FigureLabels, id: string): Scene => {
  const player = labels.of(id);
  const shapes = drawFigure({ ...player, view: { ...player.view, gauges: [] } }, [32, 32], 22);
  return { width: 64, height: 64, shapes, title: '', text: [] };
};

/** The picture in another theme. */
export const withTheme = (scene: Scene, theme: Theme): Scene =>
  scene.theme === theme
    ? scene
    : {
        ...scene,
        theme,
        get text() {
          return scene.text;
        },
      };

/** Maximum height (pixels) and number of combatants of a timeline in the main picture. */
const longTimeline = { height: 360, figures: 8 } as const;

const hasOwnTimeline = memoizeByObject((view: BattleView): boolean => {
  if (view.timeline === undefined) return false;
  if (view.board !== undefined || view.combatants.length > longTimeline.figures) return true;
  return timelinePanel(view.timeline, figureLabels(view), inner).height > longTimeline.height;
});

/** Draws the timeline as a separate picture. Undefined if the main picture contains it. */
export const timelineScene = (view: BattleView, manner: PictureStyle = {}): Scene | undefined => {
  if (view.timeline === undefined || !hasOwnTimeline(view)) return undefined;
  const labels = figureLabels(view);
  const panel = stackPanels([headerPanel(view, labels, inner), timelinePanel(view.timeline, labels, inner)], gap);
  return frameScene(view, panel, () => [], manner.theme);
};

const sceneOf = (view: BattleView, whole: boolean): Scene | undefined => {
  if (view.board === undefined && view.timeline === undefined && view.combatants.length === 0) return undefined;
  const labels = figureLabels(view);
  const header = headerPanel(view, labels, inner);
  const legend = legendPanel(view, labels, inner);
  const timeline =
    hasOwnTimeline(view) || view.timeline === undefined ? [] : [timelinePanel(view.timeline, labels, inner)];
  const beside = [header, ...timeline, ...(legend === undefined ? [] : [legend])];
  const left = page.height - 2 * border - beside.reduce((sum, { height }) => sum + height + gap, 0);
  const board = boardPanel(view, labels, left, whole);
  const panel = stackPanels([header, board, ...beside.slice(1)], gap);
  return frameScene(view, { ...panel, cropped: board.cropped ?? false }, () => sceneText(view, labels));
};

/** Builds the scene of a panel, with its text for a terminal. */
const frameScene = (
  view: BattleView,
  panel: BoardPanel,
  made: () => readonly string[],
  theme: Theme = 'light',
): Scene => {
  const text = lazyValue(made);
  const size = { width: panel.width + 2 * border, height: panel.height + 2 * border };
  return {
    ...size,
    title: sceneTitle(view),
    theme,
    cropped: panel.cropped ?? false,
    shapes: [
      box({ x: 0, y: 0, ...size }, { fill: 'ground' }),
      ...panel.shapes.map((shape) => moveShape(shape, [border, border])),
    ],
    // Calculated on demand, because only terminals need the text.
    get text() {
      return text();
    },
  };
};

const plainScene = memoizeByObject((view: BattleView) => sceneOf(view, false));
const wholeScene = memoizeByObject((view: BattleView) => sceneOf(view, true));

const edgeIn = ({ a, b, blocks, hides, impedes, door }: ReturnType<typeof mapEdges>[number]): EdgeView => {
  const is = { door, blocking: blocks, impeding: impedes, obscuring: hides };
  return { a, b, kinds: (['door', 'blocking', 'impeding', 'obscuring'] as const).filter((kind) => is[kind]) };
};

/** A battle view that shows a map without combatants. */
const mapView = (name: string, plan: MapPlan, backdrop: BackdropView | undefined): BattleView => {
  const objects = objectSquares(plan);
  return {
    ...{ status: 'setup', phase: name, round: 0, combatants: [], order: [], timeline: undefined },
    ...{ notes: [], outcome: undefined, ...(backdrop && { backdrop }) },
    board: {
      ...{ kind: 'grid', width: plan.columns, height: plan.rows, scale: worded(oneSpaceScale), blocked: plan.filled },
      ...{ edges: mapEdges(plan).map(edgeIn), figures: [], objects: [], strokes: [] },
      zones: objects.length === 0 ? [] : [{ label: 'objects', squares: objects }],
    },
  };
};

/** Draws a saved map with its background picture. */
export const mapPicture = (name: string, plan: MapPlan, backdrop?: BackdropView): Card['picture'] => {
  const view = mapView(name, plan, backdrop);
  const scene = boardScene(view);
  return scene && { scene, alt: altText(view) };
};
