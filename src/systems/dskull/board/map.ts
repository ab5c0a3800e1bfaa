import { err, ok, phrase } from '../../../core/message.ts';
import { firstCoveredSquare, type ImportMap, type MapPlan, mapEdges } from '../../../rules/grid/map-plan.ts';
import { findStartingArea, formatSquare, type Square } from '../../../rules/grid/square.ts';
import type { Edge, FieldPlan } from '../state.ts';
import { isSameSquare } from './board.ts';
import { formatBoardJson } from './json.ts';

/** DS-DATA-11. */
const maxBoardWidth = 40;
/** Characters of JSON that draw a board. */
const maxBoardLength = 65_536;

/** A zone for each of four seats, two spaces deep along its side of the board; those on the left and right keep out of the others. */
const zonesOn = ({ columns, rows, filled }: MapPlan): Square[][] => {
  const free = (square: Square) => !filled.some((each) => isSameSquare(each, square));
  const zones = [0, 1, 2, 3].map((seat) => {
    const length = seat < 2 ? columns : rows;
    return findStartingArea(columns, rows, seat)
      .squares.slice(0, 2 * length)
      .filter(free);
  });
  const taken = [...(zones[0] ?? []), ...(zones[1] ?? [])];
  return zones.map((zone, seat) =>
    seat < 2 ? zone : zone.filter((square) => !taken.some((each) => isSameSquare(each, square))),
  );
};

const edgeIn = ({ a, b, blocks, hides, impedes, door }: ReturnType<typeof mapEdges>[number]): Edge => ({
  a,
  b,
  kinds: [
    ...(blocks ? (['blocking'] as const) : []),
    ...(impedes ? (['impeding'] as const) : []),
    ...(hides ? (['obscuring'] as const) : []),
  ],
  door,
});

/** Objects are no walls: the GM is told where they stand. */
const describeObjects = (plan: MapPlan): string => {
  const { outlines } = plan;
  const places = outlines.slice(0, 12).flatMap((outline) => firstCoveredSquare(outline, plan) ?? []);
  const where =
    places.length === 0 ? '' : phrase` (${places.map(formatSquare).join(', ')}${outlines.length > 12 ? ' …' : ''})`;
  return phrase`${outlines.length === 1 ? 'an object' : phrase`${outlines.length} objects`}${where}: in dSkull only edges of spaces can block sight`;
};

/** DS-BOARD-4, DS-DATA-11. A map as a board: walls and doors on the edges they cut, marked spaces as voids. */
export const importMap: ImportMap = (plan) => {
  const { columns, rows, filled, outlines } = plan;
  if (columns > maxBoardWidth || rows > maxBoardWidth)
    return err(
      phrase`a board has at most ${maxBoardWidth} columns and rows, but this map has ${columns} and ${rows}; use a part of the map`,
    );
  const edges = mapEdges(plan).map(edgeIn);
  const field: FieldPlan = {
    board: { w: columns, h: rows, edges, voids: [...filled] },
    things: [],
    zones: zonesOn(plan),
  };
  const drawn = formatBoardJson(field);
  if (drawn.length > maxBoardLength)
    return err(phrase`the map has walls on ${edges.length} edges, more than a board can hold`);
  const doors = edges.filter(({ door }) => door).length;
  return ok({
    by: { verb: 'board', params: { file: drawn } },
    imported: [
      phrase`a board of ${columns} × ${rows} spaces`,
      ...(edges.length === 0 ? [] : [phrase`${edges.length - doors} edges with walls, ${doors} with doors`]),
      ...(filled.length === 0 ? [] : [phrase`${filled.length} spaces that no one can enter`]),
      'deployment zones along the sides; to change them, get the board as text with /ground, edit the text, and load it with /dskull board',
    ],
    leftOut: outlines.length === 0 ? [] : [describeObjects(plan)],
  });
};
