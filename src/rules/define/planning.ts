import { memoizeByKey } from '../../core/memoize.ts';
import { type NameResolver, renderText, type Text } from '../../core/message.ts';
import type { CommonState, RulesetDefinition } from '../definition.ts';
import { type ExpectedAction, gmActor } from '../expected-action.ts';
import { expectedActionForReader, nameLookupForReader, nameLookupShowingAll, withoutAutoPlan } from '../for-reader.ts';
import type { Square } from '../grid/square.ts';
import { toAbortedRefusal } from '../order-limits.ts';
import type { Viewer } from '../reader.ts';
import {
  bestOrder,
  bestPlan,
  bestUncheckedOrders,
  type DrawNumber,
  legalPlans,
  type Plan,
  type PlanCandidate,
  sortBestFirst,
} from '../tactics.ts';
import type { Reading } from './reading.ts';

/** Runs a search for plans. Undefined if the search exceeds the limits of one order. */
const withinLimits = <T>(work: () => T): T | undefined => {
  try {
    return work();
  } catch (problem) {
    toAbortedRefusal('plans', problem);
    return undefined;
  }
};

/** The legal plans among the candidates, best first. */
const rankPlans = (candidates: () => readonly PlanCandidate[]): readonly Plan<Text>[] =>
  sortBestFirst(withinLimits(() => legalPlans(candidates())) ?? []);

const keyOf = ({ actor, kind }: Pick<ExpectedAction, 'actor' | 'kind'>): string => JSON.stringify([actor, kind]);

/** Defines which actions battles of one rulebook wait for, and the plans of their actors. */
export const definePlanning = <Sheet, Settings, State extends CommonState<Settings>, Code extends string>(
  {
    content,
    display: { expectedActions, advice },
    tactics,
  }: Pick<RulesetDefinition<Sheet, Settings, State, Code>, 'content' | 'display' | 'tactics'>,
  { withoutHidden, readerFor }: Reading<Sheet, Settings, State, Code>,
) => {
  const candidates = (state: State, actor: string): readonly PlanCandidate[] =>
    withinLimits(() => tactics?.plans(state, actor)) ?? [];
  const plansOf = (state: State, actor: string): readonly Plan<Text>[] => rankPlans(() => candidates(state, actor));

  /** The expected actions of a battle. The default order comes from the best plan, not from the rulebook. */
  const awaited = (state: State, names: NameResolver): readonly ExpectedAction[] => {
    const all = expectedActions(state);
    if (tactics === undefined) return all.map((each) => expectedActionForReader(each, names));
    const found = memoizeByKey((actor: string) => candidates(state, actor));
    return all.map((each) =>
      expectedActionForReader(each, names, () => withinLimits(() => bestOrder(found(each.actor), each.verbs))),
    );
  };

  /** The expected actions as one viewer may know them, without hidden combatants. */
  const awaitedFor = (state: State, viewer: Viewer): readonly ExpectedAction[] => {
    const names = nameLookupForReader(readerFor(viewer));
    const all = awaited(state, names);
    const known = awaited(withoutHidden(state, viewer), names);
    const seen = new Map(known.toReversed().map((each) => [keyOf(each), each]));
    const unseen = new Set(viewer.unseen);
    const there = new Set(all.map(keyOf));
    // Leaves out the GM's actions that only concern hidden combatants. Questions to others stay.
    return all.flatMap((each) => {
      const same = seen.get(keyOf(each));
      if (same !== undefined) return same;
      // Shows the next combatant of a group that may act together if the first one is hidden.
      if (unseen.has(each.actor) && each.together)
        return known.find((one) => one.kind === each.kind && !unseen.has(one.actor) && !there.has(keyOf(one))) ?? each;
      return each.actor === gmActor ? [] : withoutAutoPlan(each);
    });
  };

  const worded = (plans: readonly Plan<Text>[], viewer: Viewer): readonly Plan[] => {
    const names = nameLookupForReader(readerFor(viewer));
    return plans.map((each) => ({ ...each, label: renderText(each.label, names) }));
  };

  return {
    /** The expected actions with all names, for readers who see all combatants. */
    awaited: (state: State) => awaited(state, nameLookupShowingAll),
    awaitedFor,
    plans: (state: State, actor: string, viewer: Viewer) =>
      worded(plansOf(withoutHidden(state, viewer), actor), viewer),
    advancePlans: (state: State, actor: string, viewer: Viewer, place: Square) =>
      worded(
        rankPlans(() => tactics?.advance?.plans(withoutHidden(state, viewer), actor, place) ?? []),
        viewer,
      ),
    placeProblem: (state: State, place: Square) =>
      tactics?.advance === undefined ? 'no-places' : tactics.advance.placeProblem(state, place),
    advice: (state: State, actor: string, viewer: Viewer) =>
      (advice?.(withoutHidden(state, viewer), actor) ?? []).flatMap(
        (id) => content.rules().find((each) => each.id === id) ?? [],
      ),
    sampleBelief: (state: State, viewer: Viewer, draw: DrawNumber): State => {
      const seen = withoutHidden(state, viewer);
      return viewer.gm || tactics?.sampleBelief === undefined
        ? seen
        : tactics.sampleBelief(seen, readerFor(viewer), draw);
    },
    firstExpectedAction: (state: State) => expectedActions(state)[0],
    /** The plans of an actor in the battle as it is, not as one viewer knows it. */
    plansOf,
    bestOrder: (state: State, actor: string, verbs: readonly string[]) =>
      withinLimits(() => bestPlan(candidates(state, actor), verbs)?.orders[0]),
    quickOrders: (state: State, actor: string) =>
      withinLimits(() => bestUncheckedOrders((tactics?.quickPlans ?? tactics?.plans)?.(state, actor) ?? [])) ?? [],
  };
};
