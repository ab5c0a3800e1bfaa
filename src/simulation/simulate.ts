import { memoizeByKey } from '../core/memoize.ts';
import type { Text } from '../core/message.ts';
import type { LoggedDice } from '../dice/dice.ts';
import { type ExpectedAction, gmActor, gmCaller } from '../rules/expected-action.ts';
import type { Game, GameAction, PlannedOrder, Playout } from '../rules/game.ts';
import { formatSquare, parseSquare, type Square } from '../rules/grid/square.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { type Plan, sortBestFirst, weighByCaution } from '../rules/tactics.ts';
import {
  emptyResult,
  type PoliciesBySide,
  type Policy,
  type SimulationRequest,
  type SimulationResult,
  type StopCondition,
  type WhatIfEntrant,
} from './simulation-request.ts';

/** Returns a random integer from 0 to `below` - 1. */
type RandomChoice = (below: number) => number;

/** Maximum number of random orders to try before the rulebook's default order. */
const maxTries = 8;

const carelessOrders = ({ auto, idle }: ExpectedAction<Text>): readonly PlannedOrder[] =>
  [auto, idle].flatMap((each) => (each === undefined ? [] : [each]));

/** The first order of each plan, if its verb is expected. */
const firstOrders = (plans: readonly Plan<Text>[], { verbs }: ExpectedAction<Text>): readonly PlannedOrder[] =>
  plans.flatMap(({ orders }) => orders.slice(0, 1).filter(({ verb }) => verbs.includes(verb)));

/** The orders of the best plan, then of the other plans in case it is refused. */
function* plannedOrders(playout: Playout, due: ExpectedAction<Text>): Generator<PlannedOrder, void, undefined> {
  const best = playout.bestOrder(due.actor, due.verbs);
  if (best === undefined) return;
  yield best;
  yield* firstOrders(playout.plans(due.actor).slice(1), due);
}

/** The remaining orders of an actor's plan. */
interface PlanInProgress {
  readonly actor: string;
  readonly remaining: readonly PlannedOrder[];
}

/** What a simulated battle remembers between orders. */
export interface PolicyMemory {
  plan: PlanInProgress | undefined;
}

/** The rest of the actor's plan if no other actor acted since. Otherwise a quick plan, then the best plans. */
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

/** A random expected verb with random offered parameters. Undefined if no verb is expected. */
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

/** Orders to try until one is not refused. The last one is the default for absent players. */
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
  if (policy === 'brave' || policy === 'careful')
    yield* firstOrders(sortBestFirst(playout.plans(due.actor).map(weighByCaution(policy))), due);
  if (policy === 'random')
    for (let n = 0; n < maxTries; n++) {
      const any = randomOrder(ruleset, playout, due, choose);
      if (any !== undefined) yield any;
    }
  yield* carelessOrders(due);
}

/** A source of random integers from 0 to below 2³², separate from the dice of battles. */
type RandomSource = () => number;

/** Creates a seeded source of integers. `index` selects one of many streams, so that threads can share a seed. */
export const createRandomStream = (seed: number, index: number): RandomSource => {
  let [a, b, c, count] = [seed >>> 0, index >>> 0, 0x9e3779b9, 1];
  const next = (): number => {
    const sum = (a + b + count) >>> 0;
    count = (count + 1) >>> 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) >>> 0;
    c = ((c << 21) | (c >>> 11)) >>> 0;
    c = (c + sum) >>> 0;
    return sum;
  };
  for (let n = 0; n < 15; n++) next();
  return next;
};

/** A random integer from 0 to `below` - 1. */
export const randomInteger = (numbers: RandomSource, below: number): number =>
  Math.floor((numbers() / 2 ** 32) * below);

/** Creates dice that are counted but not logged. */
export const createSimulatedDice = (numbers: RandomSource): LoggedDice & { readonly rollCount: () => number } => {
  let rolled = 0;
  return {
    roll: (sides) => {
      rolled += 1;
      return randomInteger(numbers, sides) + 1;
    },
    rolledDice: () => [],
    rollCount: () => rolled,
  };
};

