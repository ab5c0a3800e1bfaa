import { type Refusal, refuse } from '../../core/refusal.ts';
import { ok, type Result } from '../../core/result.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { orderedFor } from '../views/standing-orders.ts';
import type { Decision } from './decision.ts';
import type { Decisions } from './decisions.ts';
import type { Issuer } from './issuer.ts';

/** Somebody whose time has run out, as it was seen: nothing may have happened in the battle since. */
export interface Absent {
  readonly battle: string;
  readonly version: number;
  readonly actor: string;
  readonly kind: string;
  /** Do their own orders come before what the rulebook does by default? */
  readonly byOrders: boolean;
}

const reason = 'the clock ran out';

/** Nothing where it is to be decided by somebody: an order `ask`, or no default. */
const choiceOf = ({ saved: { table } }: OpenBattle, { actor, kind, byOrders }: Absent): string => {
  const order = byOrders ? (table.awayOrders[actor]?.[kind] ?? table.standing[actor]?.[kind]) : undefined;
  return order ?? 'auto';
};

/** What is done for somebody whose time has run out: their orders where they count, else what the rulebook does by default. */
export const decideForAbsent = (
  decisions: Decisions,
  battle: OpenBattle,
  issuer: Issuer,
  absent: Absent,
): Result<Decision, Refusal> => {
  const { id, version, pending } = battle.saved;
  if (id !== absent.battle || version !== absent.version) return refuse('clock-late');
  const order = choiceOf(battle, absent);
  if (order === 'ask') return refuse('no-default');
  if (pending !== undefined) {
    const { to, kind, choices, auto } = pending.question;
    if (to !== absent.actor || kind !== absent.kind) return refuse('clock-late');
    const choice = choices.find((each) => each.id === order)?.id ?? auto;
    const decided = decisions.answer(battle, issuer, choice);
    return decided.ok ? ok({ ...decided.value, reason }) : decided;
  }
  const given = (wanted: string): Result<Decision, Refusal> => {
    const ordered = orderedFor(battle, absent, wanted);
    if (ordered === undefined) return refuse('no-default');
    const { verb, params } = ordered;
    return decisions.order(battle, issuer, { actor: absent.actor, doings: [{ do: 'verb', verb, params }], reason });
  };
  const done = given(order);
  return done.ok || order === 'auto' ? done : given('auto');
};
