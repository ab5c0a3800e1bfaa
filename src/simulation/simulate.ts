import { memoizeByKey } from '../core/memoize.ts';
import type { LoggedDice } from '../dice/dice.ts';
import { gmActor, gmCall } from '../rules/call.ts';
import type { Game, GameAction } from '../rules/game.ts';
import { formatSquare, parseSquare, type Square } from '../rules/grid/square.ts';
import type { Playout } from '../rules/playout.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { randomBelow, randomStream, simulatedDice } from './chance.ts';
import { chooseOrders, type Memory } from './policies.ts';
import {
  emptyResult,
  type Policies,
  type Simulated,
  type Simulation,
  type StopCondition,
  type SupposedEntrant,
} from './question.ts';

/** One battle played to its end. */
interface PlayedBattle {
  /** The sides that have won; undefined where the battle was left open. */
  readonly winners: readonly string[] | undefined;
  /** Who stood at the beginning, and does not at the end. */
  readonly fallen: readonly string[];
  /** What life those have left who stand at the end, 0 to 1. */
  readonly left: Readonly<Record<string, number>>;
  /** Rounds that began. */
  readonly rounds: number;
  readonly orders: number;
  readonly dice: number;
}

type Limits = Pick<StopCondition, 'orders' | 'dice'>;

/** Plays one battle on from where it stands, to where a side has won, nobody can go on, or the limits are reached. */
export const playBattle = (
  ruleset: Ruleset,
  start: Playout,
  policies: Policies,
  stream: ReturnType<typeof randomStream>,
  limits: Limits,
  memory: Memory = { carried: undefined },
): PlayedBattle => {
  const dice = simulatedDice(stream);
  const choose = (below: number): number => randomBelow(stream, below);
  const sides = new Map(start.roster().map(({ actor, side }) => [actor, side]));
  let [now, orders, rounds] = [start, 0, 0];
  const played = (): boolean => {
    const due = now.due();
    if (due === undefined) return false;
    const side = sides.get(due.actor);
    const policy = due.actor === gmActor ? 'careless' : ((side === undefined ? undefined : policies[side]) ?? 'quick');
    for (const order of chooseOrders(ruleset, now, due, policy, choose, memory)) {
      const next = now.play(due.actor, order, dice);
      if (!next.ok) continue;
      rounds += next.value.events.filter(({ type }) => ruleset.roundBegins.includes(type)).length;
      now = next.value.playout;
      return true;
    }
    return false;
  };
  while (now.decided() === undefined && orders < limits.orders && dice.rolled() < limits.dice && played()) orders += 1;
  const up = new Set(now.roster().flatMap((each) => (each.up ? [each.id] : [])));
  const fallen = start.roster().flatMap((each) => (each.up && !up.has(each.id) ? [each.id] : []));
  const left = Object.fromEntries(Object.entries(now.lifeLeft()).filter(([id]) => up.has(id)));
  return { winners: now.decided(), fallen, left, rounds, orders, dice: dice.rolled() };
};

