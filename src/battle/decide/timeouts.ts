import { ok, type Result, ref, refuse } from '../../core/message.ts';
import type { ExpectedAction, Suggestion } from '../../rules/expected-action.ts';
import type { OpenBattle } from '../saved/store.ts';
import type { BattleWait } from '../saved/waits.ts';
import { autopilotReason } from '../views/autopilot.ts';
import { allExpectedActions, expectedActionsForViewer, suggestionFor } from '../views/expected-actions.ts';
import { orderByStandingOrder } from '../views/standing-orders.ts';
import { autopilotOf } from '../views/viewer.ts';
import type { Decision } from './decision.ts';
import type { Issuer, OrderDecisions } from './decisions.ts';

/** An actor whose time ran out, and the battle's version at that moment. Void if the version has changed since. */
export interface TimedOutActor extends Pick<BattleWait, 'battle' | 'actor' | 'kind'> {
  readonly version: number;
}

const timeoutReason = 'the clock ran out';

/** The standing order of an actor whose time ran out. Default: `auto`. */
const choiceOf = ({ saved: { table } }: OpenBattle, { actor, kind }: TimedOutActor): string => {
  const order = table.awayOrders[actor]?.[kind] ?? table.standing[actor]?.[kind];
  return order === undefined || order === 'ask' ? 'auto' : order;
};

/** A decision for an absent player. `continuesPlan`: true if more orders of a plan follow. */
export type PlannedDecision = Decision & { readonly continuesPlan?: boolean | undefined };

/** Decides the first suggested order that the rules allow. If all are refused, returns the first refusal. */
const decideFirstAllowed = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  actor: string,
  suggested: readonly (Pick<Suggestion, 'verb' | 'params' | 'goesOn'> | undefined)[],
  reason?: string,
): Result<PlannedDecision> => {
  let refused: Result<PlannedDecision> | undefined;
  for (const each of suggested) {
    if (each === undefined) continue;
    const { verb, params, goesOn } = each;
    const decided = decisions.order(battle, issuer, { actor, actions: [{ do: 'verb', verb, params }], reason });
    if (decided.ok) return ok({ ...decided.value, continuesPlan: goesOn });
    refused ??= decided;
  }
  return refused ?? refuse('no-default');
};

/** The orders to try for an actor: the suggested order, then the fallback. */
const suggestionsFor = (battle: OpenBattle, { actor, kind }: Pick<ExpectedAction, 'actor' | 'kind'>) => [
  suggestionFor(battle, actor, kind),
  suggestionFor(battle, actor, kind, 'fallback'),
];

/** Acts for an actor whose time ran out: by standing orders, else the best plan, else the rulebook's default. */
export const decideForAbsentPlayer = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  absent: TimedOutActor,
): Result<PlannedDecision> => {
  const { id, version, pending } = battle.saved;
  if (id !== absent.battle || version !== absent.version) return refuse('clock-late');
  const order = choiceOf(battle, absent);
  const { actor, kind } = absent;
  const reason = autopilotOf(battle, actor) === undefined ? timeoutReason : autopilotReason;
  if (pending !== undefined) {
    const { to, kind: asked, choices, auto } = pending.question;
    if (to !== actor || asked !== kind) return refuse('clock-late');
    const choice = choices.find((each) => each.id === order)?.id ?? auto;
    const decided = decisions.answer(battle, issuer, choice);
    return decided.ok ? ok({ ...decided.value, reason }) : decided;
  }
  const own = order === 'auto' ? undefined : orderByStandingOrder(battle, absent, order);
  return decideFirstAllowed(decisions, battle, issuer, actor, [own, ...suggestionsFor(battle, absent)], reason);
};

/** Acts for an expected actor at the GM's request, by the player's knowledge first, then by the GM's. */
export const decideForExpectedActor = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  actor: string,
  kind: string,
): Result<PlannedDecision> => {
  const due = expectedActionsForViewer(battle, battle.saved.table.gm).find(
    (each) => each.actor === actor && each.kind === kind,
  );
  return decideFirstAllowed(decisions, battle, issuer, actor, [...suggestionsFor(battle, { actor, kind }), due?.auto]);
};

/** Decides a plan's next order. Refuses with `clock-late` if a question is open or the actor is not expected. */
export const decideNextInPlan = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  actor: string,
  because: string | undefined,
): Result<PlannedDecision> => {
  const due =
    battle.saved.pending === undefined ? allExpectedActions(battle).find((each) => each.actor === actor) : undefined;
  if (due === undefined || battle.game.status !== 'active') return refuse('clock-late');
  return decideFirstAllowed(decisions, battle, issuer, actor, suggestionsFor(battle, due), because);
};

/** Decides the next order of a run that the GM started. Refuses if the battle waits for other combatants. */
export const decideNextInRun = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  actors: readonly string[],
): Result<PlannedDecision> => {
  const { pending, table } = battle.saved;
  if (pending !== undefined) {
    if (!actors.includes(pending.question.to)) return refuse('pending-choice', { who: ref(pending.question.to) });
    const decided = decisions.answer(battle, issuer, pending.question.auto);
    return decided.ok ? ok({ ...decided.value, reason: autopilotReason }) : decided;
  }
  const due = battle.game.status === 'active' ? expectedActionsForViewer(battle, table.gm) : [];
  const next = due.find(({ actor }) => actors.includes(actor) && table.hidden[actor] === undefined);
  if (next === undefined) return refuse('no-opinion');
  const suggested = [...suggestionsFor(battle, next), next.auto];
  return decideFirstAllowed(decisions, battle, issuer, next.actor, suggested, autopilotReason);
};
