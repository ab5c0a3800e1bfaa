import { formatSquare } from '../../rules/grid/square.ts';
import type { GridBoardView } from '../../rules/view.ts';
import type { Point, Shape, ShapeLook } from '../scene.ts';
import { isWithinViewport } from '../viewport.ts';
import { boxes, lines } from './draw.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** Tints for zones; their borders differ in their dashes too. */
const tints = [
  { fill: 'zone1', stroke: 'zone1Edge', dash: [10, 5] },
  { fill: 'zone2', stroke: 'zone2Edge', dash: [3, 5] },
  { fill: 'zone3', stroke: 'zone3Edge', dash: [14, 4, 3, 4] },
  { fill: 'zone4', stroke: 'zone4Edge', dash: [6, 3] },
  { fill: 'zone5', stroke: 'zone5Edge', dash: [2, 3] },
] as const;

export const zoneTint = (index: number): (typeof tints)[number] => tints[index % tints.length] ?? tints[0];

/** The border of squares, as far as they are drawn. */
export const zoneOutline = (
  squares: GridBoardView['zones'][number]['squares'],
  { point, window }: GridGeometry,
): readonly (readonly Point[])[] => {
  const names = new Set(squares.map(formatSquare));
  const open = (x: number, y: number) => !names.has(formatSquare({ x, y }));
  return squares
    .filter((square) => isWithinViewport(window, square))
    .flatMap(({ x, y }): readonly (readonly Point[])[] => [
      ...(open(x, y - 1) ? [[point(x, y), point(x + 1, y)]] : []),
      ...(open(x, y + 1) ? [[point(x, y + 1), point(x + 1, y + 1)]] : []),
      ...(open(x - 1, y) ? [[point(x, y), point(x, y + 1)]] : []),
      ...(open(x + 1, y) ? [[point(x + 1, y), point(x + 1, y + 1)]] : []),
    ]);
};

/** Tinted squares with a dashed border; where zones lie over each other both can be seen. */
export const drawZones = (zones: GridBoardView['zones'], plan: GridGeometry): readonly Shape[] =>
  zones.flatMap(({ squares }, index) => {
    const { fill, stroke, dash } = zoneTint(index);
    const look: ShapeLook = { fill, opacity: 0.8 };
    return [
      boxes(squares.filter((square) => isWithinViewport(plan.window, square)).map(plan.boxOf), look),
      lines(zoneOutline(squares, plan), { stroke, width: 2.5, dash }),
    ];
  });
