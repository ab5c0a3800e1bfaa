import { isDeepStrictEqual } from 'node:util';
import { ok, type Refusal, type Result, refuse } from '../../core/message.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { GameAction } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { RollMode } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { hasBattleRight } from '../views/viewer.ts';
import { type Decider, type Decision, defaultActor, type Order } from './decision.ts';
import { findAllByName, type Issuer, type OrderDecisions } from './decisions.ts';
import { decideOrderAsKnownTo, escalateToGm, paramsNeedingApproval, requestNumbers } from './gm-escalation.ts';
import { type RedactedInput, redactInput } from './redact-input.ts';

export interface OrderRequest {
  readonly verb: string;
  readonly params: unknown;
  readonly actor?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly handDice?: readonly number[] | undefined;
}

/** An order that is only readable once it is known by which rulebook the battle goes. */
export type UnparsedOrder = (ruleset: Ruleset) => Result<OrderRequest, Refusal>;

/** What came of an order in which a name was nobody’s, with the name as it was typed. */
const restoreNames = (battle: OpenBattle, { game: _, ...decision }: Decision, { restore }: RedactedInput): Decision => {
  const typed = restore(decision);
  return { ...typed, game: battle.game.applyEvents(typed.events) };
};

/**
 * An order in which words stand that are also the name of somebody its issuer must not know of: where it holds in the battle as they
 * can know it, and comes to the same there, the words were no name.
 */
const decideAsPlainWords = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  order: Omit<Order, 'orderId'>,
): Decision | undefined => {
  const known = decideOrderAsKnownTo(battle, issuer.user, { ...order, orderId: issuer.orderId });
  if (!known?.ok || 'choice' in known.value) return undefined;
  const decided = decisions.order(battle, issuer, order);
  return decided.ok && isDeepStrictEqual(decided.value.events, known.value.events) ? decided.value : undefined;
};

/** What an order comes to in a battle: who it is for, what of it the GM must grant, and what its issuer must not learn by it. */
export const resolveOrder =
  (decisions: OrderDecisions, issuer: Issuer, { verb, params, actor: named, rolls, handDice }: OrderRequest): Decider =>
  (battle) => {
    if (handDice !== undefined && !hasBattleRight(battle.saved.table, issuer.user, 'rule')) return refuse('gm-only');
    const found = named === undefined || named === gmActor ? undefined : findAllByName(battle, issuer.user, [named]);
    if (found !== undefined && !found.ok) return found;
    const { pending } = battle.saved;
    const replies = battle.ruleset.verbs[verb]?.answers;
    const asked = replies !== undefined && pending?.question.kind === replies ? pending.question.to : undefined;
    const unnamed = asked ?? defaultActor(battle, issuer.user, verb);
    const actor = named === gmActor ? gmActor : (found?.value[0] ?? unnamed);
    if (actor === undefined) return refuse('nobody-to-command');
    const ordered = (given: unknown): Omit<Order, 'orderId'> => {
      const action: GameAction = { do: 'verb', verb, params: given };
      return { actor, actions: [action], rolls, byHand: handDice };
    };
    const granted = paramsNeedingApproval(battle, issuer.user, verb, params);
    const asGranted = (attempt: Decision): Decision =>
      granted.length === 0 ? attempt : requestNumbers(battle, issuer, ordered(params), { verb, params }, granted);
    const input = redactInput(battle, issuer.user, verb, params);
    const isTyped = input.params === params;
    const decided = decisions.order(battle, issuer, ordered(input.params));
    if (decided.ok) return ok(asGranted(isTyped ? decided.value : restoreNames(battle, decided.value, input)));
    const worded = isTyped ? undefined : decideAsPlainWords(decisions, battle, issuer, ordered(params));
    if (worded !== undefined) return ok(asGranted(worded));
    const put = escalateToGm(battle, issuer, ordered(input.params), params, decided.error);
    return put.ok ? ok({ ...put.value, table: input.restore(put.value.table) }) : input.restore(put);
  };
