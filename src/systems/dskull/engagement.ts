import { z } from 'zod';
import { joined, listing, ok, ref, refuse, say, sentences, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { formatSquare, type Square } from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import { combatantParam } from '../../rules/verb.ts';
import {
  areNeighbours,
  cellIndex,
  type EdgeGrid,
  edgeGridOf,
  isBlocked,
  isOnGrid,
  openNeighbours,
  squareOfCell,
} from './board/board.ts';
import { areHostile, offerAllFigures, requireFigure } from './checks.ts';
import type { RefusalCode } from './refusals.ts';
import { type Figure, figuresOf, query, type State } from './state.ts';

/** A battle’s board with the figures on it. */
export interface Terrain {
  readonly state: State;
  readonly ground: EdgeGrid;
  readonly figures: readonly Figure[];
  /** For each cell, the index of its figure plus 1. 0 if the cell is empty. */
  readonly figureByCell: readonly number[];
}

/** The board with its figures, without the figure `lifted`. Undefined if there is no board. */
export const createTerrain = (state: State, lifted?: string): Terrain | undefined =>
  state.board &&
  terrainWith(
    state,
    edgeGridOf(state.board),
    figuresOf(state).filter(({ id }) => id !== lifted),
  );

const terrainWith = (state: State, ground: EdgeGrid, figures: readonly Figure[]): Terrain => {
  const standing = new Array<number>(ground.w * ground.h).fill(0);
  for (let n = 0; n < figures.length; n++) {
    const at = figures[n]?.at;
    if (at !== undefined) standing[cellIndex(ground, at)] = n + 1;
  }
  return { state, ground, figures, figureByCell: standing };
};

/** The same board with one figure on another space. */
export const withFigureMoved = ({ state, ground, figures }: Terrain, moved: Figure): Terrain =>
  terrainWith(
    state,
    ground,
    figures.map((each) => (each.id === moved.id ? moved : each)),
  );

/** The figure on a cell. Undefined if the cell is empty. */
const figureAtCell = ({ figures, figureByCell }: Terrain, at: number): Figure | undefined => {
  const place = figureByCell[at] ?? 0;
  return place === 0 ? undefined : figures[place - 1];
};

export const figureAt = (terrain: Terrain, square: Square): Figure | undefined =>
  isOnGrid(terrain.ground, square) ? figureAtCell(terrain, cellIndex(terrain.ground, square)) : undefined;

/** True if the warrior has an engagement zone while it neither moves nor shoots. DS-ENG-1, DS-GLO-7. */
export const hasZone = (state: State, { weapons, held, conditions }: Figure): boolean =>
  conditions.length === 0 &&
  weapons.some(({ id, type }) => type === 'melee' && (!state.settings.engage.activeOnly || held.includes(id)));

/** Radius of a warrior’s engagement zone (spaces). DS-ENG-2. */
const radiusOf = ({ settings: { engage } }: State, figure: Figure): number =>
  figure.weapons.some(
    ({ id, type, reach }) => type === 'melee' && reach && (!engage.activeOnly || figure.held.includes(id)),
  )
    ? engage.reachRadius
    : engage.radius;

/** Cells within `radius` steps of a warrior, not through foes. DS-ENG-3, DS-BOARD-9, DS-MELEE-2, RULING-58. */
const cellsInReach = (terrain: Terrain, owner: Figure, radius: number): readonly number[] => {
  const { ground, state } = terrain;
  const own = cellIndex(ground, owner.at);
  const neighbours = openNeighbours(ground);
  const covered = new Set<number>();
  let outermost = [own];
  for (let n = 0; n < radius; n++) {
    const next: number[] = [];
    for (const from of outermost) {
      const figure = from === own ? undefined : figureAtCell(terrain, from);
      if (figure !== undefined && areHostile(state, owner, figure)) continue;
      for (const { cell } of neighbours[from] ?? []) {
        if (cell === own || covered.has(cell)) continue;
        covered.add(cell);
        next.push(cell);
      }
    }
    outermost = next;
  }
  return [...covered];
};

/** A warrior’s engagement zone, as indices of cells. */
export interface EngagementZone {
  readonly owner: Figure;
  readonly covers: readonly number[];
}

/** All engagement zones. DS-ENG-6. */
export const findZones = (terrain: Terrain): readonly EngagementZone[] =>
  terrain.figures
    .filter((figure) => hasZone(terrain.state, figure))
    .map((owner) => ({ owner, covers: cellsInReach(terrain, owner, radiusOf(terrain.state, owner)) }));

export const isInZone = (terrain: Terrain, zone: EngagementZone, square: Square): boolean =>
  zone.covers.includes(cellIndex(terrain.ground, square));

/** True if a warrior reaches the space within this many steps, not through its foes. DS-ENG-3, DS-MELEE-2. */
export const reachesSpace = (terrain: Terrain, warrior: Figure, radius: number, space: Square): boolean =>
  Math.abs(warrior.at.x - space.x) + Math.abs(warrior.at.y - space.y) <= radius &&
  cellsInReach(terrain, warrior, radius).includes(cellIndex(terrain.ground, space));

/** True if the warrior’s zone covers the space. DS-ENG-3. */
const coversSpace = (terrain: Terrain, owner: Figure, space: Square): boolean =>
  hasZone(terrain.state, owner) && reachesSpace(terrain, owner, radiusOf(terrain.state, owner), space);

/** Hostile warriors whose zones cover `figure`, except `off`. DS-GLO-2, DS-ENG-4, DS-ENG-6, DS-ENG-10, DS-RNG-6. */
const engagers = (terrain: Terrain, figure: Figure, off?: string): readonly Figure[] =>
  terrain.figures.filter(
    (each) => each.id !== off && coversSpace(terrain, each, figure.at) && areHostile(terrain.state, each, figure),
  );

/** True if the zone’s owner is itself engaged. DS-ENG-5. */
const isContested = (terrain: Terrain, owner: Figure): boolean => engagers(terrain, owner).length > 0;

/** True if the mover may ignore a foe’s zone, because a friend’s zone covers this foe. DS-ENG-8, DS-ENG-11, RULING-59. */
export const isZoneIgnored = (
  terrain: Terrain,
  zones: readonly EngagementZone[],
  mover: Figure,
  { owner }: EngagementZone,
): boolean =>
  zones.some(
    (zone) =>
      isInZone(terrain, zone, owner.at) &&
      zone.owner.id !== mover.id &&
      areHostile(terrain.state, zone.owner, owner) &&
      !areHostile(terrain.state, zone.owner, mover),
  );

/** Foes that engage an attacker without a zone of its own and are not engaged themselves. DS-ENG-9, RULING-59. */
export const findPressingFoes = (terrain: Terrain, attacker: Figure): readonly Figure[] => {
  const { id } = attacker;
  return engagers(terrain, attacker, id).filter((owner) => engagers(terrain, owner, id).length === 0);
};

/** The spaces of a zone, row by row. */
const spacesOf = ({ ground }: Terrain, zone: EngagementZone): readonly Square[] =>
  zone.covers.toSorted((a, b) => a - b).map((cell) => squareOfCell(ground, cell));

/** True if a friend with a zone is exactly opposite the attacker, both adjacent to the target. DS-GLO-5. */
export const isFlanked = (terrain: Terrain, attacker: Figure, target: Figure): boolean => {
  const { ground, state } = terrain;
  if (!areNeighbours(attacker.at, target.at) || isBlocked(ground, attacker.at, target.at)) return false;
  const opposite = { x: 2 * target.at.x - attacker.at.x, y: 2 * target.at.y - attacker.at.y };
  const friend = figureAt(terrain, opposite);
  return (
    friend !== undefined &&
    !areHostile(state, friend, attacker) &&
    !isBlocked(ground, opposite, target.at) &&
    coversSpace(terrain, friend, target.at)
  );
};

/** Lists the engagement zones of all seats that the reader can see. */
const everyZone = (state: State, reader: Reader) => {
  const terrain = createTerrain(state);
  if (terrain === undefined) return refuse<RefusalCode>('no-board');
  const zones = findZones(terrain);
  const seats = state.seats.filter(({ id }) => reader.canSee(id));
  const bySeat = seats.map(({ id }) => {
    const own = zones.filter(({ owner }) => owner.owner === id);
    const spaces = own.flatMap((each) => spacesOf(terrain, each));
    return { id, own, squares: [...new Map(spaces.map((each) => [formatSquare(each), each])).values()] };
  });
  return ok({
    title: 'Engagement zones',
    lines: bySeat.map(({ id, own }) =>
      line(
        say`${ref(id)}: ${own.length === 0 ? term('no zones') : listing(own.map(({ owner }) => ref(owner.id)))}.`,
        own.length === 0 ? 'quiet' : 'plain',
        own.map((each) => [
          step('DS-ENG-3', ref(each.owner.id)),
          step('DS-ENG-3', spacesOf(terrain, each).map(formatSquare).join(' ')),
          ...(isContested(terrain, each.owner) ? [step('DS-ENG-5', 'contested')] : []),
        ]),
      ),
    ),
    zones: bySeat.flatMap(({ id, squares }) =>
      squares.length === 0 ? [] : [{ label: say`Zones of ${ref(id)}`, squares }],
    ),
  });
};

/** Shows a warrior’s engagement zone and who engages the warrior. DS-CMD-16, DS-ENG-3. */
export const engagementZoneQuery = query({
  summary: 'Show a warrior’s engagement zone and who engages that warrior',
  params: z.strictObject({ warrior: combatantParam('Whose zone; default: all zones').optional() }),
  offers: { warrior: offerAllFigures },
  answer: (state, _call, { warrior: name }, reader) => {
    if (name === undefined) return everyZone(state, reader);
    const found = requireFigure(state, name);
    if (!found.ok) return found;
    const warrior = found.value;
    const terrain = createTerrain(state);
    if (terrain === undefined) return refuse('no-board');
    const zones = findZones(terrain);
    const own = zones.find(({ owner }) => owner.id === warrior.id);
    const squares = own === undefined ? [] : spacesOf(terrain, own);
    const foes = engagers(terrain, warrior).map(({ id }) => ref(id));
    const zone =
      own === undefined
        ? say`${ref(warrior.id)} has no zone.`
        : isContested(terrain, warrior)
          ? say`${ref(warrior.id)} has a contested zone.`
          : say`${ref(warrior.id)} has an uncontested zone.`;
    return ok({
      title: say`Zone of ${ref(warrior.id)}`,
      lines: [
        line(
          sentences(zone, foes.length > 0 ? say`Engaged by ${joined(foes)}.` : term('Unengaged.')),
          'plain',
          squares.length > 0 ? [[step('DS-ENG-3', squares.map(formatSquare).join(' '))]] : [],
        ),
      ],
      zones: squares.length > 0 ? [{ label: say`Zone of ${ref(warrior.id)}`, squares }] : [],
    });
  },
});
