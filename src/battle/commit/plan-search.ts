import { isDeepStrictEqual } from 'node:util';
import { BoundedMap } from '../../core/bounded-map.ts';
import { hashText } from '../../rules/beliefs.ts';
import { buildPlanComparison, type ComparePlans, shortlistPlans } from '../../rules/plan-choice.ts';
import type { Plan } from '../../rules/tactics.ts';
import type { FoundPlans, OpenBattle } from '../saved/open-battle.ts';
import { autopilotOf } from '../views/control.ts';
import { allExpectedActions, planChoices } from '../views/expected-actions.ts';

/** What was found for whoever acted last in a battle. */
interface Found {
  readonly version: number;
  readonly actor: string;
  readonly plan: Plan;
}

/** Of so many battles it is remembered what was found; of others it is found anew, or they play as usual. */
const mostBattles = 500;

/** Finds in thought what those do who play cunningly, before it is up to them; nothing is awaited of it, and none of it is kept. */
export interface PlanSearch extends FoundPlans {
  readonly think: (battle: OpenBattle) => Promise<void>;
}

/** The plan that is what is left of another one after its first order. */
const restOf = (plans: readonly Plan[], { plan }: Found): Plan | undefined =>
  plans.find(({ orders }) => isDeepStrictEqual(orders, plan.orders.slice(1)));

export const createPlanSearch = (consider: ComparePlans): PlanSearch => {
  const all = new BoundedMap<string, Found>(mostBattles);

  const found = async (battle: OpenBattle, actor: string): Promise<Plan | undefined> => {
    const { saved, game, ruleset } = battle;
    const choices = planChoices(battle, actor);
    if (choices === undefined) return undefined;
    const before = all.get(saved.id);
    const rest = before?.actor === actor ? restOf(choices.plans, before) : undefined;
    const tried = shortlistPlans(choices.plans);
    if (rest !== undefined || tried.length < 2) return rest ?? tried[0];
    const numbers = hashText(`${saved.id} ${saved.version}`);
    const asked = buildPlanComparison({ system: ruleset.id, game, unseen: choices.unseen }, actor, tried, numbers);
    // The order before it stands, whatever becomes of the thought.
    return tried[(await consider(asked).catch(() => undefined)) ?? 0];
  };

  return {
    planOf: ({ saved }, actor) => {
      const last = all.get(saved.id);
      return last?.version === saved.version && last.actor === actor ? last.plan : undefined;
    },
    think: async (battle) => {
      const { saved, game, ruleset } = battle;
      if (!ruleset.isSearchWorthwhile || game.status !== 'active' || saved.pending !== undefined) return;
      if (!Object.values(saved.table.autopilot ?? {}).some(({ level }) => level === 'cunning')) return;
      const due = allExpectedActions(battle).find(({ actor }) => autopilotOf(battle, actor)?.level === 'cunning');
      if (due === undefined || all.get(saved.id)?.version === saved.version) return;
      const plan = await found(battle, due.actor);
      all.delete(saved.id);
      if (plan !== undefined) all.set(saved.id, { version: saved.version, actor: due.actor, plan });
    },
  };
};
