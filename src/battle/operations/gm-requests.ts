import { isDeepStrictEqual } from 'node:util';
import { ref } from '../../core/message.ts';
import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import { listed } from '../../core/text.ts';
import type { RuleEvent } from '../../rules/definition.ts';
import type { Doing } from '../../rules/game.ts';
import type { Attempt, Giver, Performing, Reported } from '../commit/transaction.ts';
import { decideTable, type Order } from '../decide/decision.ts';
import { inWords } from '../decide/order-text.ts';
import { by, when } from '../decide/preconditions.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { type GmRequest, requestsOf } from '../saved/session.ts';
import { isGm } from '../views/permissions.ts';
import { whyNot } from '../views/refusals.ts';
import { viewerOf } from '../views/viewer.ts';

/** Which parameters of this order the GM must grant whoever gives it; none to the GM, nor where the table trusts its players. */
export const toBeGranted = (
  { ruleset, saved: { table } }: OpenBattle,
  user: string,
  verb: string,
  params: unknown,
): readonly string[] =>
  isGm(table, user) || table.trusting ? [] : (ruleset.verbs[verb]?.granted(Object(params ?? {})) ?? []);

/** `power 100, pool hp`: what was given for these parameters, or what the rulebook takes where nothing was. */
export const numbersIn = (
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
export const requested = (
  battle: OpenBattle,
  { user, orderId }: Giver,
  order: Omit<Order, 'orderId'>,
  { verb, params }: { readonly verb: string; readonly params: unknown },
  granted: readonly string[],
): Attempt =>
  decideTable(battle, orderId, 'request', [
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
        order: inWords(battle, order, params),
      },
    },
  ]);

/** Which request is meant: by its number, by the name of the one it is for, or the only one there is. */
export interface WhichRequest {
  readonly n?: number | undefined;
  readonly who?: string | undefined;
}

export const requestMeant = (
  { saved: { table } }: OpenBattle,
  { n, who }: WhichRequest,
): Result<GmRequest, Refusal> => {
  const meant = requestsOf(table).filter(
    (each) => (n === undefined || each.n === n) && (who === undefined || each.actor === who),
  );
  const [first, second] = meant;
  if (first === undefined) return refuse('no-request');
  return second === undefined ? ok(first) : refuse('which-request', { names: listed(meant.map(({ actor }) => actor)) });
};

/** A sealed order stays sealed: do all others read of it what its giver does? */
const toldToAll = (battle: OpenBattle, user: string, events: readonly RuleEvent[]): boolean => {
  const [others, own] = [viewerOf(battle), viewerOf(battle, user)].map((viewer) =>
    battle.game.tell(events, viewer).map(({ text }) => text),
  );
  return others !== undefined && others.length > 0 && isDeepStrictEqual(others, own);
};

/** What players ask of the GM, and what comes of it. */
export interface Requests {
  /**
   * The GM grants what was asked, as it was asked or changed. It is the player’s order then: in their name, with their right, to be
   * taken back as any order of theirs. Its dice are those of the granting, so that none is known before.
   */
  readonly grant: (giver: Giver, which: WhichRequest, changed?: Readonly<Record<string, unknown>>) => Reported;
  readonly deny: (giver: Giver, which: WhichRequest, why: string | undefined) => Reported;
}

type Parts = Pick<Performing, 'at' | 'decideGame' | 'perform' | 'performAll'>;

export const requests = ({ at, decideGame, perform, performAll }: Parts): Requests => {
  const carriedOut = (
    battle: OpenBattle,
    giver: Giver,
    { n, user, actor, verb, params: asked, granted, rolls }: GmRequest,
    changed: Readonly<Record<string, unknown>>,
  ): Result<Attempt, Refusal> => {
    const params = { ...asked, ...changed };
    const doing: Doing = { do: 'verb', verb, params };
    const names = [...new Set([...granted, ...Object.keys(changed)])];
    const event = {
      type: 'request-granted' as const,
      n,
      actor,
      user: giver.user,
      numbers: numbersIn(battle, verb, params, names),
    };
    const decided = decideGame(battle, { ...giver, user }, { actor, doings: [doing], rolls });
    if (!decided.ok) {
      const { error } = decided;
      if (error.code === 'bad-input') return decided;
      const why = whyNot(battle, error);
      return refuse('request-stale', { who: ref(actor), why });
    }
    const { pending, events } = decided.value;
    const open = pending !== undefined || toldToAll(battle, user, events);
    return ok({ ...decided.value, table: [{ ...event, open }, ...decided.value.table] });
  };
  return {
    grant: async (giver, which, changed = {}) => {
      const there = await at(giver.channel);
      if (!there.ok) return there;
      const allowed = by(giver, 'rule')(there.value);
      if (!allowed.ok) return allowed;
      const meant = requestMeant(there.value, which);
      if (!meant.ok) return meant;
      const { n, user } = meant.value;
      return performAll({ ...giver, user }, (battle) => {
        const still = by(giver, 'rule')(battle);
        if (!still.ok) return still;
        const request = requestMeant(battle, { n });
        return request.ok ? carriedOut(battle, giver, request.value, changed) : request;
      });
    },
    deny: (giver, which, why) =>
      perform(
        giver,
        when([by(giver, 'rule')], (battle) => {
          const meant = requestMeant(battle, which);
          if (!meant.ok) return meant;
          const { n, actor } = meant.value;
          return ok(
            decideTable(battle, giver.orderId, 'request refused', [
              { type: 'request-refused', n, actor, ...(why !== undefined && { why }) },
            ]),
          );
        }),
      ),
  };
};
