import type { Square } from '../../rules/grid/square.ts';
import { same } from './board.ts';
import type { Course, Part } from './course.ts';
import { standingOn, terrainOf } from './engagement.ts';
import { type Checked, costOf, entered, wayOf } from './movement.ts';
import { actingIn, copiesOf } from './seats.ts';
import { test, warriorSteps } from './skill-tests.ts';
import { fire } from './triggers.ts';

/** DS-TRAIT-8. The Morale tests of one step; true when all are passed. */
function* braves(course: Course, id: string, from: Square, to: Square): Part<boolean> {
  const acting = actingIn(course.now());
  const way = acting && wayOf(course.now(), acting.warrior);
  if (acting === undefined || way === undefined) return false;
  const feared = entered(way, from, to)
    .filter((owner) => copiesOf(owner, 'fearsome') > 0 && acting.activation.fearsome[owner.id] !== 'passed')
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (const owner of feared) {
    yield* fire(course, 'before', 'zone.enter', id);
    const tested = yield* test(
      course,
      'morale',
      acting.warrior.owner,
      warriorSteps(course.now(), acting.warrior, 'morale'),
      { kind: 'player', player: owner.owner },
      id,
    );
    course.happen({ type: 'morale-tested', warrior: id, against: owner.id, why: 'fearsome', ...tested });
    if (!tested.passed) return false;
  }
  return true;
}

/** DS-MOVE-14, DS-TRIG-5. Walks a checked path step by step, as far as tests and effects let the warrior go. */
export function* walk(course: Course, id: string, { path, costs }: Checked): Part {
  const start = actingIn(course.now())?.warrior.at;
  if (start === undefined) return;
  let free = start;
  let made = 0;
  for (const [index, to] of path.entries()) {
    const acting = actingIn(course.now());
    if (acting === undefined) break;
    const from = acting.warrior.at;
    const before = yield* fire(course, 'before', 'move.cost', id);
    yield* fire(course, 'after', 'move.cost', id);
    const cost = Math.max(0, costOf(costs[index] ?? {}) + before.amount);
    const step = yield* fire(course, 'before', 'move.step', id);
    const left = actingIn(course.now());
    if (left === undefined) break;
    if (step.cancelled || cost > left.activation.mp || !(yield* braves(course, id, from, to))) break;
    course.happen({ type: 'stepped', warrior: id, to, cost });
    made++;
    const terrain = terrainOf(course.now(), id);
    if (terrain !== undefined && standingOn(terrain, to) === undefined) free = to;
    yield* fire(course, 'after', 'move.step', id);
  }
  const mpLeft = course.now().activation?.mp ?? 0;
  const at = actingIn(course.now())?.warrior.at;
  if (at === undefined) return;
  const stopped = made < path.length && !same(at, free) ? free : at;
  course.happen({
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
