import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import { battleView } from '../../battle/views/viewer.ts';
import { campaignRole } from '../../campaign/campaigns.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';
import type { Services } from '../services.ts';

/** True if the person may read a channel of a server. */
type MayRead = (guild: string | undefined, channel: string) => Promise<boolean>;

/** Lists the campaigns of a person that the person may read. */
export const findUserCampaigns = async (user: string, { campaigns }: Pick<Services, 'campaigns'>, mayRead: MayRead) => {
  const all = [];
  for (const each of await campaigns.listMentioning(user))
    if (campaignRole(each, user) !== 'stranger' && (await mayRead(each.guild, each.place))) all.push(each);
  return all;
};

/** Lists a person's battles that the person may open, newest first, as this person sees them. */
export const findUserBattles = async (user: string, { battles }: Pick<Services, 'battles'>, mayRead: MayRead) => {
  const all = [];
  for (const { id } of (await battles.listBySeat(user)).slice(0, 40)) {
    const opened = await battles.openById(id);
    if (!opened.ok) continue;
    const { saved, ruleset } = opened.value;
    const { guild, channel, status, table } = saved;
    if (!(await mayRead(guild, channel))) continue;
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
