import { cutLetters } from '../../core/letters.ts';
import { memoizeByObject } from '../../core/memoize.ts';
import { phrase, term, worded } from '../../core/message.ts';
import { type ExpectedAction, gmActor, type Suggestion } from '../../rules/expected-action.ts';
import { gmViewer } from '../../rules/reader.ts';
import type { HiddenPlan, SessionEvent } from '../saved/session.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { allExpectedActions, isFoe } from './expected-actions.ts';
import { hiddenCombatants } from './viewer.ts';

/** Formats an order as it could be typed: `attack target:Ann weapon:axe`. */
export const formatVerbAndParams = (verb: string, params: object): string =>
  [verb, ...Object.entries(params).map(([key, value]) => `${key}:${value}`)].join(' ');

/** Describes the plan of a hidden combatant, as a value beside its name. */
export const describePlan = (plan: HiddenPlan): string => {
  switch (plan.does) {
    case 'nothing':
      return worded('does nothing while hidden');
    case 'ask':
      return worded('waits for orders on its turn');
    case 'order':
      return phrase`will do this on its first turn on which it can: ${formatVerbAndParams(plan.verb, plan.params)}`;
  }
};

/** The plan of a hidden combatant. Default: the GM's combatants do nothing, players are asked. */
export const hiddenPlanOf = (battle: OpenBattle, who: string): HiddenPlan => {
  const actor = battle.game.roster().find(({ id }) => id === who)?.actor ?? who;
  return battle.saved.table.plans?.[who] ?? { does: isFoe(battle, actor) ? 'nothing' : 'ask' };
};

/** The reason of a planned order in the log. */
export const hiddenPlanReason = 'planned beforehand';

/** True if an entry is the planned order of a combatant that was and stayed hidden from this reader. */
export const isHiddenPlannedOrder = (
  { reason, request, table }: Pick<LogEntry, 'reason' | 'request' | 'table'>,
  { game }: OpenBattle,
  unseen: readonly string[],
): boolean =>
  reason === hiddenPlanReason &&
  request.kind === 'order' &&
  !table.some(({ type }) => type === 'revealed') &&
  (unseen.includes(request.actor) ||
    // A warrior of a visible warband may be hidden.
    game.roster().some(({ id, actor }) => actor === request.actor && unseen.includes(id)));

interface PlannedOrder {
  readonly actor: string;
  readonly order: Pick<Suggestion, 'verb' | 'params'>;
  /** Session events to save with the order, so that the plan is used once. */
  readonly table: readonly SessionEvent[];
}

/** The secret turn of a hidden combatant. */
export interface HiddenTurn {
  readonly who: string;
  readonly due: ExpectedAction;
}

/** The hidden members of each visible warband, by seat. */
const hiddenMembers = memoizeByObject((battle: OpenBattle) =>
  Map.groupBy(
    hiddenCombatants(battle).filter(({ actor }) => battle.saved.table.hidden[actor] === undefined),
    ({ actor }) => actor,
  ),
);

/** Hidden combatants whose turn it is. Members of a visible warband follow after its visible members. */
export const hiddenTurns = (battle: OpenBattle, due: ExpectedAction): readonly HiddenTurn[] => {
  const { game, saved } = battle;
  const { actor, kind } = due;
  if (saved.table.hidden[actor] !== undefined) return [{ who: actor, due }];
  const hidden = hiddenMembers(battle)
    .get(actor)
    ?.map(({ id }) => id);
  if (hidden === undefined) return [];
  const dueWithout = (unseen: readonly string[]): ExpectedAction | undefined =>
    game
      .asKnownTo({ ...gmViewer, gm: false, unseen })
      .expectedActions()
      .find((each) => each.actor === actor && each.kind === kind);
  if (dueWithout(hidden) !== undefined) return [];
  return hidden.flatMap((who) => {
    const own = dueWithout(hidden.filter((other) => other !== who));
    return own === undefined ? [] : [{ who, due: own }];
  });
};

/** The orders of hidden combatants that are due now, to be tried in turn. Empty while a question is open. */
export const plannedOrders = (battle: OpenBattle): readonly PlannedOrder[] => {
  const { saved, game } = battle;
  const { pending, table } = saved;
  if (pending !== undefined || game.status !== 'active' || Object.keys(table.hidden).length === 0) return [];
  return allExpectedActions(battle).flatMap((awaited) =>
    hiddenTurns(battle, awaited).flatMap(({ who, due: { actor, verbs, auto, idle } }): readonly PlannedOrder[] => {
      const plan = hiddenPlanOf(battle, who);
      if (plan.does === 'ask') return [];
      const still = idle ?? auto;
      // A plan that is not possible yet stays for a later turn.
      return [
        ...(plan.does === 'order' && verbs.includes(plan.verb)
          ? [{ actor, order: plan, table: [{ type: 'plan-set' as const, actor: who }] }]
          : []),
        ...(still === undefined ? [] : [{ actor, order: still, table: [] }]),
      ];
    }),
  );
};

/** Whether an order reveals combatants that are hidden until they act. `may reveal`: depends on who sees them. */
export type RevealWarning = 'reveals' | 'may reveal';

/** Warns if an order reveals a hidden combatant. Undefined if it reveals none. Without a verb: any order. */
export const revealWarning = (
  { ruleset, game, saved: { table } }: OpenBattle,
  actor: string,
  verb: string | undefined,
): RevealWarning | undefined => {
  const seen = verb === undefined ? 'any' : ruleset.verbs[verb]?.visibility;
  const waiting = Object.keys(table.hidden).filter((who) => table.hidden[who] === 'until-acts');
  if (seen === undefined || waiting.length === 0) return undefined;
  if (waiting.includes(actor)) return seen === 'seen' ? 'reveals' : 'may reveal';
  const among = actor === gmActor || game.roster().some((each) => each.actor === actor && waiting.includes(each.id));
  return among ? 'may reveal' : undefined;
};

/** Adds a warning to a button's label if the order reveals a hidden combatant. */
export const withRevealWarning = (battle: OpenBattle, label: string, actor: string, verb?: string): string => {
  const warning = revealWarning(battle, actor, verb);
  return warning === undefined ? label : phrase`${cutLetters(label, 80 - warning.length - 3)} (${term(warning)})`;
};
