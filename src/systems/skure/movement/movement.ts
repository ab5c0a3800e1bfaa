import { z } from 'zod';
import { count, joined, listing, ok, ref, refuse, say, term } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { formatSquare, type Square, squareSchema } from '../../../rules/grid/square.ts';
import { combatantParam, doneVerdict } from '../../../rules/verb.ts';
import {
  isLineClear,
  isObstacle,
  isOnBoard,
  isSameSquare,
  isSquareFree,
  requiredMeleeReach,
  requiredRangedReach,
  squareInDirection,
} from '../board.ts';
import { offerCombatantsOnBoard, offersForPlacedActor, orderInTurn, requireVisible } from '../checks.ts';
import { endBrokenGuards } from '../defending-ally.ts';
import {
  createProvocationCheck,
  enemiesProvokedBy,
  findWatchingEnemies,
  resolveOpportunityAttacks,
  withAdjacentSquareCounted,
} from '../opportunity.ts';
import { endLostAims } from '../stances.ts';
import {
  type CheckResult,
  type Combatant,
  combatantId,
  type Draft,
  event,
  type Facing,
  find,
  findPlaced,
  isAbleToAct,
  isAttackable,
  isPlaced,
  listSchema,
  type PlacedCombatant,
  query,
  type State,
  update,
  updateTurn,
} from '../state.ts';
import { entryCost, movementPointsLeft, parsePath, passableSquares, reachableSquares } from './paths.ts';

/** True if an able combatant of another team has a clear line to one of these squares. SK-RUL-57. */
export const isAnySquareSeenByEnemy = (state: State, who: string, squares: readonly Square[]): boolean => {
  const team = find(state, who)?.team;
  return state.combatants.some(
    (each) =>
      each.team !== team &&
      isAbleToAct(each) &&
      isPlaced(each) &&
      squares.some((square) => isLineClear(state, each.at, square)),
  );
};

/** The last move of each other combatant. */
const findOtherMoves = ({ lastMove, movesBefore = [] }: State, who: string): Pick<State, 'movesBefore'> => {
  const others = [...movesBefore, ...(lastMove === undefined ? [] : [lastMove])].filter((each) => each.who !== who);
  const each = others.filter((one, at) => others.findLastIndex((other) => other.who === one.who) === at);
  return each.length === 0 ? {} : { movesBefore: each };
};

const stepsSchema = z.strictObject({
  who: combatantId,
  from: squareSchema,
  path: listSchema(squareSchema),
  cost: z.int(),
  beside: listSchema(combatantId),
  /** True if the state also stores other combatants’ last moves. Undefined in older events. */
  keepsOthers: z.literal(true).optional(),
});
type Steps = z.output<typeof stepsSchema>;

/** The battle after a combatant entered some squares. The combatant’s facing does not change. SK-MOVE-2, SK-MOVE-4. */
const afterSteps = (state: State, { who, from, path, cost, beside, keepsOthers }: Steps): State => {
  const facing = find(state, who)?.facing;
  return {
    ...updateTurn(
      update(state, who, (each) => ({ at: path.at(-1) ?? each.at })),
      (turn) => ({
        ...withAdjacentSquareCounted(turn, beside),
        pointsSpent: turn.pointsSpent + cost,
        moved: true,
        moveFacing: turn.moveFacing ?? facing,
      }),
    ),
    lastMove:
      state.lastMove?.who === who && state.turn?.moved && path.length > 0
        ? { who, points: [...state.lastMove.points, ...path] }
        : { who, points: [from, ...path] },
    ...(keepsOthers && findOtherMoves(state, who)),
  };
};

export const moved = event('moved', {
  facts: stepsSchema.shape,
  apply: afterSteps,
  narrate: ({ who, from, path, cost }) =>
    line(say`${ref(who)} moves ${joined([from, ...path].map(formatSquare), ' → ')}.`, 'quiet', [
      [step('SK-MOVE-3', count(cost, 'point'))],
    ]),
  actors: ({ who, path }, before) => (isAnySquareSeenByEnemy(before, who, path) ? [who] : []),
  stroke: 'move',
});

/** A mover taken down on an occupied square returns to the last free square of its path. SK-RUL-21. */
export const movedBackToFreeSquare = event('dropped-back', {
  facts: { who: combatantId, to: squareSchema },
  apply: (state, { who, to }) => update(state, who, () => ({ at: to })),
  narrate: ({ who, to }) =>
    line(say`${ref(who)} drops back to ${formatSquare(to)}.`, 'bad', [
      [step('SK-RUL-21', 'went down above another combatant')],
    ]),
});

export interface PricedPath {
  readonly directions: readonly Facing[];
  readonly path: readonly { readonly at: Square; readonly cost: number }[];
  readonly cost: number;
}

