import { z } from 'zod';
import { joined, phrase, ref, refuse, say } from '../../../core/message.ts';
import { line, step } from '../../../rules/event.ts';
import { formatSquare, type Square, squareSchema, squaresParam } from '../../../rules/grid/square.ts';
import type { Reader } from '../../../rules/reader.ts';
import { doneVerdict } from '../../../rules/verb.ts';
import { centerOf, isSameSquare } from '../board/board.ts';
import { requireActivation } from '../checks.ts';
import { partWord, sumParts } from '../dice/roll.ts';
import { isAnySquareSeenByEnemy } from '../line-of-sight.ts';
import { passesMoraleTests } from '../morale.ts';
import {
  type Draft,
  event,
  figuresOf,
  findActingWarrior,
  order,
  type PartialRuling,
  type State,
  stepsSchema,
  update,
  updateActivation,
} from '../state.ts';
import { fireTriggers, runWithTriggersAtOnce } from '../triggers/triggers.ts';
import { compareKnown, findFigure, redactSteps } from '../visibility.ts';
import { type CheckedPath, createMoverContext, offerPaths, requirePath, type StepCost, stepCost } from './path.ts';

export const stepped = event('stepped', {
  facts: { warrior: z.string(), to: squareSchema, cost: z.int() },
  apply: (state, { warrior, to, cost }) =>
    updateActivation(
      update(state, warrior, () => ({ at: to })),
      (now) => ({ mp: Math.max(0, now.mp - cost), started: true }),
    ),
});

const movedFacts = {
  warrior: z.string(),
  from: squareSchema,
  path: z.array(squareSchema),
  costs: z.array(stepsSchema),
  /** Number of steps that the warrior has made. */
  made: z.int(),
  at: squareSchema,
  mpLeft: z.int(),
};
type Moved = z.output<z.ZodObject<typeof movedFacts>>;

/** A warrior walks a path, or is stopped on it. DS-MOVE-10, DS-MOVE-13, DS-MOVE-14. */
export const moved = event('moved', {
  facts: movedFacts,
  apply: (state, { warrior, from, path, made, at }) => ({
    ...update(state, warrior, ({ removed }) => (removed === undefined ? { at } : {})),
    strokes: [
      ...state.strokes.filter(({ kind }) => kind === 'move'),
      { kind: 'move', who: [warrior], points: [from, ...path.slice(0, made)].map(centerOf) },
    ],
  }),
  narrate: (walked, { before, reader }) => {
    const { warrior, path, made, at, mpLeft, from } = walked;
    const costs = redactCosts(walked, before, reader);
    const stopped = made < path.length;
    return line(
      stopped
        ? say`${ref(warrior)} is stopped and stands on ${formatSquare(at)}.`
        : say`${ref(warrior)} moves from ${formatSquare(from)} to ${formatSquare(at)}; ${mpLeft} MP left.`,
      stopped ? 'bad' : 'plain',
      [[...costRow(path, costs.slice(0, made)), ...(stopped ? [step('DS-MOVE-13', phrase`${mpLeft} MP left`)] : [])]],
    );
  },
  actors: ({ warrior, path, made }, _before, after) =>
    isAnySquareSeenByEnemy(after, warrior, path.slice(0, made)) ? [warrior] : [],
  stroke: 'move',
});

/** Each space of a path with its cost. */
const costRow = (path: readonly Square[], costs: readonly StepCost[]) =>
  costs.flatMap((parts, at) => {
    if (path[at] === undefined) return [];
    const sum = say`${formatSquare(path[at])}: ${sumParts(parts)}`;
    const all = Object.entries(parts).map(([name, value]) => say`${value} ${partWord(name)}`);
    return step('DS-MOVE-10', all.length > 1 ? say`${sum} (${joined(all, ' + ')})` : sum);
  });

/** Costs of each step. Parts that come from hidden warriors are combined into one number. DS-MOVE-10. */
const redactCosts = ({ warrior, from, path, costs }: Moved, before: State, reader: Reader): readonly StepCost[] => {
  const mover = findFigure(before, warrior);
  const found = mover && compareKnown(before, reader, [warrior], (state) => createMoverContext(state, mover));
  if (found === undefined) return costs;
  return costs.map((parts, at) => {
    const [left, entered]: readonly (Square | undefined)[] = [at === 0 ? from : path[at - 1], path[at]];
    return left === undefined || entered === undefined
      ? parts
      : redactSteps(parts, stepCost(found.asIs, left, entered), stepCost(found.asKnown, left, entered));
  });
};

/** Cost of a step after effects. 0 if an effect cancels the cost. DS-TRIG-5. */
function* effectiveStepCost(draft: Draft, id: string, cost: number): PartialRuling<number> {
  return (yield* runWithTriggersAtOnce(draft, 'move.cost', id, (more) => Math.max(0, cost + more))) ?? 0;
}

/** Walks a checked path step by step, until a test or effect stops the warrior. DS-MOVE-14, DS-TRIG-5, DS-MOVE-15. */
function* walk(draft: Draft, id: string, { path, costs }: CheckedPath): PartialRuling {
  const start = findActingWarrior(draft.now())?.warrior.at;
  if (start === undefined) return;
  let free = start;
  let made = 0;
  for (const [index, to] of path.entries()) {
    const acting = findActingWarrior(draft.now());
    if (acting === undefined) break;
    const from = acting.warrior.at;
    const cost = yield* effectiveStepCost(draft, id, sumParts(costs[index] ?? {}));
    const before = yield* fireTriggers(draft, 'before', 'move.step', id);
    if (before.cancelled) break;
    yield* fireTriggers(draft, 'during', 'move.step', id);
    const left = findActingWarrior(draft.now());
    if (left === undefined || cost > left.activation.mp || !(yield* passesMoraleTests(draft, id, from, to))) break;
    draft.emit(stepped({ warrior: id, to, cost }));
    made++;
    if (!figuresOf(draft.now()).some((each) => each.id !== id && isSameSquare(each.at, to))) free = to;
    yield* fireTriggers(draft, 'after', 'move.step', id);
  }
  const mpLeft = draft.now().activation?.mp ?? 0;
  const at = findActingWarrior(draft.now())?.warrior.at;
  if (at === undefined) return;
  const stopped = made < path.length && !isSameSquare(at, free) ? free : at;
  draft.emit(
    moved({
      warrior: id,
      from: start,
      path: [...path],
      costs: costs.map((each) => ({ ...each })),
      made,
      at: stopped,
      mpLeft,
    }),
  );
}

/** Walks a path with the movement points of the activation. DS-CMD-7. */
export const move = order({
  summary: 'Walk a path with the movement points you have',
  role: 'player',
  visibility: 'in-sight',
  params: z.strictObject({ path: squaresParam('Every space of the way, like D4 D5 E5') }),
  offers: { path: offerPaths },
  requires: requireActivation,
  resolve: function* (draft, _call, { path }, { activation, warrior }) {
    const state = draft.now();
    const way = createMoverContext(state, warrior);
    if (way === undefined) return refuse('no-board');
    const checked = requirePath(way, path, activation.fearsome, activation.mp);
    if (!checked.ok) return checked;
    yield* walk(draft, warrior.id, checked.value);
    return doneVerdict;
  },
});
