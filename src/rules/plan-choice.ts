import { deterministicDraws } from './beliefs.ts';
import type { Game } from './game.ts';
import type { PlannedOrder } from './playout.ts';
import { defaultNumberWords, type Viewer } from './reader.ts';
import type { Plan } from './tactics.ts';

/** What whoever acts could do, to be tried in thought: it holds no seed and no order of any battle, and nothing their side is not told. */
export interface PlanComparison {
  readonly system: string;
  readonly actor: string;
  /** The battle as their side believes it to stand, drawn anew in each: they are taken in turn. */
  readonly beliefs: readonly unknown[];
  /** The orders of each plan; the first is what they would do without any thought. */
  readonly plans: readonly (readonly PlannedOrder[])[];
  /** Where the numbers begin: the same gives the same choice. */
  readonly seed: number;
}

/** Tries them in thought, and says which is best; nothing where nobody has the time. */
export type ComparePlans = (asked: PlanComparison) => Promise<number | undefined>;

const maxPlans = 5;
const maxBeliefs = 4;

/** What a plan is about: two that end alike differ in their ways alone. */
const planGoal = ({ orders }: Plan): string => JSON.stringify(orders.at(-1));

/** The best plan of each aim, the best aim first, then what else there is: so many as are worth a try. */
export const shortlistPlans = (plans: readonly Plan[]): readonly Plan[] => {
  const firsts = plans.filter((plan, at) => plans.findIndex((each) => planGoal(each) === planGoal(plan)) === at);
  return [...firsts, ...plans.filter((plan) => !firsts.includes(plan))].slice(0, maxPlans);
};

/** Somebody of the side of an actor, who is told of its foes what is usual. */
const sideViewer = (game: Game, actor: string, unseen: readonly string[]): Viewer => {
  const roster = game.roster();
  const side = roster.find((each) => each.actor === actor || each.id === actor)?.side;
  const own = roster.filter((each) => each.actor === actor || (side !== undefined && each.side === side));
  return {
    ...{ gm: false, user: undefined, controls: [actor], unseen },
    knows: own.flatMap((each) => [each.id, each.actor]),
    foes: { mode: 'words', words: defaultNumberWords },
  };
};

/** The question which of these plans is best, by what the side of whoever acts believes. */
export const buildPlanComparison = (
  { system, game, unseen }: { readonly system: string; readonly game: Game; readonly unseen: readonly string[] },
  actor: string,
  plans: readonly Plan[],
  numbers: number,
): PlanComparison => {
  const viewer = sideViewer(game, actor, unseen);
  return {
    ...{ system, actor, seed: numbers },
    beliefs: Array.from({ length: maxBeliefs }, (_, n) =>
      game.sampleBelief(viewer, deterministicDraws(`${numbers} ${n}`)).save(),
    ),
    plans: plans.map(({ orders }) => orders.map(({ verb, params }) => ({ verb, params }))),
  };
};
