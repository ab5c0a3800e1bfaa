import { err, listText, ok, phrase, type Result } from '../../core/message.ts';
import { childObjects, type PlainObject } from '../../core/plain-object.ts';
import type { MapPlan, MapWall, Point } from '../../rules/grid/map-plan.ts';
import type { Square } from '../../rules/grid/square.ts';
import { type MapSource, readNumber } from './map-source.ts';

type Size = Pick<MapPlan, 'columns' | 'rows'>;

/** The number of a tile, without the four bits that mean its rotation. */
const tile = (gid: unknown): number => (typeof gid === 'number' ? gid & 0x0fffffff : 0);

/** The squares on which a layer has a tile. */
const readTiles = ({ data }: PlainObject, { columns, rows }: Size): Result<readonly Square[], string> =>
  Array.isArray(data)
    ? ok(
        data
          .slice(0, columns * rows)
          .flatMap((gid, at) => (tile(gid) === 0 ? [] : [{ x: at % columns, y: Math.floor(at / columns) }])),
      )
    : err('its layer “blocked” is packed; save the map with the tile layer format CSV');

const readPoints = (value: unknown, at: Point, tileSize: Point): readonly Point[] =>
  childObjects(value).map(({ x, y }) => ({
    x: (at.x + readNumber(x)) / tileSize.x,
    y: (at.y + readNumber(y)) / tileSize.y,
  }));

const readWalls = (object: PlainObject, tileSize: Point): readonly MapWall[] => {
  const at = { x: readNumber(object.x), y: readNumber(object.y) };
  const line = readPoints(object.polyline, at, tileSize);
  const ring = readPoints(object.polygon, at, tileSize);
  const points = ring.length > 0 ? [...ring, ...ring.slice(0, 1)] : line;
  const door = [object.type, object.class].includes('door');
  return points.slice(1).map((to, index) => ({ from: points[index] ?? to, to, blocks: true, hides: true, door }));
};

/** Reads Tiled maps with a tile layer “blocked” and an object layer “walls”. */
export const tiledMapSource: MapSource = {
  format: 'a Tiled map',
  recognises: ({ type, tilesets }) => type === 'map' && tilesets !== undefined,
  read: (json): ReturnType<MapSource['read']> => {
    if (json.orientation !== 'orthogonal') return err('its squares are not orthogonal');
    if (json.infinite === true) return err('it has no end; turn off “Infinite” in its properties');
    const size = { columns: readNumber(json.width), rows: readNumber(json.height) };
    const tileSize = { x: readNumber(json.tilewidth), y: readNumber(json.tileheight) };
    if (tileSize.x <= 0 || tileSize.y <= 0) return err('it does not say how large a tile is');
    const layers = childObjects(json.layers);
    const named = (type: string, name: string) =>
      layers.filter((layer) => layer.type === type && String(layer.name).trim().toLowerCase() === name);
    const [blocked, walls] = [named('tilelayer', 'blocked'), named('objectgroup', 'walls')];
    const filled: Square[] = [];
    for (const layer of blocked) {
      const squares = readTiles(layer, size);
      if (!squares.ok) return squares;
      for (const square of squares.value) filled.push(square);
    }
    const objects = walls.flatMap((layer) => childObjects(layer.objects));
    const read = [...blocked, ...walls];
    const others = layers.filter((layer) => !read.includes(layer)).map(({ name }) => String(name).slice(0, 40));
    return ok({
      plan: { ...size, walls: objects.flatMap((object) => readWalls(object, tileSize)), outlines: [], filled },
      leftOut: [
        ...(others.length > 0
          ? [phrase`layers ${listText(others.slice(0, 10))} (only the layers blocked and walls are read)`]
          : []),
        ...(objects.some(({ rotation }) => readNumber(rotation) !== 0) ? ['the rotation of objects'] : []),
      ],
    });
  },
};
