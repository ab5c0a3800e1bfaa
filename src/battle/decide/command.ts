import { isDeepStrictEqual } from 'node:util';
import { joined, listed, ok, type Refusal, type Result, ref, refuse, say, type Text } from '../../core/message.ts';
import { ownValue } from '../../core/plain-object.ts';
import type { RuleEvent } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import type { GameAction } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { isSameWhenSaved } from '../saved/replay.ts';
import { type GmRequest, gmRequestsOf, type RollMode, type SessionEvent } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { explainRefusal } from '../views/refusals.ts';
import { hasBattleRight, isGm, viewerOf } from '../views/viewer.ts';
import { type Decider, type Decision, decideOrder, decideSessionChange, defaultActor, type Order } from './decision.ts';
import { actorsToChoose, findAllByName, type Issuer, type OrderDecisions } from './decisions.ts';
import { joinListedNames, type RedactedInput, redactInput } from './redact-input.ts';

/** Formats an order as the user typed it. */
export const formatOrder = (
  { game }: OpenBattle,
  { actions: [doing] }: Omit<Order, 'orderId'>,
  typed: unknown,
): Text => {
  if (doing.do !== 'verb') return doing.do;
  const ids = game.roster().flatMap(({ id, actor }) => [id, actor]);
  const params = Object.entries(Object(typed)).map(
    ([key, value]) => say`${key}:${ids.find((id) => id === value) === undefined ? String(value) : ref(String(value))}`,
  );
  return joined([doing.verb, ...params], ' ');
};

/** Decides an order in the battle as its issuer knows it. Undefined if that version of the battle is inconsistent. */
export const decideOrderAsKnownTo = (
  battle: OpenBattle,
  user: string,
  order: Order,
): ReturnType<typeof decideOrder> | undefined => {
  const known = { ...battle, game: battle.game.asKnownTo(viewerOf(battle, user)) };
  try {
    return decideOrder(known, user, order);
  } catch {
    // The battle without its hidden combatants may be inconsistent. Then there is nothing to compare with.
    return undefined;
  }
};

/** Decides the effect of a refused order. If only a hidden combatant forbids it, the GM must decide. */
export const decideRefusedOrder = (
  battle: OpenBattle,
  { user, orderId }: Issuer,
  order: Omit<Order, 'orderId'>,
  typed: unknown,
  refusal: Refusal,
): Result<Decision> => {
  const refused: Result<never> = { ok: false, error: refusal };
  const due = battle.game.expectedActions().some(({ actor }) => actor === order.actor);
  if (viewerOf(battle, user).unseen.length === 0 || !due) return refused;
  const known = decideOrderAsKnownTo(battle, user, { ...order, orderId });
  if (known === undefined) return refused;
  if (!known.ok) return known;
  if ('choice' in known.value) return refused;
  const why = explainRefusal(battle, refusal);
  const wanted = formatOrder(battle, order, typed);
  const put = ownValue(battle.saved.table.puts ?? {}, order.actor);
  if (put !== undefined && isSameWhenSaved(put.order, wanted)) return refuse('waits-for-gm', { who: ref(order.actor) });
  // A plain refusal would let players search for hidden combatants square by square.
  const told: SessionEvent = { type: 'put-to-gm', actor: order.actor, order: wanted, why };
  return ok(decideSessionChange(battle, orderId, 'the GM must decide', [told]));
};

/** The parameters of an order that the GM must approve. Empty for the GM, and if the session trusts its players. */
export const paramsNeedingApproval = (
  { ruleset, saved: { table } }: OpenBattle,
  user: string,
  verb: string,
  params: unknown,
): readonly string[] =>
  isGm(table, user) || table.trusting ? [] : (ruleset.verbs[verb]?.needsApproval(Object(params ?? {})) ?? []);

/** Formats numbers of an order with given or default values: `power 100, pool hp`. */
export const describeNumbers = (
  { ruleset }: OpenBattle,
  verb: string,
  params: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string => {
  const read = ruleset.verbs[verb]?.params.safeParse(params);
  const usual: Readonly<Record<string, unknown>> = Object(read?.success === true ? read.data : {});
  return names
    .flatMap((name) => {
      const value = params[name] ?? usual[name];
      return value === undefined ? [] : `${name} ${String(value)}`;
    })
    .join(', ');
};

/** Turns an order into a request to the GM. Replaces an older request of the same actor. No die is rolled yet. */
export const requestNumbers = (
  battle: OpenBattle,
  { user, orderId }: Issuer,
  order: Omit<Order, 'orderId'>,
  { verb, params }: { readonly verb: string; readonly params: unknown },
  granted: readonly string[],
): Decision =>
  decideSessionChange(battle, orderId, 'request', [
    {
      type: 'requested',
      request: {
        n: battle.saved.version + 1,
        user,
        actor: order.actor,
        verb,
        params: { ...Object(params ?? {}) },
        granted: [...granted],
        ...(order.rolls !== undefined && { rolls: order.rolls }),
        order: formatOrder(battle, order, params),
      },
    },
  ]);

/** Selects a request to the GM by its number or its player's name. Without either: the only open request. */
export interface RequestSelector {
  readonly n?: number | undefined;
  readonly who?: string | undefined;
}

export const findRequest = ({ saved: { table } }: OpenBattle, { n, who }: RequestSelector): Result<GmRequest> => {
  const meant = gmRequestsOf(table).filter(
    (each) => (n === undefined || each.n === n) && (who === undefined || each.actor === who),
  );
  const [first, second] = meant;
  if (first === undefined) return refuse('no-request');
  return second === undefined ? ok(first) : refuse('which-request', { names: listed(meant.map(({ actor }) => actor)) });
};

/** True if everyone reads the same lines about the events as the issuer, and at least one line. */
const isVisibleToAll = (battle: OpenBattle, user: string, events: readonly RuleEvent[]): boolean => {
  const [others, own] = [viewerOf(battle), viewerOf(battle, user)].map((viewer) =>
    battle.game.narrate(events, viewer).map(({ text }) => text),
  );
  return others !== undefined && others.length > 0 && isDeepStrictEqual(others, own);
};

/** Decides an approved request, with the requested or changed parameters. */
export const approveRequest = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  { n, user, actor, verb, params: asked, granted, rolls }: GmRequest,
  changed: Readonly<Record<string, unknown>>,
): Result<Decision> => {
  const params = { ...asked, ...changed };
  const action: GameAction = { do: 'verb', verb, params };
  const names = [...new Set([...granted, ...Object.keys(changed)])];
  const event = {
    type: 'request-granted' as const,
    n,
    actor,
    user: issuer.user,
    numbers: describeNumbers(battle, verb, params, names),
  };
  const decided = decisions.order(battle, { ...issuer, user }, { actor, actions: [action], rolls });
  if (!decided.ok) {
    const { error } = decided;
    if (error.code === 'bad-input') return decided;
    const why = explainRefusal(battle, error);
    return refuse('request-stale', { who: ref(actor), why });
  }
  const { pending, events } = decided.value;
  const open = pending !== undefined || isVisibleToAll(battle, user, events);
  return ok({ ...decided.value, table: [{ ...event, open }, ...decided.value.table] });
};

