import { phrase } from '../../core/message.ts';
import { formatSquare, type Square } from '../../rules/grid/square.ts';
import { type CompassDirection, compassDirections, type FigureView, type GridBoardView } from '../../rules/view.ts';
import { type EdgeKind, edgeKind, edgesByKind } from '../edge-kinds.ts';
import type { FigureLabels } from '../figure-labels.ts';
import { strokeEndSquares } from '../positions.ts';
import { chooseViewport, type Viewport, viewportNote } from '../viewport.ts';
import { padText, wrapItems } from './rows.ts';

const arrows = '↑↗→↘↓↙←↖';
const arrow = (facing: CompassDirection | undefined): string =>
  facing === undefined ? ' ' : (arrows[compassDirections.indexOf(facing)] ?? ' ');

/** An edge that stands between two squares, and one that lies between two rows. */
const edgeSigns: Readonly<Record<EdgeKind, { readonly upright: string; readonly level: string }>> = {
  wall: { upright: '#', level: '###' },
  'blocks the way': { upright: '|', level: '---' },
  'slows and hides': { upright: '%', level: '%%%' },
  slows: { upright: ':', level: ':::' },
  hides: { upright: '~', level: '~~~' },
  'closed door': { upright: '+', level: '-+-' },
  'open door': { upright: '/', level: '-/ ' },
};

/** The kinds of edges, by the square that lies east or south of each. */
const edgesBy = ({ edges }: GridBoardView, direction: 'west' | 'north'): ReadonlyMap<string, EdgeKind> => {
  const found = new Map<string, EdgeKind>();
  for (const edge of edges) {
    const kind = edgeKind(edge);
    const { a, b } = edge;
    const beside =
      direction === 'west' ? a.y === b.y && Math.abs(a.x - b.x) === 1 : a.x === b.x && Math.abs(a.y - b.y) === 1;
    if (kind !== undefined && beside) found.set(formatSquare({ x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) }), kind);
  }
  return found;
};

const figureSign = ({ id, facing }: FigureView, labels: FigureLabels): string => {
  const { tag, view } = labels.of(id);
  return padText(tag, 2) + (view.life === 'up' ? arrow(facing) : view.life === 'down' ? '_' : 'x');
};

/** What stands on each square, three characters wide. */
const squareSigns = (view: GridBoardView, labels: FigureLabels): ((square: Square) => string) => {
  const at = new Map<string, string>();
  view.zones.forEach(({ squares }, index) => {
    for (const square of squares) at.set(formatSquare(square), ` ${(index + 1) % 10} `);
  });
  for (const square of view.blocked) at.set(formatSquare(square), '▒▒▒');
  for (const object of view.objects) at.set(formatSquare(object), ' o ');
  for (const life of ['out', 'down', 'up'])
    for (const figure of view.figures)
      if (labels.of(figure.id).view.life === life) at.set(formatSquare(figure), figureSign(figure, labels));
  return (square) => at.get(formatSquare(square)) ?? ' . ';
};

const strokeVerbs = { move: 'move', attack: 'attack', sight: 'in sight', 'blocked-sight': 'sight blocked' } as const;

/** Each stroke from square to square; several between the same two are told once. */
const strokes = (view: GridBoardView): readonly string[] => {
  const told = view.strokes.flatMap((stroke) => {
    const ends = strokeEndSquares(view, stroke);
    return ends === undefined ? [] : [phrase`${strokeVerbs[stroke.kind]} ${ends.from} → ${ends.to}`];
  });
  return [...Map.groupBy(told, (text) => text)].map(([text, all]) =>
    all.length > 1 ? `${text} ×${all.length}` : text,
  );
};

const keyLines = (view: GridBoardView, window: Viewport): readonly string[] => {
  const note = viewportNote(view, window);
  return [
    edgesByKind(view).map(({ kind }) => phrase`${edgeSigns[kind].upright} ${kind}`),
    view.zones.map(({ label }, index) => `${(index + 1) % 10} ${label}`),
    view.objects.map((object) => phrase`o ${object.label} at ${formatSquare(object)}`),
    strokes(view),
    note === undefined ? [] : [note],
  ].flatMap((items) => wrapItems(items, 80));
};

const spaciousColumns = 19;

/** What a terminal shows. */
const terminalRoom = { columns: 44, rows: 36, least: { columns: 24, rows: 28 } } as const;

/** The board in characters: a figure is its tag and an arrow, `>` is before whoever acts, edges lie between squares. */
export const gridText = (view: GridBoardView, labels: FigureLabels): readonly string[] => {
  const acting = labels.figures.filter(({ now }) => now).map(({ id }) => id);
  const standing = labels.figures.filter(({ view: { life } }) => life === 'up').map(({ id }) => id);
  const window = chooseViewport(view, acting, standing, terminalRoom);
  const { left, top, columns, rows } = window;
  const xs = Array.from({ length: columns }, (_, index) => left + index);
  const ys = Array.from({ length: rows }, (_, index) => top + index);
  const sign = squareSigns(view, labels);
  const west = edgesBy(view, 'west');
  const north = edgesBy(view, 'north');
  // Where the board is wide, there is a gap only between columns that an edge parts.
  const gaps = xs.map((x) => columns <= spaciousColumns || ys.some((y) => west.has(formatSquare({ x, y }))));
  const now = new Set(
    view.figures.filter(({ id }) => labels.of(id).now && labels.of(id).view.life === 'up').map(formatSquare),
  );
  const gap = (square: Square): string => {
    const kind = west.get(formatSquare(square));
    return kind === undefined ? (now.has(formatSquare(square)) ? '>' : ' ') : edgeSigns[kind].upright;
  };
  const row = (head: string, cell: (x: number) => string, between: (x: number) => string): string =>
    padText(head, 3) + xs.map((x, index) => (gaps[index] ? between(x) : '') + cell(x)).join('');
  const letters = row(
    '',
    (x) => padText(` ${formatSquare({ x, y: 0 }).replace(/\d+$/, '')}`, 3),
    () => ' ',
  );
  const body = ys.flatMap((y) => {
    const squares = row(
      String(y + 1).padStart(2),
      (x) => sign({ x, y }),
      (x) => gap({ x, y }),
    );
    if (!xs.some((x) => north.has(formatSquare({ x, y })))) return [squares];
    const level = (x: number) => {
      const kind = north.get(formatSquare({ x, y }));
      return kind === undefined ? '   ' : edgeSigns[kind].level;
    };
    return [row('', level, () => ' '), squares];
  });
  return [letters, ...body, ...keyLines(view, window)].map((each) => each.trimEnd());
};
