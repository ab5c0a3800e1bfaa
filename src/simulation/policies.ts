import type { Text } from '../core/message.ts';
import type { ExpectedAction } from '../rules/expected-action.ts';
import type { PlannedOrder, Playout } from '../rules/game.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { type Plan, sortBestFirst, weighBravely, weighCarefully } from '../rules/tactics.ts';
import type { Policy } from './simulation-request.ts';

/** Chooses one of so many, from 0. */
type RandomChoice = (below: number) => number;

/** How often a random side looks for an order before it does what the rulebook would. */
const maxTries = 8;

const carelessOrders = ({ auto, idle }: ExpectedAction<Text>): readonly PlannedOrder[] =>
  [auto, idle].flatMap((each) => (each === undefined ? [] : [each]));

/** The best plan that begins as is awaited now, and the others where it is refused. */
function* plannedOrders(
  playout: Playout,
  { actor, verbs }: ExpectedAction<Text>,
): Generator<PlannedOrder, void, undefined> {
  const best = playout.bestOrder(actor, verbs);
  if (best === undefined) return;
  yield best;
  for (const { orders } of playout.plans(actor).slice(1))
    yield* orders.slice(0, 1).filter(({ verb }) => verbs.includes(verb));
}

/** A plan that is being carried out: whose it is, and what is left of it. */
interface PlanInProgress {
  readonly actor: string;
  readonly remaining: readonly PlannedOrder[];
}

/** What one battle remembers from order to order. */
export interface PolicyMemory {
  plan: PlanInProgress | undefined;
}

/** What is left of a plan that was begun, as long as nobody else was awaited; else a plan that is quickly found; the best one where it is refused. */
function* quickOrders(
  playout: Playout,
  due: ExpectedAction<Text>,
  memory: PolicyMemory,
): Generator<PlannedOrder, void, undefined> {
  const { actor } = due;
  const going = memory.plan?.actor === actor ? memory.plan.remaining : [];
  for (const orders of [() => going, () => playout.quickOrders(actor)]) {
    const [first, ...remaining] = orders();
    memory.plan = { actor, remaining };
    if (first !== undefined) yield first;
  }
  memory.plan = undefined;
  yield* plannedOrders(playout, due);
}

/** All plans that begin as is awaited now, the best first as somebody weighs them who fears harm less or more. */
function* styledOrders(
  playout: Playout,
  { actor, verbs }: ExpectedAction<Text>,
  weighed: (plan: Plan<Text>) => Plan<Text>,
): Generator<PlannedOrder, void, undefined> {
  for (const { orders } of sortBestFirst(playout.plans(actor).map(weighed)))
    yield* orders.slice(0, 1).filter(({ verb }) => verbs.includes(verb));
}

/** Any awaited verb, its parameters of what is offered; one that has no list is left out, an optional one every other time. */
const randomOrder = (
  ruleset: Ruleset,
  playout: Playout,
  due: ExpectedAction<Text>,
  choose: RandomChoice,
): PlannedOrder | undefined => {
  const verb = due.verbs[choose(due.verbs.length)];
  if (verb === undefined) return undefined;
  const params: Record<string, string> = {};
  for (const name of Object.keys(ruleset.verbs[verb]?.params.shape ?? {})) {
    const offers = playout.offers(verb, name, due.actor, params) ?? [];
    const chosen = offers[choose(Math.max(1, offers.length))];
    const isLeftOut = ruleset.verbs[verb]?.params.shape[name].safeParse(undefined).success && choose(2) === 0;
    if (chosen !== undefined && !isLeftOut) params[name] = chosen;
  }
  return { verb, params };
};

/** Orders to give one after the other until one is not refused, the last of them what the rulebook does for the absent. */
export function* chooseOrders(
  ruleset: Ruleset,
  playout: Playout,
  due: ExpectedAction<Text>,
  policy: Policy,
  choose: RandomChoice,
  memory: PolicyMemory,
): Generator<PlannedOrder, void, undefined> {
  if (policy === 'usual') yield* plannedOrders(playout, due);
  if (policy === 'quick') yield* quickOrders(playout, due, memory);
  if (policy === 'brave') yield* styledOrders(playout, due, weighBravely);
  if (policy === 'careful') yield* styledOrders(playout, due, weighCarefully);
  if (policy === 'random')
    for (let n = 0; n < maxTries; n++) {
      const any = randomOrder(ruleset, playout, due, choose);
      if (any !== undefined) yield any;
    }
  yield* carelessOrders(due);
}
