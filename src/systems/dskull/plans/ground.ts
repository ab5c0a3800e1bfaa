import { memoizeByKey, memoizeByObject } from '../../../core/memoize.ts';
import type { Square } from '../../../rules/grid/square.ts';
import { around, blocked, cell, type Ground, groundOf, impeded, onGrid, same } from '../board/board.ts';
import type { Board, Edge } from '../state.ts';

/** What it costs to go through a door that must be opened first. */
const doorCost = 4;

/** How far every space is from the nearest of these, figures left aside; nothing where no way leads. */
export type Distances = (to: Square) => number | undefined;

/** How far one must go from each space to this one, by number, walls and closed doors among the ways. */
const awayFrom = (ground: Ground, edges: readonly Edge[], goal: Square): readonly (number | undefined)[] => {
  const doors = edges.filter(({ door, kinds }) => door && kinds.includes('blocking'));
  const isDoor = (a: Square, b: Square): boolean =>
    doors.some((each) => (same(each.a, a) && same(each.b, b)) || (same(each.a, b) && same(each.b, a)));
  const found: (number | undefined)[] = new Array(ground.w * ground.h).fill(undefined);
  const queue: Square[][] = [onGrid(ground, goal) ? [goal] : []];
  for (let cost = 0; cost < queue.length; cost++)
    for (const here of queue[cost] ?? []) {
      const at = cell(ground, here);
      if (found[at] !== undefined) continue;
      found[at] = cost;
      for (const to of around(here)) {
        if (!onGrid(ground, to) || found[cell(ground, to)] !== undefined) continue;
        const shut = blocked(ground, here, to);
        if (shut && !isDoor(here, to)) continue;
        const total = cost + 1 + (shut ? doorCost : impeded(ground, here, to) ? 1 : 0);
        for (let n = queue.length; n <= total; n++) queue.push([]);
        queue[total]?.push(to);
      }
    }
  return found;
};

/** From each space of a board, as long as its doors stand as they do. */
const awayOn = memoizeByObject((board: Board) => {
  const ground = groundOf(board);
  return memoizeByKey((goal: number) =>
    awayFrom(ground, board.edges, { x: goal % ground.w, y: Math.floor(goal / ground.w) }),
  );
});

/** How far one must go to the nearest of these spaces, by movement points without figures and zones, closed doors among the ways. */
export const distancesTo = (board: Board, goals: readonly Square[]): Distances => {
  const away = awayOn(board);
  const from = goals.filter((each) => onGrid(board, each)).map((each) => away(cell(board, each)));
  return (to) => {
    if (!onGrid(board, to)) return undefined;
    const at = cell(board, to);
    let nearest: number | undefined;
    for (const each of from) {
      const far = each[at];
      if (far !== undefined && (nearest === undefined || far < nearest)) nearest = far;
    }
    return nearest;
  };
};
