import { z } from 'zod';
import { formatSigned, ok, phrase, present, ref, refuse, term } from '../../core/message.ts';
import { line, step } from '../../rules/event.ts';
import { formatSquare, parseSquare, type Square } from '../../rules/grid/square.ts';
import type { Reader } from '../../rules/reader.ts';
import { oneOfParam, textParam } from '../../rules/verb.ts';
import { cellIndex, type EdgeGrid, edgeGridOf, isOnBoard, isSameSquare, squareOfCell } from './board/board.ts';
import { areHostile, areSeatsHostile, offerAllFigures } from './checks.ts';
import { createTerrain } from './engagement.ts';
import type { Settings } from './settings.ts';
import { type Figure, figuresOf, find, findActingWarrior, findByName, findSeat, query, type State } from './state.ts';

/** Corners of a space in the order in which they are tried. DS-LOS-3. */
export const corners = ['NW', 'NE', 'SW', 'SE'] as const;
export type Corner = (typeof corners)[number];

/** Point of the grid at a corner of a space. DS-BOARD-2. */
export const cornerOf = ({ x, y }: Square, corner: Corner): Square => ({
  x: x + (corner === 'NE' || corner === 'SE' ? 1 : 0),
  y: y + (corner === 'SW' || corner === 'SE' ? 1 : 0),
});

export interface SightResult {
  readonly corner: Corner;
  /** Point of the grid at this corner. */
  readonly from: Square;
  readonly lines: readonly { readonly to: Square; readonly clear: boolean }[];
  readonly count: number;
}

/** Bit that marks an obscuring edge in an `EdgeGrid`. */
const obscuring = 4;

/** True if a figure on space `each` may touch a line between corners of `from` and `to`. DS-LOS-14. */
const isBetween = (each: Square, from: Square, to: Square): boolean =>
  Math.min(from.x, to.x) - 1 <= each.x &&
  Math.max(from.x, to.x) + 1 >= each.x &&
  Math.min(from.y, to.y) - 1 <= each.y &&
  Math.max(from.y, to.y) + 1 >= each.y &&
  !isSameSquare(each, from) &&
  !isSameSquare(each, to);

/** The grid with obscuring edges around figures, except in `from` and `to`. DS-LOS-2, DS-LOS-14, DS-BOARD-13. */
const withObscuring = (grid: EdgeGrid, figures: readonly Square[], from: Square, to: Square): EdgeGrid => {
  const others = figures.filter((each) => isBetween(each, from, to));
  if (others.length === 0) return grid;
  const [upright, level] = [grid.upright.slice(), grid.level.slice()];
  for (const each of others) {
    const [side, top] = [each.y * (grid.w + 1) + each.x, cellIndex(grid, each)];
    upright[side] = upright[side + 1] = level[top] = level[top + grid.w] = obscuring;
  }
  return { ...grid, upright, level };
};

const obscures = (edges: readonly number[], at: number): boolean => ((edges[at] ?? 0) & obscuring) !== 0;

/** Adds spaces visible from `from` around a grid point, as bits: NW 1, NE 2, SW 4, SE 8. DS-BOARD-14, DS-LOS-8. */
const quadrantsAround = ({ w, h, upright, level }: EdgeGrid, x: number, y: number, from: number): number => {
  let seen = from;
  const north = y > 0;
  const south = y < h;
  const west = x > 0;
  const east = x < w;
  const throughN = north && west && east && !obscures(upright, (y - 1) * (w + 1) + x);
  const throughS = south && west && east && !obscures(upright, y * (w + 1) + x);
  const throughW = west && north && south && !obscures(level, y * w + x - 1);
  const throughE = east && north && south && !obscures(level, y * w + x);
  for (let again = 0; again < 3; again++) {
    if (throughN && seen & 3) seen |= 3;
    if (throughS && seen & 12) seen |= 12;
    if (throughW && seen & 5) seen |= 5;
    if (throughE && seen & 10) seen |= 10;
  }
  return seen;
};

