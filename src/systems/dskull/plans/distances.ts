import { memoizeByContent, memoizeByKey } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import {
  blockingBit,
  cellIndex,
  createEdges,
  type EdgeGrid,
  edgeGridOf,
  isOnGrid,
  maxCachedBoards,
} from '../board/board.ts';
import type { Board } from '../state.ts';

/** What it costs to go through a door that must be opened first. */
const doorCost = 4;

/** How far every space is from the nearest of these, figures left aside; nothing where no way leads. */
export type DistanceLookup = (to: Square) => number | undefined;

/** Farther than any way. */
const nowhere = 0xffff;

/** How far one must go from each space to this one, by number, walls and closed doors among the ways. */
const awayFrom = ({ w, h, upright, level }: EdgeGrid, doors: Doors, goal: number): Uint16Array => {
  const found = new Uint16Array(w * h).fill(nowhere);
  const queue: number[][] = [[goal]];
  for (let cost = 0; cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      if (found[here] !== nowhere) continue;
      found[here] = cost;
      const x = here % w;
      const y = (here - x) / w;
      const goTo = (to: number, edge: number, isDoor: number): void => {
        if (found[to] !== nowhere) return;
        const shut = (edge & blockingBit) !== 0;
        if (shut && isDoor === 0) return;
        const total = cost + 1 + (shut ? doorCost : (edge & 3) === 2 ? 1 : 0);
        for (let n = queue.length; n <= total; n++) queue.push([]);
        queue[total]?.push(to);
      };
      if (y > 0) goTo(here - w, level[here] ?? 0, doors.level[here] ?? 0);
      if (x > 0) goTo(here - 1, upright[here + y] ?? 0, doors.upright[here + y] ?? 0);
      if (x < w - 1) goTo(here + 1, upright[here + y + 1] ?? 0, doors.upright[here + y + 1] ?? 0);
      if (y < h - 1) goTo(here + w, level[here + w] ?? 0, doors.level[here + w] ?? 0);
    }
  return found;
};

/** Where doors are shut, 1 an edge, by the numbers of edges as a `Ground` has them. */
type Doors = Pick<EdgeGrid, 'upright' | 'level'>;

const doorsOf = ({ w, h, edges }: Board): Doors => {
  const doors = createEdges(w, h);
  for (const { a, b, door, kinds } of edges) {
    if (!door || !kinds.includes('blocking')) continue;
    if (a.y === b.y) doors.upright[a.y * (w + 1) + Math.max(a.x, b.x)] = 1;
    else doors.level[Math.max(a.y, b.y) * w + a.x] = 1;
  }
  return doors;
};

/** From each space of a board, as long as its doors stand as they do. */
const awayOn = memoizeByContent(maxCachedBoards, (board: Board) => {
  const ground = edgeGridOf(board);
  const doors = doorsOf(board);
  return memoizeByKey((goal: number) => awayFrom(ground, doors, goal));
});

/** How far one must go to the nearest of these spaces, by movement points without figures and zones, closed doors among the ways. */
export const createDistanceLookup = (board: Board, goals: readonly Square[]): DistanceLookup => {
  const away = awayOn(board);
  const from = goals.filter((each) => isOnGrid(board, each)).map((each) => away(cellIndex(board, each)));
  return (to) => {
    if (!isOnGrid(board, to)) return undefined;
    const at = cellIndex(board, to);
    let nearest = nowhere;
    for (const each of from) nearest = Math.min(nearest, each[at] ?? nowhere);
    return nearest === nowhere ? undefined : nearest;
  };
};
