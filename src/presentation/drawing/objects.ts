import type { GridBoardView } from '../../rules/view.ts';
import type { Box, Point, Shape } from '../scene.ts';
import { isWithinViewport } from '../viewport.ts';
import { box, drawText } from './draw.ts';
import type { GridGeometry } from './grid-geometry.ts';

/** What lies on the board is drawn as a sign with a letter, which the legend explains. */
export const objectLetter = (index: number): string => String.fromCodePoint(97 + (index % 26));

export const drawObjectSign = ([x, y]: Point, reach: number, letter: string): readonly Shape[] => [
  box(
    { x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach },
    { fill: 'thing', stroke: 'thingEdge', width: Math.max(2, reach * 0.16) },
    reach * 0.3,
  ),
  drawText([x, y], letter, { size: reach * 1.45, anchor: 'middle', bold: true }),
];

interface DrawnObject {
  readonly box: Box;
  readonly shapes: readonly Shape[];
}

/** Chests, levers, banners: in the middle of the square, or at the foot of whoever stands there or carries it. */
export const drawObjects = (
  { objects, figures }: GridBoardView,
  { size, point, window }: GridGeometry,
): readonly DrawnObject[] =>
  objects.flatMap((object, index): readonly DrawnObject[] => {
    if (!isWithinViewport(window, object)) return [];
    const isShared = figures.some(({ x, y }) => x === object.x && y === object.y);
    const before = objects.slice(0, index).filter(({ x, y }) => x === object.x && y === object.y).length;
    const reach = Math.max(10, Math.min(19, size * (isShared ? 0.17 : 0.26)));
    const [x, y] = isShared ? point(object.x, object.y + 1) : point(object.x + 0.5, object.y + 0.5);
    const at: Point = isShared
      ? [x + reach + 1 + before * reach * 2, y - reach - 1]
      : [x + before * reach * 0.9, y + before * reach * 0.9];
    return [
      {
        box: { x: at[0] - reach, y: at[1] - reach, width: 2 * reach, height: 2 * reach },
        shapes: drawObjectSign(at, reach, objectLetter(index)),
      },
    ];
  });
