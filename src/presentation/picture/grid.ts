import { squareName } from '../../rules/grid/square.ts';
import type { Compass, GridView } from '../../rules/view.ts';
import type { FigureLabels } from '../figure-labels.ts';
import type { Point, Shape } from '../scene.ts';
import { isWithin, viewportOn } from '../viewport.ts';
import { type Box, box, faint, ink, lines, type Panel, paper, words } from './draw.ts';
import { drawnEdges } from './edges.ts';
import { beak, figure, turnRing } from './figure.ts';
import { type GridGeometry, gridGeometry, rim } from './grid-geometry.ts';
import { badges } from './marks.ts';
import { fitted, textWidth } from './measure.ts';
import { drawnNames, figureRadius } from './name-plates.ts';
import { drawnStrokes } from './strokes.ts';
import { drawnZones } from './zones.ts';

const everyNth = (count: number): number => (count <= 26 ? 1 : count <= 52 ? 2 : 5);

const coordinates = ({ window: { left, top, columns, rows }, size, point }: GridGeometry): readonly Shape[] => {
  const letters = Array.from({ length: columns }, (_, index) => left + index)
    .filter((x) => (x - left) % everyNth(columns) === 0)
    .map((x) => {
      const name = squareName({ x, y: 0 }).replace(/\d+$/, '');
      return words([point(x + 0.5, 0)[0], rim.top / 2 + 2], name, {
        size: Math.min(24, size * 0.62),
        fill: faint,
        anchor: 'middle',
        bold: true,
      });
    });
  const numbers = Array.from({ length: rows }, (_, index) => top + index)
    .filter((y) => (y - top) % everyNth(rows) === 0)
    .map((y) =>
      words([rim.left - 8, point(0, y + 0.5)[1]], String(y + 1), {
        size: Math.min(24, size * 0.62),
        fill: faint,
        anchor: 'end',
        bold: true,
      }),
    );
  return [...letters, ...numbers];
};

const ruled = ({ window: { left, top, columns, rows }, point, frame }: GridGeometry): readonly Shape[] => {
  const right = left + columns;
  const bottom = top + rows;
  const upright = Array.from({ length: columns - 1 }, (_, index): readonly Point[] => [
    point(left + index + 1, top),
    point(left + index + 1, bottom),
  ]);
  const level = Array.from({ length: rows - 1 }, (_, index): readonly Point[] => [
    point(left, top + index + 1),
    point(right, top + index + 1),
  ]);
  return [
    lines([...upright, ...level], { stroke: '#c9c4b8', width: 1.5, crisp: true }),
    box(frame, { stroke: ink, width: 3 }),
  ];
};

/** Squares nobody can stand on: dark, and hatched. */
const blockedSquares = ({ blocked }: GridView, plan: GridGeometry): readonly Shape[] => {
  const { size, point, window } = plan;
  const seen = blocked.filter((square) => isWithin(window, square));
  if (seen.length === 0) return [];
  const hatch = seen.flatMap(({ x, y }) =>
    [0.34, 0.68, 1].flatMap((share): readonly (readonly Point[])[] => [
      [point(x, y + share), point(x + share, y)],
      ...(share === 1 ? [] : [[point(x + share, y + 1), point(x + 1, y + share)]]),
    ]),
  );
  return [
    ...seen.map(({ x, y }) => {
      const [left, top] = point(x, y);
      return box({ x: left, y: top, width: size, height: size }, { fill: '#a9a49a' });
    }),
    lines(hatch, { stroke: '#55504a', width: Math.max(2, size * 0.04) }),
  ];
};

interface Thing {
  readonly box: Box;
  readonly shapes: readonly Shape[];
}

/** Chests, levers, weapons on the ground: a small plate with the label, within the square. */
const things = ({ objects }: GridView, { size, point, window }: GridGeometry): readonly Thing[] =>
  objects
    .filter((object) => isWithin(window, object))
    .map(({ x, y, label }) => {
      const [cx, cy] = point(x + 0.5, y + 0.5);
      const text = Math.min(20, size * 0.42);
      const shown = fitted(label, size - 10, text) || [...label].slice(0, 1).join('');
      const width = Math.min(size - 2, textWidth(shown, text) + 8);
      const plate = { x: cx - width / 2, y: cy - text * 0.7, width, height: text * 1.4 };
      return {
        box: plate,
        shapes: [
          box(plate, { fill: '#f3e3c3', stroke: '#8a4b08', width: 2 }, 4),
          words([cx, cy], shown, { size: text, anchor: 'middle' }),
        ],
      };
    });

/** The corners of a square for badges, but for those the figure faces; one alone where squares are small. */
const badgePlaces = (middle: Point, size: number, facing: Compass | undefined): readonly Point[] => {
  const off = size * 0.5 - badgeRadius(size) * (size < 56 ? 0.6 : 1.06);
  const places: readonly (readonly [Compass, number, number])[] = [
    ['NE', 1, -1],
    ['NW', -1, -1],
    ['SE', 1, 1],
    ['SW', -1, 1],
  ];
  return places
    .filter(([corner]) => corner !== facing)
    .slice(0, size < 56 ? 1 : 3)
    .map(([, x, y]): Point => [middle[0] + x * off, middle[1] + y * off]);
};

const badgeRadius = (size: number): number => Math.max(7, Math.min(15, size * 0.155));

/** A board of squares with all that stands on it. */
export const gridPanel = (view: GridView, labels: FigureLabels): Panel => {
  const acting = labels.figures.filter(({ now }) => now).map(({ id }) => id);
  const plan = gridGeometry(viewportOn(view, acting));
  const { size, point, window, frame } = plan;
  const figures = view.figures.filter((each) => isWithin(window, each));
  // Who is out lies under who is down, under who stands.
  const rank = (id: string) => ['out', 'down', 'up'].indexOf(labels.of(id).view.life);
  const placed = figures
    .toSorted((a, b) => rank(a.id) - rank(b.id))
    .map(({ id, x, y, facing }) => ({ player: labels.of(id), at: point(x + 0.5, y + 0.5), facing }));
  const radius = size * figureRadius;
  const objects = things(view, plan);
  return {
    width: rim.left + frame.width + rim.right,
    height: rim.top + frame.height + rim.bottom,
    shapes: [
      box(frame, { fill: paper }),
      ...drawnZones(view.zones, plan),
      ...blockedSquares(view, plan),
      ...ruled(plan),
      ...coordinates(plan),
      ...drawnEdges(view.edges, plan),
      ...objects.flatMap(({ shapes }) => shapes),
      ...drawnStrokes(view.strokes, plan, ['move', 'sight', 'blocked-sight']),
      ...placed.flatMap(({ player, at }) => (player.now && player.view.life === 'up' ? turnRing(at, radius) : [])),
      ...placed.flatMap(({ player, at }) => figure(player, at, radius)),
      ...placed.flatMap(({ player, at, facing }) => beak(player, at, radius, facing)),
      ...placed.flatMap(({ player, at, facing }) =>
        badges(player.view, badgePlaces(at, size, facing), badgeRadius(size)),
      ),
      ...drawnStrokes(view.strokes, plan, ['attack']),
      ...drawnNames(
        view,
        figures,
        labels,
        plan,
        objects.map((each) => each.box),
      ),
    ],
  };
};