/** Parses and checks a path, and finds its cost. SK-MOVE-2, SK-MOVE-3, SK-MOVE-5, SK-CLIMB-1, SK-RUL-20, SK-RUL-21. */
export const requirePath = (state: State, mover: PlacedCombatant, text: string): CheckResult<PricedPath> => {
  const directions = parsePath(state, mover, text);
  if (!directions.ok) return directions;
  const path: { at: Square; cost: number }[] = [];
  for (const way of directions.value) {
    const at = squareInDirection(path.at(-1)?.at ?? mover.at, way);
    path.push({ at, cost: entryCost(state, mover, at, way) });
  }
  const { width, height } = state.board;
  const off = path.find(({ at }) => !isOnBoard(state, at));
  if (off !== undefined) return refuse('OFF_BOARD', { square: formatSquare(off.at), width, height });
  const { passes, free } = passableSquares(state, mover);
  const taken = path.find(
    ({ at: { x, y } }, index) => (index === path.length - 1 ? free : passes)[y * width + x] !== 1,
  );
  if (taken !== undefined) {
    // The refusal names no one: the combatant there may be hidden from the mover’s player.
    const by = term(isObstacle(state, taken.at) ? 'an obstacle' : 'somebody');
    return refuse('SQUARE_OCCUPIED', { square: formatSquare(taken.at), by });
  }
  const cost = path.reduce((sum, each) => sum + each.cost, 0);
  const left = movementPointsLeft(state, mover);
  return cost > left ? refuse('NOT_ENOUGH_MOVEMENT', { cost, left }) : ok({ directions: directions.value, path, cost });
};

const noSteps = (from: Square, who: string): Steps => ({
  who,
  from,
  path: [],
  cost: 0,
  beside: [],
  keepsOthers: true,
});

/** True if these steps end an aim or a guard, or provoke an attack. */
const isEventful = (draft: Draft, walked: Steps, beside: readonly string[]): boolean => {
  const trial = draft.trial();
  trial.emit(moved(walked));
  const { length } = trial.events;
  endLostAims(trial, walked.who);
  endBrokenGuards(trial, walked.who, true);
  return trial.events.length > length || (beside.length > 0 && enemiesProvokedBy(trial.now(), beside).length > 0);
};

/** Enters squares one by one and resolves what each square provokes. False if the mover cannot continue. SK-AOO-7. */
export const enterSquares = (draft: Draft, who: string, path: PricedPath['path'], unprovoked?: string): boolean => {
  let from = findPlaced(draft.now(), who).at;
  let lastFree = from;
  let walked = noSteps(from, who);
  const emitMove = () => {
    if (walked.path.length > 0) draft.emit(moved(walked));
    from = walked.path.at(-1) ?? from;
    walked = noSteps(from, who);
  };
  for (const { at, cost } of path) {
    const beside = findWatchingEnemies(draft.now(), who, at, unprovoked);
    walked = { ...walked, path: [...walked.path, at], cost: walked.cost + cost, beside: [...walked.beside, ...beside] };
    if (isSquareFree(draft.now(), at, who)) lastFree = at;
    if (!isEventful(draft, walked, beside)) continue;
    emitMove();
    endLostAims(draft, who);
    endBrokenGuards(draft, who, true);
    resolveOpportunityAttacks(draft, who, at, beside);
    if (!isAbleToAct(findPlaced(draft.now(), who))) {
      if (!isSameSquare(lastFree, at)) draft.emit(movedBackToFreeSquare({ who, to: lastFree }));
      return false;
    }
  }
  emitMove();
  return true;
};

/** The battle after the path typed so far, with the path’s cost. Undefined if the path is refused. */
const previewPath = (state: State, me: PlacedCombatant, draft: unknown) => {
  if (typeof draft !== 'string' || draft === '') return { there: state, mover: me, way: [], spent: 0 };
  const walk = requirePath(state, me, draft);
  if (!walk.ok) return undefined;
  const { path, cost, directions: way } = walk.value;
  const there = afterSteps(state, { who: me.id, from: me.at, path: path.map(({ at }) => at), cost, beside: [] });
  return { there, mover: findPlaced(there, me.id), way, spent: cost };
};

/** Offers squares in reach, each with the path to it. Continues the path typed so far. SK-MOVE-4. */
export const offerPaths = offersForPlacedActor((state, me, { path: draft }) => {
  const begun = state.turn?.who !== me.id || state.turn.postTurned ? undefined : previewPath(state, me, draft);
  if (begun === undefined) return [];
  const { there, mover, way, spent } = begun;
  return reachableSquares(there, mover).map(({ at, path: pathTo, cost }) => {
    const path = pathTo();
    return {
      value: [...way, ...path].join(' '),
      label: say`${formatSquare(at)} · ${count(spent + cost, 'point')}`,
      to: at,
      ...(path.length === 1 && path[0] !== undefined && { step: path[0] }),
    };
  });
});

