import { isDeepStrictEqual } from 'node:util';
import { listed, ref } from '../../core/message.ts';
import { ok, type Refusal, type Result, refuse } from '../../core/result.ts';
import type { RuleEvent } from '../../rules/event.ts';
import type { GameAction } from '../../rules/game.ts';
import { type GmRequest, gmRequestsOf } from '../saved/session.ts';
import type { OpenBattle } from '../saved/store.ts';
import { isGm } from '../views/permissions.ts';
import { explainRefusal } from '../views/refusals.ts';
import { viewerOf } from '../views/viewer.ts';
import { type Decision, decideSessionChange, type Order } from './decision.ts';
import type { Issuer, OrderDecisions } from './decisions.ts';
import { formatOrder } from './order-text.ts';

/** Which parameters of this order the GM must grant whoever gives it; none to the GM, nor where the table trusts its players. */
export const paramsNeedingApproval = (
  { ruleset, saved: { table } }: OpenBattle,
  user: string,
  verb: string,
  params: unknown,
): readonly string[] =>
  isGm(table, user) || table.trusting ? [] : (ruleset.verbs[verb]?.needsApproval(Object(params ?? {})) ?? []);

/** `power 100, pool hp`: what was given for these parameters, or what the rulebook takes where nothing was. */
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

/** The order becomes a request: nothing is done and no die falls, another order may be given. The newer one of an actor stands. */
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

/** Which request is meant: by its number, by the name of the one it is for, or the only one there is. */
export interface RequestSelector {
  readonly n?: number | undefined;
  readonly who?: string | undefined;
}

export const findRequest = (
  { saved: { table } }: OpenBattle,
  { n, who }: RequestSelector,
): Result<GmRequest, Refusal> => {
  const meant = gmRequestsOf(table).filter(
    (each) => (n === undefined || each.n === n) && (who === undefined || each.actor === who),
  );
  const [first, second] = meant;
  if (first === undefined) return refuse('no-request');
  return second === undefined ? ok(first) : refuse('which-request', { names: listed(meant.map(({ actor }) => actor)) });
};

/** A sealed order stays sealed: do all others read of it what its issuer does? */
const isVisibleToAll = (battle: OpenBattle, user: string, events: readonly RuleEvent[]): boolean => {
  const [others, own] = [viewerOf(battle), viewerOf(battle, user)].map((viewer) =>
    battle.game.narrate(events, viewer).map(({ text }) => text),
  );
  return others !== undefined && others.length > 0 && isDeepStrictEqual(others, own);
};

/** What comes of a request that the GM grants, as it was asked or changed. */
export const approveRequest = (
  decisions: OrderDecisions,
  battle: OpenBattle,
  issuer: Issuer,
  { n, user, actor, verb, params: asked, granted, rolls }: GmRequest,
  changed: Readonly<Record<string, unknown>>,
): Result<Decision, Refusal> => {
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