/** The result of one simulated battle. */
interface PlayedBattle {
  /** The sides that won. Undefined if the battle was unfinished. */
  readonly winners: readonly string[] | undefined;
  /** Combatants who were up at the start and not at the end. */
  readonly defeated: readonly string[];
  /** The share of life of each combatant who is up at the end, 0 to 1. */
  readonly lifeLeft: Readonly<Record<string, number>>;
  /** Number of rounds that began. */
  readonly rounds: number;
  readonly orders: number;
}

type Limits = Pick<StopCondition, 'orders' | 'dice'>;

/** Plays a battle until a side has won, no one can act, or a limit is reached. */
export const playBattle = (
  ruleset: Ruleset,
  start: Playout,
  policies: PoliciesBySide,
  stream: ReturnType<typeof createRandomStream>,
  limits: Limits,
): PlayedBattle => {
  const memory: PolicyMemory = { plan: undefined };
  const dice = createSimulatedDice(stream);
  const choose = (below: number): number => randomInteger(stream, below);
  const sides = new Map(start.roster().map(({ actor, side }) => [actor, side]));
  let [now, orders, rounds] = [start, 0, 0];
  const played = (): boolean => {
    const due = now.firstExpectedAction();
    if (due === undefined) return false;
    const side = sides.get(due.actor);
    const policy = due.actor === gmActor ? 'careless' : ((side === undefined ? undefined : policies[side]) ?? 'quick');
    for (const order of chooseOrders(ruleset, now, due, policy, choose, memory)) {
      const next = now.play(due.actor, order, dice);
      if (!next.ok) continue;
      rounds += next.value.events.filter(({ type }) => ruleset.markedEvents.roundStarts.includes(type)).length;
      now = next.value.playout;
      return true;
    }
    return false;
  };
  while (now.winners() === undefined && orders < limits.orders && dice.rollCount() < limits.dice && played())
    orders += 1;
  const up = new Set(now.roster().flatMap((each) => (each.up ? [each.id] : [])));
  const defeated = start.roster().flatMap((each) => (each.up && !up.has(each.id) ? [each.id] : []));
  const lifeLeft = Object.fromEntries(Object.entries(now.lifeLeft()).filter(([id]) => up.has(id)));
  return { winners: now.winners(), defeated, lifeLeft, rounds, orders };
};

