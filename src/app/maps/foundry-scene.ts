import { err, ok, phrase } from '../../core/message.ts';
import { childObjects, isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { MapWall, Point } from '../../rules/grid/map-plan.ts';
import { countLeftOut, type MapSource, readNumber } from './map-source.ts';

interface Drawn {
  readonly from: Point;
  readonly to: Point;
  readonly wall: PlainObject;
}

/** Reads the walls of a scene, each with the positions of its two ends (pixels). */
const readWalls = (json: PlainObject): readonly Drawn[] =>
  childObjects(json.walls).flatMap((wall) => {
    const [x0, y0, x1, y1] = Array.isArray(wall.c) ? wall.c.map(readNumber) : [];
    return x0 === undefined || y0 === undefined || x1 === undefined || y1 === undefined
      ? []
      : [{ from: { x: x0, y: y0 }, to: { x: x1, y: y1 }, wall }];
  });

/** Counts the ends of walls that are exactly on corners of squares. */
const countOnCorners = (drawn: readonly Drawn[], rim: Point, size: number): number => {
  const near = (pixels: number): boolean => Math.abs(pixels / size - Math.round(pixels / size)) < 0.1;
  return drawn.flatMap(({ from, to }) => [from, to]).filter(({ x, y }) => near(x - rim.x) && near(y - rim.y)).length;
};

/** Finds the width of the empty margin around a scene (pixels), from where its walls end. */
const findRim = (json: PlainObject, drawn: readonly Drawn[], size: number): Point => {
  const padding = Math.min(0.5, Math.max(0, readNumber(json.padding)));
  if (padding === 0) return { x: 0, y: 0 };
  const [width, height] = [readNumber(json.width) * padding, readNumber(json.height) * padding];
  // Foundry's versions round the margin differently, so the one that fits most walls wins.
  const rims = [1, 2].map((squares) => ({
    x: Math.ceil(width / (size * squares)) * size * squares,
    y: Math.ceil(height / (size * squares)) * size * squares,
  }));
  const exact = { x: width, y: height };
  const fitting = (rim: Point): number => countOnCorners(drawn, rim, size);
  return [...rims, exact].toSorted((a, b) => fitting(b) - fitting(a))[0] ?? exact;
};

/** Converts a wall of a scene. Open doors block no movement, and secret doors become walls. */
const toWall = ({ from, to, wall }: Drawn, rim: Point, size: number): MapWall => {
  const toSquares = ({ x, y }: Point): Point => ({ x: (x - rim.x) / size, y: (y - rim.y) / size });
  const isOpen = readNumber(wall.door) > 0 && readNumber(wall.ds) === 1;
  return {
    ...{ from: toSquares(from), to: toSquares(to) },
    blocks: !isOpen && readNumber(wall.move ?? 20) > 0,
    hides: !isOpen && readNumber(wall.sight ?? wall.sense ?? 20) > 0,
    door: readNumber(wall.door) === 1,
  };
};

/** Reads scenes exported from Foundry. */
export const foundryMapSource: MapSource = {
  format: 'a Foundry scene',
  recognises: (json) => Array.isArray(json.walls) && 'grid' in json,
  read: (json): ReturnType<MapSource['read']> => {
    const grid: PlainObject = isPlainObject(json.grid) ? json.grid : { size: json.grid, type: json.gridType ?? 1 };
    const size = readNumber(grid.size);
    if (readNumber(grid.type) !== 1) return err('its grid does not have squares');
    if (size < 10) return err('it does not say how large a square is');
    const drawn = readWalls(json);
    const rim = findRim(json, drawn, size);
    const secret = drawn.filter(({ wall }) => readNumber(wall.door) === 2).length;
    const sided = drawn.filter(({ wall }) => readNumber(wall.dir) > 0).length;
    return ok({
      plan: {
        columns: Math.round(readNumber(json.width) / size),
        rows: Math.round(readNumber(json.height) / size),
        walls: drawn.map((each) => toWall(each, rim, size)),
        outlines: [],
        filled: [],
      },
      leftOut: [
        ...countLeftOut(secret, 'secret door (becomes a wall)', 'secret doors (become walls)'),
        ...countLeftOut(sided, 'one-sided wall (blocks both ways)', 'one-sided walls (block both ways)'),
        ...(rim.x + rim.y > 0
          ? [
              phrase`a margin of ${rim.x / size} and ${rim.y / size} squares around the map: check that the walls are in the right place`,
            ]
          : []),
        ...(readNumber(grid.distance) > 0
          ? [
              phrase`the scale of ${readNumber(grid.distance)} ${String(grid.units ?? '').slice(0, 10)} per square (boards here count in squares)`,
            ]
          : []),
        ...(childObjects(json.levels).length > 1 ? ['the levels (all walls are put on one board)'] : []),
        ...['tokens', 'lights', 'tiles', 'notes', 'sounds', 'drawings'].flatMap((key) =>
          childObjects(json[key]).length > 0 ? [key] : [],
        ),
      ],
    });
  },
};