/** The bit of a space at a grid point: NW 1, NE 2, SW 4, SE 8. 0 if the space does not touch the point. */
const quadrantBit = (x: number, y: number, space: Square): number => {
  const dx = space.x - x;
  const dy = space.y - y;
  return dx < -1 || dx > 0 || dy < -1 || dy > 0 ? 0 : 1 << ((dy + 1) * 2 + dx + 1);
};

/** True if two or more obscuring edges meet at a grid point, not counting the border. DS-LOS-15. */
const strictlyBlocked = ({ w, h, upright, level }: EdgeGrid, x: number, y: number): boolean => {
  const inside = x > 0 && x < w;
  const within = y > 0 && y < h;
  const meeting =
    Number(inside && y > 0 && obscures(upright, (y - 1) * (w + 1) + x)) +
    Number(inside && y < h && obscures(upright, y * (w + 1) + x)) +
    Number(within && x > 0 && obscures(level, y * w + x - 1)) +
    Number(within && x < w && obscures(level, y * w + x));
  return meeting >= 2;
};

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** Index of the last cell on a diagonal line between two grid points. −1 if an edge blocks it. DS-LOS-5. */
const lastSpaceOfLine = (veil: EdgeGrid, x: number, y: number, dx: number, dy: number): number => {
  const sx = Math.sign(dx);
  const sy = Math.sign(dy);
  const [wide, tall] = [Math.abs(dx), Math.abs(dy)];
  let column = sx > 0 ? x : x - 1;
  let row = sy > 0 ? y : y - 1;
  let [i, j] = [1, 1];
  while (i < wide || j < tall) {
    if (i * tall < j * wide) {
      if (obscures(veil.upright, row * (veil.w + 1) + (sx > 0 ? column + 1 : column))) return -1;
      column += sx;
      i++;
    } else {
      if (obscures(veil.level, (sy > 0 ? row + 1 : row) * veil.w + column)) return -1;
      row += sy;
      j++;
    }
  }
  return row * veil.w + column;
};

/** True if the line between these corners of the two spaces is clear. DS-LOS-4, DS-LOS-6, DS-LOS-9, RULING-39. */
const clear = (
  veil: EdgeGrid,
  strict: boolean,
  px: number,
  py: number,
  viewer: Square,
  qx: number,
  qy: number,
  target: Square,
): boolean => {
  let current = quadrantsAround(veil, px, py, quadrantBit(px, py, viewer));
  const dx = qx - px;
  const dy = qy - py;
  const stretches = divisor(Math.abs(dx), Math.abs(dy));
  if (stretches === 0) return (current & quadrantBit(px, py, target)) !== 0;
  const ux = dx / stretches;
  const uy = dy / stretches;
  let x = px;
  let y = py;
  for (let n = 0; n < stretches; n++) {
    if (strict && n > 0 && strictlyBlocked(veil, x, y)) return false;
    if (ux !== 0 && uy !== 0) {
      if ((current & quadrantBit(x, y, { x: ux > 0 ? x : x - 1, y: uy > 0 ? y : y - 1 })) === 0) return false;
      const last = lastSpaceOfLine(veil, x, y, ux, uy);
      if (last < 0) return false;
      current = quadrantsAround(veil, x + ux, y + uy, quadrantBit(x + ux, y + uy, squareOfCell(veil, last)));
    } else {
      // A straight line runs between two spaces and is clear if either is visible. DS-LOS-7.
      const beside = ux > 0 ? 10 : ux < 0 ? 5 : uy > 0 ? 12 : 3;
      current &= beside;
      if (current === 0) return false;
      const moved = ux > 0 ? current >> 1 : ux < 0 ? current << 1 : uy > 0 ? current >> 2 : current << 2;
      current = quadrantsAround(veil, x + ux, y + uy, moved);
    }
    x += ux;
    y += uy;
  }
  return (current & quadrantBit(x, y, target)) !== 0;
};

