import type { Square } from '../../rules/grid/square.ts';
import { same } from './board.ts';
import { standingOn, terrainOf } from './engagement.ts';
import { type Checked, costOf, entered, wayOf } from './movement.ts';
import { actingIn, copiesOf } from './seats.ts';
import { test, warriorSteps } from './skill-tests.ts';
import type { Draft, Figure, Part } from './state.ts';
import { fire, phase } from './triggers.ts';

/** DS-TRAIT-8. The Morale tests of one step; true when none is failed. */
function* braves(draft: Draft, id: string, from: Square, to: Square): Part<boolean> {
  const acting = actingIn(draft.now());
  const way = acting && wayOf(draft.now(), acting.warrior);
  if (acting === undefined || way === undefined) return false;
  const feared = entered(way, from, to)
    .filter((owner) => copiesOf(owner, 'fearsome') > 0 && acting.activation.fearsome[owner.id] !== 'passed')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const owner of feared)
    if ((yield* phase(draft, 'zone.enter', id, (more) => dares(draft, id, owner, more))) === false) return false;
  return true;
}

/** DS-TRAIT-8. Does the warrior dare to enter this zone? */
function* dares(draft: Draft, id: string, owner: Figure, more: number): Part<boolean> {
  const mover = actingIn(draft.now())?.warrior;
  if (mover === undefined) return false;
  const tested = yield* test(
    draft,
    'morale',
    mover.owner,
    { ...warriorSteps(draft.now(), mover, 'morale'), effects: more },
    { kind: 'player', player: owner.owner },
    id,
  );
  draft.emit({ type: 'morale-tested', warrior: id, against: owner.id, why: 'fearsome', ...tested });
  return tested.passed;
}

/** DS-TRIG-5. What the step costs once effects have had their say; where they stop the reckoning, nothing. */
function* reckoned(draft: Draft, id: string, cost: number): Part<number> {
  // biome-ignore lint/correctness/useYield: a phase may ask, this part of it does not
  const found = yield* phase(draft, 'move.cost', id, function* (more) {
    return Math.max(0, cost + more);
  });
  return found ?? 0;
}

/** DS-MOVE-14, DS-TRIG-5. Walks a checked path step by step, as far as tests and effects let the warrior go. */
export function* walk(draft: Draft, id: string, { path, costs }: Checked): Part {
  const start = actingIn(draft.now())?.warrior.at;
  if (start === undefined) return;
  let free = start;
  let made = 0;
  for (const [index, to] of path.entries()) {
    const acting = actingIn(draft.now());
    if (acting === undefined) break;
    const from = acting.warrior.at;
    const cost = yield* reckoned(draft, id, costOf(costs[index] ?? {}));
    const before = yield* fire(draft, 'before', 'move.step', id);
    if (before.cancelled) break;
    yield* fire(draft, 'during', 'move.step', id);
    const left = actingIn(draft.now());
    if (left === undefined || cost > left.activation.mp || !(yield* braves(draft, id, from, to))) break;
    draft.emit({ type: 'stepped', warrior: id, to, cost });
    made++;
    const terrain = terrainOf(draft.now(), id);
    if (terrain !== undefined && standingOn(terrain, to) === undefined) free = to;
    yield* fire(draft, 'after', 'move.step', id);
  }
  const mpLeft = draft.now().activation?.mp ?? 0;
  const at = actingIn(draft.now())?.warrior.at;
  if (at === undefined) return;
  const stopped = made < path.length && !same(at, free) ? free : at;
  draft.emit({
    type: 'moved',
    warrior: id,
    from: start,
    path: [...path],
    costs: costs.map((each) => ({ ...each })),
    made,
    at: stopped,
    mpLeft,
  });
}
