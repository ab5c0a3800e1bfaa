import { err, ok } from '../../core/message.ts';
import { childObject, childObjects, isPlainObject, type PlainObject } from '../../core/plain-object.ts';
import type { MapWall, Point } from '../../rules/grid/map-plan.ts';
import { countLeftOut, type MapSource } from './map-source.ts';

const readNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < 1e6 ? value : undefined;

const readPoint = (value: unknown, origin: Point): Point | undefined => {
  const [x, y] = isPlainObject(value) ? [readNumber(value.x), readNumber(value.y)] : [];
  return x === undefined || y === undefined ? undefined : { x: x - origin.x, y: y - origin.y };
};

const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Reads chains of connected points. Their positions are relative to the corner of the exported area. */
const readChains = (value: unknown, origin: Point): readonly (readonly Point[])[] =>
  readList(value).map((chain) => readList(chain).flatMap((point) => readPoint(point, origin) ?? []));

const wallsAlong = (chain: readonly Point[]): readonly MapWall[] =>
  chain.slice(1).map((to, at) => ({ from: chain[at] ?? to, to, blocks: true, hides: true, door: false }));

/** Reads a door as a wall. An open door gives no wall, because it blocks nothing. */
const readPortal = (portal: PlainObject, origin: Point): readonly MapWall[] => {
  const [from, to] = readList(portal.bounds).map((point) => readPoint(point, origin));
  const closed = portal.closed !== false;
  return from === undefined || to === undefined ? [] : [{ from, to, blocks: closed, hides: closed, door: true }];
};

/** The first base64 characters of PNG, WebP and JPEG files, by which we recognize pictures. */
const beginnings = ['iVBORw0KGgo', 'UklGR', '/9j/'];

const isPicture = (base64: string): boolean => beginnings.some((beginning) => base64.startsWith(beginning));

const pictureTold = (picture: unknown): readonly string[] =>
  typeof picture === 'string' && picture !== '' && !isPicture(picture)
    ? ['the picture, which is not a PNG, WebP or JPEG file']
    : [];

/** Reads Universal VTT maps of Dungeondraft, DungeonFog and others (.uvtt, .dd2vtt, .df2vtt). */
export const universalVttMapSource: MapSource = {
  format: 'a map in Universal VTT',
  recognises: (json) => 'resolution' in json && ('line_of_sight' in json || 'portals' in json),
  read: (json): ReturnType<MapSource['read']> => {
    const resolution = childObject(json, 'resolution');
    const origin = readPoint(resolution.map_origin ?? { x: 0, y: 0 }, { x: 0, y: 0 });
    const size = readPoint(resolution.map_size, { x: 0, y: 0 });
    if (origin === undefined || size === undefined) return err('it does not say how many squares wide and high it is');
    return ok({
      plan: {
        columns: Math.round(size.x),
        rows: Math.round(size.y),
        walls: [
          ...readChains(json.line_of_sight, origin).flatMap(wallsAlong),
          ...childObjects(json.portals).flatMap((portal) => readPortal(portal, origin)),
        ],
        outlines: readChains(json.objects_line_of_sight, origin).filter(({ length }) => length > 2),
        filled: [],
      },
      leftOut: [
        ...countLeftOut(childObjects(json.lights).length, 'light'),
        ...('environment' in json ? ['ambient light'] : []),
        ...pictureTold(json.image),
      ],
      ...(typeof json.image === 'string' &&
        isPicture(json.image) && { picture: Buffer.from(json.image, 'base64').toString('latin1') }),
    });
  },
};
