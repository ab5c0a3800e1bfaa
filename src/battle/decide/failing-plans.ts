import type { Refusal } from '../../core/result.ts';
import type { Suggestion } from '../../rules/expected-action.ts';
import type { OpenBattle } from '../saved/store.ts';
import type { HiddenTurn } from '../views/hidden-plans.ts';
import { decideOrder } from './decision.ts';

const tryOrder = (battle: OpenBattle, actor: string, { verb, params }: Pick<Suggestion, 'verb' | 'params'>) =>
  decideOrder(battle, battle.saved.table.gm, {
    orderId: 'planned',
    actor,
    actions: [{ do: 'verb', verb, params: { ...params } }],
  });

/** Why what was planned for somebody hidden cannot be done at this moment of theirs; nothing where it can, or nothing was planned. */
export const findPlanFailure = (battle: OpenBattle, { who, due: { actor } }: HiddenTurn): Refusal | undefined => {
  const plan = battle.saved.table.plans?.[who];
  if (plan?.does !== 'order') return undefined;
  const decided = tryOrder(battle, actor, plan);
  return decided.ok ? undefined : decided.error;
};
