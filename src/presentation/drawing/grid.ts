import { formatSquare } from '../../rules/grid/square.ts';
import type { BackdropView, CompassDirection, FigureView, GridBoardView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import type { Point, Shape } from '../scene.ts';
import {
  type Area,
  boardRim,
  chooseViewport,
  type GridGeometry,
  gridGeometry,
  isWithinViewport,
  maxViewport,
  squaresThatFit,
  type Viewport,
  viewportNote,
} from '../viewport.ts';
import { drawText, faintColour, group, moveShape, type PicturePanel, polygon } from './draw.ts';
import { drawBadges, drawFacingMark, drawFigure, drawTurnRing } from './figure.ts';
import { blockedShapes, drawEdges, drawObjects, drawZones, frameShapes, groundShapes } from './ground.ts';
import { groupKeyEntries, type KeyEntry, keyPanel, keyRowHeight } from './legend.ts';
import { drawNames, figureRadius } from './name-plates.ts';
import { drawStrokes } from './strokes.ts';

const coordinateStep = (size: number): number => (size >= 30 ? 1 : 2);

const coordinates = ({ window: { left, top, columns, rows }, size, point }: GridGeometry): readonly Shape[] => {
  const look = { size: Math.min(20, size * 0.62), fill: faintColour, bold: true };
  const letters = Array.from({ length: columns }, (_, index) => left + index)
    .filter((x) => (x - left) % coordinateStep(size) === 0)
    .map((x) => {
      const name = formatSquare({ x, y: 0 }).replace(/\d+$/, '');
      return drawText([point(x + 0.5, 0)[0], boardRim.top / 2 + 1], name, { ...look, anchor: 'middle' });
    });
  const numbers = Array.from({ length: rows }, (_, index) => top + index)
    .filter((y) => (y - top) % coordinateStep(size) === 0)
    .map((y) => drawText([boardRim.left - 7, point(0, y + 0.5)[1]], String(y + 1), { ...look, anchor: 'end' }));
  return [...letters, ...numbers];
};

/** The corners of a square for badges, except the corner that the figure faces. Small squares have one such corner. */
const badgePlaces = (size: number, facing: CompassDirection | undefined): readonly Point[] => {
  const off = size * 0.5 - badgeRadius(size) * (size < 56 ? 0.6 : 1.06);
  const places: readonly (readonly [CompassDirection, number, number])[] = [
    ['NE', 1, -1],
    ['NW', -1, -1],
    ['SE', 1, 1],
    ['SW', -1, 1],
  ];
  return places
    .filter(([corner]) => corner !== facing)
    .slice(0, size < 56 ? 1 : 3)
    .map(([, x, y]): Point => [x * off, y * off]);
};

const badgeRadius = (size: number): number => Math.max(7, Math.min(15, size * 0.155));

/** Draws figures in layers: combatants who are up cover those who are down, and both cover those who are out. */
const figureShapes = (figures: readonly FigureView[], labels: FigureLabels, { size, point }: GridGeometry) => {
  const radius = size * figureRadius;
  const rank = (id: string) => ['out', 'down', 'up'].indexOf(labels.of(id).view.life);
  const placed = figures
    .toSorted((a, b) => rank(a.id) - rank(b.id))
    .map(({ id, x, y, facing }) => ({ player: labels.of(id), at: point(x + 0.5, y + 0.5), facing }));
  const centre: Point = [0, 0];
  return {
    under: placed.flatMap(({ player, at }) =>
      player.now && player.view.life === 'up' ? drawTurnRing(at, radius) : [],
    ),
    pieces: placed.map(({ player, at, facing }) =>
      group(player.id, at, [
        ...drawFigure(player, centre, radius),
        ...drawFacingMark(player, centre, radius, facing),
        ...(player.view.life === 'out' ? [] : drawBadges(player.view, badgePlaces(size, facing), badgeRadius(size))),
      ]),
    ),
  };
};

/** Draws arrows at the edge that point to figures outside the drawn part. */
const outsideArrows = (
  outside: readonly FigureView[],
  labels: FigureLabels,
  { frame, point }: GridGeometry,
): readonly Shape[] =>
  outside.map(({ id, x, y }) => {
    const [fx, fy] = point(x + 0.5, y + 0.5);
    const at: Point = [
      Math.max(frame.x + 12, Math.min(frame.x + frame.width - 12, fx)),
      Math.max(frame.y + 12, Math.min(frame.y + frame.height - 12, fy)),
    ];
    const turn = Math.atan2(fy - at[1], fx - at[0]);
    const corner = (off: number): Point => [at[0] + 11 * Math.cos(turn + off), at[1] + 11 * Math.sin(turn + off)];
    return polygon([corner(0), corner(2.4), corner(-2.4)], {
      fill: labels.of(id).style.fill,
      stroke: 'onLight',
      width: 2,
    });
  });

const standingIds = (labels: FigureLabels): readonly string[] =>
  labels.figures.filter(({ view }) => view.life === 'up').map(({ id }) => id);

/** A board to draw, with labels and size. */
interface Drawing {
  readonly view: GridBoardView;
  readonly labels: FigureLabels;
  /** True to draw as much of the board as is readable, even with small figures. */
  readonly isWhole: boolean;
  /** True to draw all of the board, whatever its size. */
  readonly isUncut: boolean;
  readonly backdrop: BackdropView | undefined;
}

const boardWindow = ({ view, labels, isWhole, isUncut }: Drawing, area: Area): Viewport => {
  if (isUncut) return { left: 0, top: 0, columns: view.width, rows: view.height };
  const acting = labels.figures.filter(({ now }) => now).map(({ id }) => id);
  return chooseViewport(view, acting, standingIds(labels), isWhole ? maxViewport : squaresThatFit(area));
};

/** The part of a board that fits into an area. */
interface Framing {
  readonly plan: GridGeometry;
  /** Says which part of the board is drawn. Undefined if the whole board is drawn. */
  readonly note: string | undefined;
  readonly inside: readonly FigureView[];
  /** Figures outside the drawn part. */
  readonly outside: readonly FigureView[];
}

interface DrawnBoard {
  readonly panel: PicturePanel;
  readonly unnamed: readonly string[];
  /** True if only a part of the board is drawn. */
  readonly cropped: boolean;
}

const noteHeight = 26;

const frameBoard = (drawing: Drawing, area: Area): Framing => {
  const { view, labels } = drawing;
  const window = boardWindow(drawing, area);
  const note = viewportNote(view, window);
  const plan = gridGeometry(window, note === undefined ? area : { ...area, height: area.height - noteHeight });
  const up = new Set(standingIds(labels));
  return {
    plan,
    note,
    inside: view.figures.filter((each) => isWithinViewport(plan.window, each)),
    outside: view.figures.filter((each) => up.has(each.id) && !isWithinViewport(plan.window, each)),
  };
};

/** Draws a framed part of a board, with the names of all figures or only of those that act. `floor`: lies below them. */
const drawBoard = (
  { view, labels, backdrop }: Drawing,
  { plan, note, inside, outside }: Framing,
  named: 'all' | 'acting',
  floor: readonly Shape[] = [],
): DrawnBoard => {
  const things = drawObjects(view, plan);
  const { under, pieces } = figureShapes(inside, labels, plan);
  const toName = named === 'all' ? inside : inside.filter(({ id }) => labels.of(id).now);
  const kept = named === 'all' ? [] : inside.filter(({ id }) => !labels.of(id).now);
  const names = drawNames(view, [...toName], labels, plan, [...things.map(({ box }) => box), ...kept.map(plan.boxOf)]);
  const { frame } = plan;
  const noteY = boardRim.top + frame.height + boardRim.bottom + 14;
  return {
    cropped: note !== undefined,
    unnamed: names.unnamed,
    panel: {
      width: boardRim.left + frame.width + boardRim.right,
      height: boardRim.top + frame.height + boardRim.bottom + (note === undefined ? 0 : noteHeight),
      shapes: [
        ...groundShapes(plan, backdrop),
        ...drawZones(view.zones, plan),
        ...blockedShapes(view, plan),
        ...frameShapes(view, plan),
        ...coordinates(plan),
        ...drawEdges(view.edges, plan),
        ...floor,
        ...drawStrokes(view.strokes, plan, ['move', 'sight', 'blocked-sight']),
        ...under,
        ...pieces,
        ...things.flatMap(({ shapes }) => shapes),
        ...drawStrokes(view.strokes, plan, ['attack']),
        ...names.shapes,
        ...outsideArrows(outside, labels, plan),
        ...(note === undefined ? [] : [drawText([boardRim.left, noteY], note, { size: 20, fill: faintColour })]),
      ],
    },
  };
};

/** The entries of the key: figures that act, then drawn figures, then those outside the drawn part. */
const keyOf = ({ view, labels }: Drawing, outside: readonly FigureView[]): readonly KeyEntry[] => {
  const away = new Map(outside.map(({ id, x, y }) => [id, formatSquare({ x, y })]));
  const placed = new Set(view.figures.map(({ id }) => id));
  const rank = ({ player, where }: KeyEntry): number =>
    player.now ? 0 : where === undefined ? ['up', 'down', 'out'].indexOf(player.view.life) + 1 : 4;
  const entries = labels.figures
    .filter(({ id, view: { life } }) => placed.has(id) && life !== 'out')
    .map((player) => ({ player, where: away.get(player.id) }))
    .toSorted((a, b) => rank(a) - rank(b));
  return groupKeyEntries(entries);
};

const gap = 14;
const sideKey = 196;

/** The columns and rows of a key below the board, and the area that remains for the board. */
const layOutKeyBelow = (drawing: Drawing, area: Area) => {
  const columns = Math.max(1, Math.round(area.width / 240));
  const guess = keyOf(drawing, []).length;
  const rows = Math.min(Math.ceil(guess / columns), drawing.isWhole ? 99 : 6);
  return { columns, rows, board: { ...area, height: area.height - rows * keyRowHeight - gap } };
};

/** Combines a board and its key into one panel. */
const withKey = (
  board: DrawnBoard,
  key: PicturePanel,
  at: { readonly board: Point; readonly key: Point },
  size: Area,
): DrawnBoard => ({
  ...board,
  panel: {
    ...size,
    shapes: [
      ...board.panel.shapes.map((shape) => moveShape(shape, at.board)),
      ...key.shapes.map((shape) => moveShape(shape, at.key)),
    ],
  },
});

/** Draws the board with its key below. */
const withKeyBelow = (
  drawing: Drawing,
  { width }: Area,
  { columns, rows }: ReturnType<typeof layOutKeyBelow>,
  framing: Framing,
): DrawnBoard => {
  const board = drawBoard(drawing, framing, 'acting');
  const key = keyPanel(keyOf(drawing, framing.outside), width, columns, rows);
  const left = Math.round((width - board.panel.width) / 2);
  const below = board.panel.height + gap;
  return withKey(board, key, { board: [left, 0], key: [0, below] }, { width, height: below + key.height });
};

const withKeyBeside = (drawing: Drawing, { width, height }: Area, framing: Framing): DrawnBoard => {
  const board = drawBoard(drawing, framing, 'acting');
  const { panel } = board;
  const mostRows = Math.floor((Math.max(panel.height, height * 0.7) - boardRim.top) / keyRowHeight);
  const key = keyPanel(keyOf(drawing, framing.outside), width - panel.width - gap, 1, mostRows);
  const size = { width, height: Math.max(panel.height, boardRim.top + key.height) };
  return withKey(board, key, { board: [0, 0], key: [panel.width + gap, boardRim.top] }, size);
};

/** True if the first framing shows more figures, or the same number at a larger size. */
const isBetter = (one: Framing, other: Framing): boolean =>
  one.outside.length < other.outside.length ||
  (one.outside.length === other.outside.length && one.plan.size > other.plan.size);

/** Draws a board of squares. If names do not fit, figures have only tags, which a key explains. */
export const gridPanel = (
  view: GridBoardView,
  labels: FigureLabels,
  area: Area,
  extent: Pick<Drawing, 'isWhole' | 'isUncut'>,
  backdrop?: BackdropView,
): PicturePanel & { readonly cropped: boolean } => {
  const drawn = bestLayout({ view, labels, ...extent, backdrop }, area);
  return { ...drawn.panel, cropped: drawn.cropped };
};

/**
 * The width of a square on a board for a page (pixels), so that names are readable on a phone. It shows up to 12 columns
 * across its screen, and scrolls over more.
 */
const pageSquare = (columns: number): number => (columns > 12 ? 54 : Math.min(70, Math.floor(560 / columns)));
/** Room right of and below a board for a page (pixels). */
const pageMargin = 8;

/** Draws a whole board without a key, with the areas that a page lets users press. */
export const pressableGrid = (view: GridBoardView, labels: FigureLabels, backdrop?: BackdropView): PicturePanel => {
  const { width: columns, height: rows } = view;
  const square = pageSquare(columns);
  const area = {
    width: columns * square + boardRim.left + boardRim.right,
    height: rows * square + boardRim.top + boardRim.bottom,
  };
  const plan = gridGeometry({ left: 0, top: 0, columns, rows }, area);
  const framing = { plan, note: undefined, inside: view.figures, outside: [] };
  const squares: Shape = { kind: 'squares', at: plan.point(0, 0), size: plan.size, columns, rows };
  const { panel } = drawBoard({ view, labels, isWhole: true, isUncut: true, backdrop }, framing, 'all', [squares]);
  const hotspots = view.figures.map((each): Shape => ({ kind: 'hotspot', of: each.id, ...plan.boxOf(each) }));
  return {
    ...panel,
    width: panel.width + pageMargin,
    height: panel.height + pageMargin,
    shapes: [...panel.shapes, ...hotspots],
  };
};

/** Chooses the best layout before drawing, because drawing takes milliseconds. */
const bestLayout = (drawing: Drawing, area: Area): DrawnBoard => {
  const all = frameBoard(drawing, area);
  const named = all.outside.length === 0 ? drawBoard(drawing, all, 'all') : undefined;
  if (named?.unnamed.length === 0) return named;
  const key = layOutKeyBelow(drawing, area);
  const below = frameBoard(drawing, key.board);
  const beside = drawing.isWhole ? undefined : frameBoard(drawing, { ...area, width: area.width - sideKey - gap });
  return beside !== undefined && isBetter(beside, below)
    ? withKeyBeside(drawing, area, beside)
    : withKeyBelow(drawing, area, key, below);
};