/** Clear lines from a corner, as bits of the target’s corners. −1 if the corner may not be chosen. DS-LOS-15. */
const clearLines = (veil: EdgeGrid, los: Settings['los'], x: number, y: number, from: Square, to: Square): number => {
  const strict = los.corners === 'strict';
  if (strict && strictlyBlocked(veil, x, y)) return -1;
  let lines = 0;
  for (let end = 0; end < 4; end++)
    if (clear(veil, strict, x, y, from, to.x + (end & 1), to.y + (end >> 1), to)) lines |= 1 << end;
  return lines;
};

/** Number of clear lines, where lines in the same direction may count once. DS-LOS-10, DS-LOS-11. */
const countLines = (overlap: Settings['los']['overlap'], x: number, y: number, to: Square, lines: number): number => {
  let count = 0;
  for (let end = 0; end < 4; end++) {
    if ((lines & (1 << end)) === 0) continue;
    const dx = to.x + (end & 1) - x;
    const dy = to.y + (end >> 1) - y;
    let isAlike = false;
    for (let other = 0; other < end && overlap !== 'count-both'; other++) {
      const [ox, oy] = [to.x + (other & 1) - x, to.y + (other >> 1) - y];
      if ((lines & (1 << other)) !== 0 && ox * dy === oy * dx && ox * dx + oy * dy > 0) isAlike = true;
    }
    if (!isAlike) count += 1;
  }
  return count;
};

/** Line of sight from a corner (default: the best one). DS-LOS-1, DS-LOS-13, RULING-41, RULING-42, RULING-44. */
export const calculateSight = (
  grid: EdgeGrid,
  figures: readonly Square[],
  los: Settings['los'],
  from: Square,
  to: Square,
  corner?: Corner,
): SightResult => {
  const veil = withObscuring(grid, figures, from, to);
  let best:
    | { readonly corner: Corner; readonly start: Square; readonly lines: number; readonly count: number }
    | undefined;
  for (const each of corner === undefined ? corners : [corner]) {
    const start = cornerOf(from, each);
    const lines = clearLines(veil, los, start.x, start.y, from, to);
    const count = lines < 0 ? -1 : countLines(los.overlap, start.x, start.y, to, lines);
    if (best === undefined || count > best.count) best = { corner: each, start, lines, count };
    if (count === 4) break;
  }
  const { corner: picked, start, lines, count } = best ?? { corner: 'NW', start: from, lines: 0, count: 0 };
  return {
    corner: picked,
    from: start,
    lines: corners.map((each, end) => ({ to: cornerOf(to, each), clear: lines >= 0 && (lines & (1 << end)) !== 0 })),
    count: Math.max(0, count),
  };
};

/** True if there is a line of sight between two spaces. DS-LOS-12. */
const sees = (grid: EdgeGrid, figures: readonly Square[], los: Settings['los'], from: Square, to: Square): boolean =>
  calculateSight(grid, figures, los, from, to).count >= 2;

type Cover = 'no-los' | 'heavy' | 'light' | 'none';

/** Cover that a number of clear lines leaves. DS-LOS-12. */
export const coverOf = (count: number): Cover =>
  count < 2 ? 'no-los' : count === 2 ? 'heavy' : count === 3 ? 'light' : 'none';

/** Dice step from cover for a number of clear lines. DS-COVER-1, DS-COVER-2. */
export const coverStep = (by: { readonly coverHeavy: number; readonly coverLight: number }, count: number): number => {
  const cover = coverOf(count);
  return cover === 'heavy' ? by.coverHeavy : cover === 'light' ? by.coverLight : 0;
};

/** Hostile seats whose team cannot see where the attacker started, so that they may be surprised. DS-GLO-4. */
export const findUnawareSeats = (state: State, startedAt: Square, attacker: Figure | undefined): string[] => {
  if (state.board === undefined) return [];
  const ground = edgeGridOf(state.board);
  const others = figuresOf(state).filter(({ id }) => id !== attacker?.id);
  const figures = others.map(({ at }) => at);
  const teams: string[] = [];
  for (const other of others) {
    const team = findSeat(state, other.owner)?.team ?? '';
    if (teams.includes(team) || (attacker !== undefined && !areHostile(state, other, attacker))) continue;
    if (sees(ground, figures, state.settings.los, other.at, startedAt)) teams.push(team);
  }
  return state.seats
    .filter(
      ({ id, team }) => (attacker === undefined || areSeatsHostile(state, id, attacker.owner)) && !teams.includes(team),
    )
    .map(({ id }) => id);
};

