import type { Refusal } from '../core/refusal.ts';
import type { Suggestion } from '../rules/awaited.ts';
import { awaitedIn } from './awaiting.ts';
import type { OpenBattle } from './battle.ts';
import { decideOrder } from './deciding.ts';
import type { Plan, TableEvent } from './table.ts';

/** `attack target:Ann weapon:axe`: an order as it could be typed. */
export const orderText = (verb: string, params: object): string =>
  [verb, ...Object.entries(params).map(([key, value]) => `${key}:${value}`)].join(' ');

/** What somebody hidden will do, to follow a name. */
export const planText = (plan: Plan | undefined): string => {
  if (plan === undefined) return 'waits for the GM when the moment comes';
  return plan.does === 'nothing'
    ? 'does nothing while hidden'
    : `will do when the moment comes: ${orderText(plan.verb, plan.params)}`;
};

/** The reason that stands in the log where an order was planned. */
export const plannedReason = 'planned beforehand';

interface PlannedOrder {
  readonly actor: string;
  readonly order: Pick<Suggestion, 'verb' | 'params'>;
  /** Written with it: an order is given once. */
  readonly table: readonly TableEvent[];
}

const deciding = (battle: OpenBattle, actor: string, { verb, params }: Pick<Suggestion, 'verb' | 'params'>) =>
  decideOrder(battle, battle.saved.table.gm, {
    orderId: 'planned',
    actor,
    doings: [{ do: 'verb', verb, params: { ...params } }],
  });

/** What the battle waits for now that the GM gave somebody hidden to do beforehand; nothing while a question is open. */
export const plannedOrder = (battle: OpenBattle): PlannedOrder | undefined => {
  const { saved, game } = battle;
  const { pending, table } = saved;
  if (pending !== undefined || game.status !== 'active' || table.plans === undefined) return undefined;
  for (const { actor, verbs, auto, idle } of awaitedIn(battle)) {
    const plan = table.hidden[actor] === undefined ? undefined : table.plans[actor];
    if (plan === undefined) continue;
    const given = plan.does === 'order' && verbs.includes(plan.verb) ? plan : undefined;
    const order = given ?? (plan.does === 'nothing' ? (idle ?? auto) : undefined);
    if (order === undefined) continue;
    return { actor, order, table: given === undefined ? [] : [{ type: 'plan-set', actor }] };
  }
  return undefined;
};

/** Why what was planned for somebody whose moment it is cannot be done now; nothing where it can, or nothing was planned. */
export const planFails = (battle: OpenBattle, actor: string): Refusal | undefined => {
  const plan = battle.saved.table.plans?.[actor];
  if (plan?.does !== 'order') return undefined;
  const decided = deciding(battle, actor, plan);
  return decided.ok ? undefined : decided.error;
};