const counted = (of: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> => ({
  ...of,
  ...Object.fromEntries(names.map((name) => [name, (of[name] ?? 0) + 1])),
});

const withBattle = (so: Simulated, { winners, fallen, left, rounds, orders }: PlayedBattle): Simulated => ({
  battles: so.battles + 1,
  won: winners?.length === 1 ? counted(so.won, winners) : so.won,
  drawn: so.drawn + (winners !== undefined && winners.length !== 1 ? 1 : 0),
  open: so.open + (winners === undefined ? 1 : 0),
  fell: counted(so.fell, fallen),
  left: {
    ...so.left,
    ...Object.fromEntries(Object.entries(left).map(([id, share]) => [id, (so.left[id] ?? 0) + share])),
  },
  rounds: winners === undefined ? so.rounds : [...so.rounds, rounds],
  orders: so.orders + orders,
});

/** A game after something its GM did, questions answered as the rulebook would; nothing where that is refused. */
const after = (game: Game, action: GameAction, dice: LoggedDice): Game | undefined => {
  const outcome = game.act(action, gmCall(), [], dice, ({ auto }) => auto);
  return outcome.ok && outcome.value.kind === 'decided' ? outcome.value.game : undefined;
};

/** A battle that had not begun, begun with these beside those who are there, placed as the rulebook places them; nothing where it cannot begin. */
const begun = (
  ruleset: Ruleset,
  saved: unknown,
  entering: readonly SupposedEntrant[],
  dice: LoggedDice,
): Playout | undefined => {
  let game: Game | undefined = ruleset.open(saved);
  for (const entrant of entering) game = game && after(game, { do: 'enter', entrant }, dice);
  const places = ruleset.verbs.deploy?.role === 'gm' && !ruleset.placesAfterStart;
  // Who stands somewhere already stays there; where all do, there is nobody to place.
  if (game !== undefined && places) game = after(game, { do: 'verb', verb: 'deploy', params: {} }, dice) ?? game;
  const started = game && after(game, { do: 'start' }, dice);
  return started && ruleset.playout(started.save());
};

/** Squares around one, the nearest first. */
const around = ({ x, y }: Square, reach: number): readonly Square[] => {
  const steps = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach);
  const all = steps.flatMap((dx) => steps.map((dy) => ({ dx, dy, far: Math.max(Math.abs(dx), Math.abs(dy)) })));
  return all.toSorted((a, b) => a.far - b.far).map(({ dx, dy }) => ({ x: x + dx, y: y + dy }));
};

/** How far from their side those are looked for a place who come into a battle that goes on. */
const farthest = 8;

/** A combatant on the nearest free square beside its side, where a rulebook has squares and gives it none by itself. */
const placedBeside = (game: Game, { id, side }: SupposedEntrant, field: string, dice: LoggedDice): Game | undefined => {
  const places = game.layout().places.filter((each) => each.field === field);
  if (places.length === 0 || places.some(({ who }) => who === id)) return game;
  const mates = new Set(game.roster().flatMap((each) => (each.side === side ? [each.id] : [])));
  const beside = places.find(({ who }) => mates.has(who)) ?? places[0];
  const at = parseSquare(beside?.value ?? '');
  for (const square of at === undefined ? [] : around(at, farthest)) {
    if (square.x < 0 || square.y < 0) continue;
    const value = formatSquare(square);
    const placed = after(game, { do: 'correct', field, who: id, value }, dice);
    if (placed !== undefined) return placed;
  }
  return undefined;
};

/** A battle that goes on, with these in it from now on; nothing where the rulebook lets nobody in. */
const joinedBy = (
  ruleset: Ruleset,
  saved: unknown,
  entering: readonly SupposedEntrant[],
  dice: LoggedDice,
): Game | undefined => {
  let game: Game | undefined = ruleset.open(saved);
  for (const entrant of entering) {
    game = game && after(game, { do: 'enter', entrant }, dice);
    if (ruleset.placeField !== undefined) game = game && placedBeside(game, entrant, ruleset.placeField, dice);
  }
  return game;
};

/** Where the numbers of beginnings are, apart from those of the battles that follow. */
const beginnings = 500_000_000;

/** Plays whole battles from where one stands until there are enough of them; `clock` gives milliseconds. */
export const simulate = (
  ruleset: Ruleset,
  { saved, worlds = [saved], begins, comes = [], policies, until, numbers, first }: Simulation,
  clock: () => number,
): Simulated => {
  /** Where battles go on from, by the world; nothing where those who are to come are let in by nobody. */
  const standing = memoizeByKey((world: number): Playout | undefined => {
    const dice = simulatedDice(randomStream(numbers, beginnings + world));
    const from = comes.length === 0 ? worlds[world] : joinedBy(ruleset, worlds[world], comes, dice)?.save();
    return from === undefined ? undefined : ruleset.playout(from);
  });
  const startOf = (n: number): Playout | undefined => {
    const world = n % worlds.length;
    return begins === undefined
      ? standing(world)
      : begun(ruleset, worlds[world], begins, simulatedDice(randomStream(numbers, beginnings + n)));
  };
  const end = clock() + until.milliseconds;
  let so = emptyResult;
  while (so.battles < until.battles && clock() < end) {
    const n = first + so.battles;
    const start = startOf(n);
    if (start === undefined) return so;
    so = withBattle(so, playBattle(ruleset, start, policies, randomStream(numbers, n), until));
  }
  return so;
};
