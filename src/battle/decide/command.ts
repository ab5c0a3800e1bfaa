import { isDeepStrictEqual } from 'node:util';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { gmActor } from '../../rules/call.ts';
import type { Doing } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import type { RollMode } from '../saved/session.ts';
import { may } from '../views/permissions.ts';
import { type Attempt, type Decide, defaultActor, type Order } from './decision.ts';
import type { Decisions } from './decisions.ts';
import { calledBy } from './entrants.ts';
import { asKnown, unforeseen } from './gm-escalation.ts';
import type { Giver } from './issuer.ts';
import { requested, toBeGranted } from './number-requests.ts';
import { blindfolded, unmarked } from './redact-input.ts';

export interface OrderRequest {
  readonly verb: string;
  readonly params: unknown;
  readonly actor?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly byHand?: readonly number[] | undefined;
}

/** An order that is only readable once it is known by which rulebook the battle goes. */
export type OrderIn = (ruleset: Ruleset) => Result<OrderRequest, Refusal>;

/** What came of an order in which a name was nobody’s, with the name as it was typed. */
const restored = (battle: OpenBattle, { game: _, ...decided }: Attempt): Attempt => {
  const plain = unmarked(decided);
  return { ...plain, game: battle.game.after(plain.events) };
};

/**
 * An order in which words stand that are also the name of somebody its giver must not know of: where it holds in the battle as they
 * can know it, and comes to the same there, the words were no name.
 */
const asWords = (
  decisions: Decisions,
  battle: OpenBattle,
  giver: Giver,
  order: Omit<Order, 'orderId'>,
): Attempt | undefined => {
  const known = asKnown(battle, giver.user, { ...order, orderId: giver.orderId });
  if (!known?.ok || 'choice' in known.value) return undefined;
  const decided = decisions.order(battle, giver, order);
  return decided.ok && isDeepStrictEqual(decided.value.events, known.value.events) ? decided.value : undefined;
};

/** What an order comes to in a battle: who it is for, what of it the GM must grant, and what its giver must not learn by it. */
export const commanded =
  (decisions: Decisions, giver: Giver, { verb, params, actor: named, rolls, byHand }: OrderRequest): Decide =>
  (battle) => {
    if (byHand !== undefined && !may(battle.saved.table, giver.user, 'rule')) return refuse('gm-only');
    const found = named === undefined || named === gmActor ? undefined : calledBy(battle, giver.user, [named]);
    if (found !== undefined && !found.ok) return found;
    const { pending } = battle.saved;
    const replies = battle.ruleset.verbs[verb]?.answers;
    const asked = replies !== undefined && pending?.question.kind === replies ? pending.question.to : undefined;
    const unnamed = asked ?? defaultActor(battle, giver.user, verb);
    const actor = named === gmActor ? gmActor : (found?.value[0] ?? unnamed);
    if (actor === undefined) return refuse('nobody-to-command');
    const ordered = (given: unknown): Omit<Order, 'orderId'> => {
      const doing: Doing = { do: 'verb', verb, params: given };
      return { actor, doings: [doing], rolls, byHand };
    };
    const granted = toBeGranted(battle, giver.user, verb, params);
    const asGranted = (attempt: Attempt): Attempt =>
      granted.length === 0 ? attempt : requested(battle, giver, ordered(params), { verb, params }, granted);
    const blind = blindfolded(battle, giver.user, verb, params);
    const decided = decisions.order(battle, giver, ordered(blind));
    if (decided.ok) return ok(asGranted(blind === params ? decided.value : restored(battle, decided.value)));
    const worded = blind === params ? undefined : asWords(decisions, battle, giver, ordered(params));
    return worded === undefined
      ? unforeseen(battle, giver, ordered(blind), params, decided.error)
      : ok(asGranted(worded));
  };