export interface OrderRequest {
  readonly verb: string;
  readonly params: unknown;
  readonly actor?: string | undefined;
  readonly rolls?: RollMode | undefined;
  readonly handDice?: readonly number[] | undefined;
}

/** Parses an order by the rulebook of its battle. */
export type UnparsedOrder = (ruleset: Ruleset) => Result<OrderRequest>;

/** Restores the typed names in a decision that was made with redacted names. */
const restoreNames = (battle: OpenBattle, { game: _, ...decision }: Decision, { restore }: RedactedInput): Decision => {
  const typed = restore(decision);
  return { ...typed, game: battle.game.applyEvents(typed.events) };
};

/** Decides an order in which a hidden combatant's name is an ordinary word. Undefined if it names the combatant. */
const decideAsPlainWords = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  order: Omit<Order, 'orderId'>,
): Decision | undefined => {
  const known = decideOrderAsKnownTo(battle, issuer.user, { ...order, orderId: issuer.orderId });
  if (!known?.ok || 'choice' in known.value) return undefined;
  const decided = decisions.order(battle, issuer, order);
  // If the result differs from what the issuer knows, the words are a name.
  return decided.ok && isDeepStrictEqual(decided.value.events, known.value.events) ? decided.value : undefined;
};

/** Decides an order of a user: finds its actor, asks for approval, and hides what the issuer must not learn. */
export const resolveOrder =
  (
    decisions: OrderDecisions,
    issuer: Issuer,
    { verb, params: typed, actor: named, rolls, handDice }: OrderRequest,
  ): Decider =>
  (battle) => {
    if (handDice !== undefined && !hasBattleRight(battle.saved.table, issuer.user, 'rule')) return refuse('gm-only');
    const found = named === undefined || named === gmActor ? undefined : findAllByName(battle, issuer.user, [named]);
    if (found !== undefined && !found.ok) return found;
    const params = joinListedNames(battle, issuer.user, verb, typed);
    const { pending } = battle.saved;
    const replies = battle.ruleset.verbs[verb]?.answers;
    const asked = replies !== undefined && pending?.question.kind === replies ? pending.question.to : undefined;
    const choose = named === undefined ? actorsToChoose(battle, issuer.user, verb) : [];
    if (choose.length > 0) return refuse('which-actor', { names: listed(choose, 'or') });
    const unnamed = asked ?? defaultActor(battle, issuer.user, verb);
    const actor = named === gmActor ? gmActor : (found?.value[0] ?? unnamed);
    if (actor === undefined) return refuse('nobody-to-command');
    const ordered = (given: unknown): Omit<Order, 'orderId'> => {
      const action: GameAction = { do: 'verb', verb, params: given };
      return { actor, actions: [action], rolls, byHand: handDice };
    };
    const granted = paramsNeedingApproval(battle, issuer.user, verb, params);
    const asGranted = (attempt: Decision): Result<Decision> => {
      if (granted.length === 0) return ok(attempt);
      const isOpen = gmRequestsOf(battle.saved.table).some(
        (each) => each.actor === actor && each.verb === verb && isDeepStrictEqual(each.params, { ...Object(params) }),
      );
      return isOpen
        ? refuse('waits-for-gm', { who: ref(actor) })
        : ok(requestNumbers(battle, issuer, ordered(params), { verb, params }, granted));
    };
    const input = redactInput(battle, issuer.user, verb, params);
    const isTyped = input.params === params;
    const decided = decisions.order(battle, issuer, ordered(input.params));
    if (decided.ok) return asGranted(isTyped ? decided.value : restoreNames(battle, decided.value, input));
    const worded = isTyped ? undefined : decideAsPlainWords(decisions, battle, issuer, ordered(params));
    if (worded !== undefined) return asGranted(worded);
    const put = decideRefusedOrder(battle, issuer, ordered(input.params), params, decided.error);
    return put.ok ? ok({ ...put.value, table: input.restore(put.value.table) }) : input.restore(put);
  };