const countByName = (of: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> => ({
  ...of,
  ...Object.fromEntries(names.map((name) => [name, (of[name] ?? 0) + 1])),
});

const addBattle = (
  so: SimulationResult,
  { winners, defeated, lifeLeft, rounds, orders }: PlayedBattle,
): SimulationResult => ({
  battles: so.battles + 1,
  wins: winners?.length === 1 ? countByName(so.wins, winners) : so.wins,
  draws: so.draws + (winners !== undefined && winners.length !== 1 ? 1 : 0),
  unfinished: so.unfinished + (winners === undefined ? 1 : 0),
  defeats: countByName(so.defeats, defeated),
  lifeLeft: {
    ...so.lifeLeft,
    ...Object.fromEntries(Object.entries(lifeLeft).map(([id, share]) => [id, (so.lifeLeft[id] ?? 0) + share])),
  },
  rounds: winners === undefined ? so.rounds : [...so.rounds, rounds],
  orders: so.orders + orders,
});

/** Performs an action of the GM, and answers questions with their defaults. Undefined if the action is refused. */
const applyGmAction = (game: Game, action: GameAction, dice: LoggedDice): Game | undefined => {
  const outcome = game.act(action, gmCaller(), [], dice, ({ auto }) => auto);
  return outcome.ok && outcome.value.kind === 'decided' ? outcome.value.game : undefined;
};

/** Adds entrants to a battle, places combatants and starts it. Undefined if it cannot start. */
const startBattle = (
  ruleset: Ruleset,
  saved: unknown,
  entering: readonly WhatIfEntrant[],
  dice: LoggedDice,
): Playout | undefined => {
  let game: Game | undefined = ruleset.openGame(saved);
  for (const entrant of entering) game = game && applyGmAction(game, { do: 'enter', entrant }, dice);
  const places = ruleset.verbs.deploy?.role === 'gm' && !ruleset.isPlacedAfterStart;
  // Figures that were placed stay. If all were placed, the rulebook refuses `deploy`.
  if (game !== undefined && places)
    game = applyGmAction(game, { do: 'verb', verb: 'deploy', params: {} }, dice) ?? game;
  const started = game && applyGmAction(game, { do: 'start' }, dice);
  return started && ruleset.createPlayout(started.save());
};

/** The squares around a square, nearest first. */
const squaresAround = ({ x, y }: Square, reach: number): readonly Square[] => {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  const all = steps.flatMap((dx) => steps.map((dy) => ({ dx, dy, far: Math.max(Math.abs(dx), Math.abs(dy)) })));
  return all.toSorted((a, b) => a.far - b.far).map(({ dx, dy }) => ({ x: x + dx, y: y + dy }));
};

/** Maximum distance of a new combatant from its side (squares). */
const maxDistance = 8;

/** Places a combatant on the nearest free square beside its side, unless the rulebook placed it. */
const placeNearSide = (game: Game, { id, side }: WhatIfEntrant, field: string, dice: LoggedDice): Game | undefined => {
  const places = game.layout().places.filter((each) => each.field === field);
  if (places.length === 0 || places.some(({ who }) => who === id)) return game;
  const mates = new Set(game.roster().flatMap((each) => (each.side === side ? [each.id] : [])));
  const beside = places.find(({ who }) => mates.has(who)) ?? places[0];
  const at = parseSquare(beside?.value ?? '');
  for (const square of at === undefined ? [] : squaresAround(at, maxDistance)) {
    if (square.x < 0 || square.y < 0) continue;
    const value = formatSquare(square);
    const placed = applyGmAction(game, { do: 'correct', field, who: id, value }, dice);
    if (placed !== undefined) return placed;
  }
  return undefined;
};

/** Adds entrants to a running battle. Undefined if the rulebook refuses one. */
const addEntrants = (
  ruleset: Ruleset,
  saved: unknown,
  entering: readonly WhatIfEntrant[],
  dice: LoggedDice,
): Game | undefined => {
  let game: Game | undefined = ruleset.openGame(saved);
  for (const entrant of entering) {
    game = game && applyGmAction(game, { do: 'enter', entrant }, dice);
    if (ruleset.placeField !== undefined) game = game && placeNearSide(game, entrant, ruleset.placeField, dice);
  }
  return game;
};

/** Offset of the random streams for starting battles, so that they differ from those for playing. */
const startStreamOffset = 500_000_000;

/** Simulates battles until a stop condition is met. `clock` returns milliseconds. */
export const simulate = (
  ruleset: Ruleset,
  {
    state,
    worlds = [state],
    entrantsAtStart,
    newEntrants = [],
    policies,
    stopCondition,
    seed,
    firstBattle,
  }: SimulationRequest,
  clock: () => number,
): SimulationResult => {
  /** The battle to play from each possible state, with new entrants. Undefined if an entrant is refused. */
  const standing = memoizeByKey((world: number): Playout | undefined => {
    const dice = createSimulatedDice(createRandomStream(seed, startStreamOffset + world));
    const from =
      newEntrants.length === 0 ? worlds[world] : addEntrants(ruleset, worlds[world], newEntrants, dice)?.save();
    return from === undefined ? undefined : ruleset.createPlayout(from);
  });
  const startOf = (n: number): Playout | undefined => {
    const world = n % worlds.length;
    return entrantsAtStart === undefined
      ? standing(world)
      : startBattle(
          ruleset,
          worlds[world],
          entrantsAtStart,
          createSimulatedDice(createRandomStream(seed, startStreamOffset + n)),
        );
  };
  const end = clock() + stopCondition.milliseconds;
  let so = emptyResult;
  while (so.battles < stopCondition.battles && clock() < end) {
    const n = firstBattle + so.battles;
    const start = startOf(n);
    if (start === undefined) return so;
    so = addBattle(so, playBattle(ruleset, start, policies, createRandomStream(seed, n), stopCondition));
  }
  return so;
};
