import { lazy } from '../core/memoize.ts';
import type { LoggedDice } from '../dice/dice.ts';
import { gmActor, gmCall } from '../rules/call.ts';
import type { Game, GameAction } from '../rules/game.ts';
import type { Playout } from '../rules/playout.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import { numbersOf, oneOf, playedDice } from './chance.ts';
import { ordersOf } from './policies.ts';
import type { Entering, Policies, Simulated, Simulation, Until } from './question.ts';

/** One battle played to its end. */
interface PlayedBattle {
  /** The sides that have won; undefined where the battle was left open. */
  readonly winners: readonly string[] | undefined;
  /** Who stood at the beginning, and does not at the end. */
  readonly fallen: readonly string[];
  /** Rounds that began. */
  readonly rounds: number;
  readonly orders: number;
  readonly dice: number;
}

type Limits = Pick<Until, 'orders' | 'dice'>;

/** Plays one battle on from where it stands, to where a side has won, nobody can go on, or the limits are reached. */
export const playBattle = (
  ruleset: Ruleset,
  start: Playout,
  policies: Policies,
  stream: ReturnType<typeof numbersOf>,
  limits: Limits,
): PlayedBattle => {
  const dice = playedDice(stream);
  const choose = (below: number): number => oneOf(stream, below);
  const sides = new Map(start.roster().map(({ actor, side }) => [actor, side]));
  let [now, orders, rounds] = [start, 0, 0];
  const played = (): boolean => {
    const due = now.due();
    if (due === undefined) return false;
    const side = sides.get(due.actor);
    const policy = due.actor === gmActor ? 'careless' : ((side === undefined ? undefined : policies[side]) ?? 'usual');
    for (const order of ordersOf(ruleset, now, due, policy, choose)) {
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
  return { winners: now.decided(), fallen, rounds, orders, dice: dice.rolled() };
};

const counted = (of: Readonly<Record<string, number>>, names: readonly string[]): Record<string, number> => ({
  ...of,
  ...Object.fromEntries(names.map((name) => [name, (of[name] ?? 0) + 1])),
});

const withBattle = (so: Simulated, { winners, fallen, rounds, orders }: PlayedBattle): Simulated => ({
  battles: so.battles + 1,
  won: winners?.length === 1 ? counted(so.won, winners) : so.won,
  drawn: so.drawn + (winners !== undefined && winners.length !== 1 ? 1 : 0),
  open: so.open + (winners === undefined ? 1 : 0),
  fell: counted(so.fell, fallen),
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
  entering: readonly Entering[],
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

/** Where the numbers of beginnings are, apart from those of the battles that follow. */
const beginnings = 500_000_000;

/** Plays whole battles from where one stands until there are enough of them; `clock` gives milliseconds. */
export const simulate = (
  ruleset: Ruleset,
  { saved, begins, policies, until, numbers, first }: Simulation,
  clock: () => number,
): Simulated => {
  const standing = lazy(() => ruleset.playout(saved));
  const startOf = (n: number): Playout | undefined =>
    begins === undefined ? standing() : begun(ruleset, saved, begins, playedDice(numbersOf(numbers, beginnings + n)));
  const end = clock() + until.milliseconds;
  let so: Simulated = { battles: 0, won: {}, drawn: 0, open: 0, fell: {}, rounds: [], orders: 0 };
  while (so.battles < until.battles && clock() < end) {
    const n = first + so.battles;
    const start = startOf(n);
    if (start === undefined) return so;
    so = withBattle(so, playBattle(ruleset, start, policies, numbersOf(numbers, n), until));
  }
  return so;
};
