import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { type Square, squareName } from '../../rules/grid/square.ts';
import { checkAims } from './aim.ts';
import { blocker, isFree, isObstacle, onBoard, sameSquare, stepCost, stepTo } from './board.ts';
import { checkGuards } from './defending-ally/guard.ts';
import { evolve } from './evolve.ts';
import { ledger } from './ledger.ts';
import type { EventOf } from './model.ts';
import { besides, opportunities, provokedBy } from './opportunity.ts';
import type { Code } from './refusals.ts';
import { type Draft, type Facing, findPlaced, isAble, type Placed, type State } from './state.ts';
import { mayPass, pointsLeft } from './ways.ts';

export interface Walk {
  readonly path: readonly { readonly at: Square; readonly cost: number }[];
  readonly cost: number;
}

/** SK-MOVE-2, SK-MOVE-3, SK-MOVE-5, SK-RUL-21: the squares of a path and what they cost, or why it cannot be walked. */
export const walkOf = (state: State, mover: Placed, directions: readonly Facing[]): Result<Walk, Refusal<Code>> => {
  const path: { at: Square; cost: number }[] = [];
  for (const way of directions) path.push({ at: stepTo(path.at(-1)?.at ?? mover.at, way), cost: stepCost(way) });
  const { width, height } = state.board;
  const off = path.find(({ at }) => !onBoard(state, at));
  if (off !== undefined) return refuse('OFF_BOARD', { square: squareName(off.at), width, height });
  const taken = path.find(
    ({ at }, index) =>
      isObstacle(state, at) ||
      !mayPass(state, mover, at) ||
      (index === path.length - 1 && blocker(state, at, mover.name) !== undefined),
  );
  if (taken !== undefined) {
    // Not by whom: the mover's player may not know of them.
    const by = isObstacle(state, taken.at) ? 'an obstacle' : 'somebody';
    return refuse('SQUARE_OCCUPIED', { square: squareName(taken.at), by });
  }
  const cost = path.reduce((sum, each) => sum + each.cost, 0);
  const left = pointsLeft(state, mover);
  return cost > left ? refuse('NOT_ENOUGH_MOVEMENT', { cost, left }) : ok({ path, cost });
};

/** Would anything come of standing there: an aim or a guard that ends, somebody who strikes? */
const isEventful = (there: State, who: string, beside: readonly string[]): boolean => {
  const trial = ledger(there);
  checkAims(trial, who);
  checkGuards(trial, who, true);
  return trial.events.length > 0 || (beside.length > 0 && provokedBy(there, beside).length > 0);
};

const silent = (path: readonly Square[], from: Square, who: string): EventOf<'moved'> => ({
  type: 'moved',
  who,
  from,
  path: [...path],
  cost: 0,
  beside: [],
  keepsOthers: true,
});

/**
 * Enters squares one by one: after each the aims and guards are looked at, then whoever is provoked strikes. Squares in
 * which nothing happens are told as one move. Stops where the mover is no longer able; true where it came to the end.
 */
export const enter = (
  draft: Draft,
  who: string,
  path: readonly { readonly at: Square; readonly cost: number }[],
  unprovoked?: string,
): boolean => {
  let from = findPlaced(draft.now(), who).at;
  let lastFree = from;
  let walked = silent([], from, who);
  const told = () => {
    if (walked.path.length > 0) draft.emit(walked);
    from = walked.path.at(-1) ?? from;
    walked = silent([], from, who);
  };
  for (const { at, cost } of path) {
    const beside = besides(draft.now(), who, at, unprovoked);
    walked = { ...walked, path: [...walked.path, at], cost: walked.cost + cost, beside: [...walked.beside, ...beside] };
    if (isFree(draft.now(), at, who)) lastFree = at;
    if (!isEventful(evolve(draft.now(), walked), who, beside)) continue;
    told();
    checkAims(draft, who);
    checkGuards(draft, who, true);
    opportunities(draft, who, at, beside);
    if (!isAble(findPlaced(draft.now(), who))) {
      if (!sameSquare(lastFree, at)) draft.emit({ type: 'dropped-back', who, to: lastFree });
      return false;
    }
  }
  told();
  return true;
};

/** The enemies that a path would provoke, in order; nothing is rolled. */
export const provokedOn = (state: State, who: string, path: Walk['path']): readonly string[] => {
  const draft = ledger(state);
  const found: string[] = [];
  for (const { at, cost } of path) {
    const beside = besides(draft.now(), who, at);
    const from = findPlaced(draft.now(), who).at;
    draft.emit({ type: 'moved', who, from, path: [at], cost, beside: [...beside] });
    for (const { name } of provokedBy(draft.now(), beside)) if (!found.includes(name)) found.push(name);
  }
  return found;
};