/** True if a hostile warrior has a line of sight to one of these spaces. DS-LOS-12. */
export const isAnySquareSeenByEnemy = (state: State, id: string, spaces: readonly Square[]): boolean => {
  const me = find(state, id);
  const terrain = createTerrain(state);
  if (me === undefined || terrain === undefined) return false;
  const figures = figuresOf(state).filter((each) => each.id !== id);
  const squares = figures.map(({ at }) => at);
  return figures.some(
    (each) =>
      areHostile(state, each, me) &&
      spaces.some((space) => sees(terrain.ground, squares, state.settings.los, each.at, space)),
  );
};

/** Parses a space, or finds the space of a warrior that the reader can see. */
const findSpace = (state: State, reader: Reader, typed: string): Square | undefined => {
  const warrior = findByName(state, typed);
  return warrior !== undefined && reader.canSee(warrior.id) ? warrior.at : parseSquare(typed);
};

const words = { 'no-los': 'no line of sight', heavy: 'heavy cover', light: 'light cover', none: 'a clear view' };

/** Shows a line of sight, ignoring figures that the reader cannot see. DS-CMD-16. */
export const lineOfSightQuery = query({
  summary: 'Count the clear lines of sight and show the cover',
  command: 'line-of-sight',
  params: z.strictObject({
    target: textParam('The space or warrior to look at', 100),
    from: textParam('The space or warrior to look from; default: the active warrior', 100).optional(),
    corner: oneOfParam('The corner to look from; default: the best', corners).optional(),
  }),
  offers: { target: offerAllFigures, from: offerAllFigures },
  answer: (state, _call, { target, from, corner }, reader) => {
    const terrain = createTerrain(state);
    const { board } = state;
    if (terrain === undefined || board === undefined) return refuse('no-board');
    const acting = findActingWarrior(state)?.warrior;
    const own = acting && reader.canSee(acting.id) ? acting.at : undefined;
    const start = from === undefined ? own : findSpace(state, reader, from);
    const end = findSpace(state, reader, target);
    if (start === undefined) return refuse('E_OUT_OF_BOARD', { space: from === undefined ? undefined : ref(from) });
    if (end === undefined) return refuse('E_OUT_OF_BOARD', { space: ref(target) });
    const off = [start, end].find((each) => !isOnBoard(board, each));
    if (off !== undefined) return refuse('E_OUT_OF_BOARD', { space: formatSquare(off) });
    const figures = terrain.figures.filter(({ id }) => reader.canSee(id)).map(({ at }) => at);
    const seen = calculateSight(terrain.ground, figures, state.settings.los, start, end, corner);
    const cover = coverOf(seen.count);
    const clear = seen.lines.filter((each) => each.clear).length;
    const by = coverStep(state.settings.attack, seen.count);
    return ok({
      title: phrase`Line of sight from ${formatSquare(start)} to ${formatSquare(end)}`,
      lines: [
        line(
          phrase`${seen.count} of 4 lines from the ${term(seen.corner)} corner are clear: ${term(words[cover])}.`,
          seen.count < 2 ? 'bad' : 'good',
          [
            seen.lines.map((each, index) =>
              step(
                'DS-LOS-4',
                phrase`to the ${term(corners[index] ?? '')} corner: ${term(each.clear ? 'clear' : 'blocked')}`,
              ),
            ),
            present([
              clear > seen.count && step('DS-LOS-10', phrase`${clear} clear; lines in the same direction count once`),
              step('DS-LOS-12', phrase`count ${seen.count}`),
              by !== 0 && step('DS-COVER-1', phrase`step ${formatSigned(by)}`),
            ]),
          ],
        ),
      ],
      strokes: seen.lines.map((each) => ({
        kind: each.clear ? ('sight' as const) : ('blocked-sight' as const),
        points: [seen.from, each.to],
      })),
    });
  },
});