export const pathParam = z
  .string()
  .max(600)
  .meta({ description: 'Steps like N NE 2E, or squares like D4 D5', widget: 'path' });

/** SK-MOVE-4, SK-MOVE-7, SK-RUL-22. */
export const move = orderInTurn({
  summary: 'Move before your action: steps like N NE 2E, or squares like D4',
  visibility: 'in-sight',
  params: z.strictObject({ path: pathParam }),
  offers: { path: offerPaths },
  resolve: (draft, { me, turn }, { path }) => {
    if (turn.postTurned) return refuse('MOVE_AFTER_TURN', { actor: ref(me.id) });
    const walk = requirePath(draft.now(), me, path);
    if (!walk.ok) return walk;
    enterSquares(draft, me.id, walk.value.path);
    return doneVerdict;
  },
});

/** Answer for readers who may not know the combatant’s movement. */
const createHiddenAnswer = ({ id: who }: PlacedCombatant) => ({
  title: ref(who),
  lines: [line('You do not know this combatant’s numbers; ask the GM.', 'quiet')],
});

/** Shows what a path costs and whose attacks it provokes, without moving. SK-MOVE-3, SK-AOO-1. */
export const pathCostQuery = query({
  summary: 'Show what a path costs, and whose attacks of opportunity it provokes',
  params: z.strictObject({
    path: pathParam,
    target: combatantParam('Who would move; default: your combatant').optional(),
  }),
  offers: { path: offerPaths, target: offerCombatantsOnBoard },
  answer: (state, call, { path, target: wanted }, reader) => {
    const seen = requireVisible(state, wanted ?? call.actor, reader);
    if (!seen.ok) return seen;
    const who = seen.value;
    if (!reader.isNumberVisible(who.id, 'sheet')) return ok(createHiddenAnswer(who));
    const walk = requirePath(state, who, path);
    if (!walk.ok) return walk;
    const squares = walk.value.path.map(({ at }) => at);
    const provocations = createProvocationCheck(state, who.id);
    const provoked = provocations(squares).flatMap(({ id }) => (reader.canSee(id) ? [id] : []));
    return ok({
      title: say`The path of ${ref(who.id)}`,
      lines: [
        line(
          say`Movement points to ${formatSquare(squares.at(-1) ?? who.at)}: ${walk.value.cost} of ${movementPointsLeft(state, who)}.`,
          'plain',
          [walk.value.path.map(({ at, cost: each }) => step('SK-MOVE-3', say`${formatSquare(at)} ${each}`))],
        ),
        line(
          provoked.length === 0
            ? 'The path provokes no attacks of opportunity.'
            : say`The path provokes attacks of opportunity by ${listing(provoked.map(ref))}.`,
        ),
      ],
      strokes: [{ kind: 'move', points: [who.at, ...squares].map(({ x, y }) => ({ x: x + 0.5, y: y + 0.5 })) }],
    });
  },
});

/** Shows the squares a combatant can move to and the enemies in its range. SK-MOVE-2, SK-ATK-2, SK-ATK-6. */
export const reachQuery = query({
  summary: 'The squares a combatant can move to, and the enemies in its range',
  params: z.strictObject({
    target: combatantParam('The combatant whose reach to show; default: your combatant').optional(),
  }),
  offers: { target: offerCombatantsOnBoard },
  answer: (state, call, { target: wanted }, reader) => {
    const seen = requireVisible(state, wanted ?? call.actor, reader);
    if (!seen.ok) return seen;
    const who = seen.value;
    if (!reader.isNumberVisible(who.id, 'sheet')) return ok(createHiddenAnswer(who));
    const { meleeRange, rangedRange } = who.sheet;
    const squares = reachableSquares(state, who);
    const enemies = state.combatants
      .filter(isPlaced)
      .filter((each) => each.team !== who.team && isAttackable(each) && reader.canSee(each.id));
    const melee = enemies.filter((each) => requiredMeleeReach(state, each, who) <= meleeRange);
    const ranged = enemies.filter((each) => requiredRangedReach(state, each, who) <= (rangedRange ?? 0));
    const names = (some: readonly Combatant[]) =>
      some.length === 0 ? say`nobody` : listing(some.map((each) => ref(each.id)));
    return ok({
      title: say`The reach of ${ref(who.id)}`,
      lines: [
        line(say`${ref(who.id)} can move to ${count(squares.length, 'square')}.`, 'plain', [
          [step('SK-MOVE-2', say`${count(movementPointsLeft(state, who), 'point')} left`)],
        ]),
        line(
          rangedRange === null
            ? say`In melee range: ${names(melee)}.`
            : say`In melee range: ${names(melee)}. In ranged range: ${names(ranged)}.`,
        ),
      ],
      zones: [{ label: say`${ref(who.id)} can move here`, squares: squares.map(({ at }) => at) }],
    });
  },
});
