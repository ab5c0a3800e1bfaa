import { squareName } from '../../rules/grid/square.ts';
import type { GridView } from '../../rules/view.ts';
import type { Look, Point, Shape } from '../scene.ts';
import { isWithin } from '../viewport.ts';
import { box, lines } from './draw.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** Tints for zones; their borders differ in their dashes too. */
const tints = [
  { fill: '#cfe8f7', stroke: '#0072b2', dash: [10, 5] },
  { fill: '#fbe3b5', stroke: '#9a6700', dash: [3, 5] },
  { fill: '#d3efdf', stroke: '#00734f', dash: [14, 4, 3, 4] },
  { fill: '#f3d9e8', stroke: '#9c3f74', dash: [6, 3] },
  { fill: '#e4e0f5', stroke: '#4b3f9c', dash: [2, 3] },
] as const;

export const zoneTint = (index: number): (typeof tints)[number] => tints[index % tints.length] ?? tints[0];

const border = (
  squares: GridView['zones'][number]['squares'],
  { point, window }: GridGeometry,
): readonly (readonly Point[])[] => {
  const names = new Set(squares.map(squareName));
  const open = (x: number, y: number) => !names.has(squareName({ x, y }));
  return squares
    .filter((square) => isWithin(window, square))
    .flatMap(({ x, y }): readonly (readonly Point[])[] => [
      ...(open(x, y - 1) ? [[point(x, y), point(x + 1, y)]] : []),
      ...(open(x, y + 1) ? [[point(x, y + 1), point(x + 1, y + 1)]] : []),
      ...(open(x - 1, y) ? [[point(x, y), point(x, y + 1)]] : []),
      ...(open(x + 1, y) ? [[point(x + 1, y), point(x + 1, y + 1)]] : []),
    ]);
};

/** Tinted squares with a dashed border; where zones lie over each other both can be seen. */
export const drawnZones = (zones: GridView['zones'], plan: GridGeometry): readonly Shape[] =>
  zones.flatMap(({ squares }, index) => {
    const { fill, stroke, dash } = zoneTint(index);
    const look: Look = { fill, opacity: 0.8 };
    return [
      ...squares
        .filter((square) => isWithin(plan.window, square))
        .map(({ x, y }) => {
          const [left, top] = plan.point(x, y);
          return box({ x: left, y: top, width: plan.size, height: plan.size }, look);
        }),
      lines(border(squares, plan), { stroke, width: 2.5, dash }),
    ];
  });
