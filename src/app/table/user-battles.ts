import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import { battleView } from '../../battle/views/viewer.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';
import type { Services } from '../services.ts';

/** Lists a person's battles that the person may open, newest first, as this person sees them. */
export const findUserBattles = async (
  user: string,
  { battles }: Pick<Services, 'battles'>,
  mayOpen: (battle: string) => Promise<boolean>,
) => {
  const all = [];
  for (const { id } of (await battles.listBySeat(user)).slice(0, 40)) {
    const opened = await battles.openById(id);
    if (!opened.ok || !(await mayOpen(id))) continue;
    const { saved, ruleset } = opened.value;
    const { guild, channel, status, table } = saved;
    const view = battleView(opened.value, user);
    all.push({
      ...{ id, guild, channel, status, name: table.name, system: ruleset.title },
      // As the person sees it.
      phase: view.outcome ?? view.phase,
      next: status === 'ended' ? '' : describeExpectedActions(opened.value, user),
      isOwnTurn: status === 'active' && usersExpectedToAct(opened.value).includes(user),
    });
  }
  return all;
};

/** A battle on a person's page. */
export type UserBattle = Awaited<ReturnType<typeof findUserBattles>>[number];
