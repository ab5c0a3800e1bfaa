import { usersExpectedToAct } from '../../battle/views/expected-actions.ts';
import { battleView } from '../../battle/views/viewer.ts';
import { describeExpectedActions } from '../replies/order-outcome.ts';
import type { Services } from '../services.ts';

/** A battle on a person's page. */
export interface UserBattle {
  readonly id: string;
  readonly name: string;
  readonly system: string;
  readonly guild: string | undefined;
  readonly channel: string;
  readonly status: 'setup' | 'active' | 'ended';
  /** The phase, or the outcome of an ended battle, as the person sees it. */
  readonly phase: string;
  /** Who is expected to act, as a sentence. Empty after the end. */
  readonly next: string;
  readonly isOwnTurn: boolean;
}

/** Maximum number of battles on a person's page. */
const maxBattles = 40;

/** Lists the battles in which a person has a seat: those that wait for the person first, ended ones last. */
export const findUserBattles = async (
  user: string,
  { battles }: Pick<Services, 'battles'>,
): Promise<readonly UserBattle[]> => {
  const all: UserBattle[] = [];
  for (const { id } of (await battles.listBySeat(user)).slice(0, maxBattles)) {
    const opened = await battles.openById(id);
    if (!opened.ok) continue;
    const { saved, ruleset } = opened.value;
    const { guild, channel, status, table } = saved;
    const view = battleView(opened.value, user);
    all.push({
      ...{ id, guild, channel, status, name: table.name, system: ruleset.title },
      phase: view.outcome ?? view.phase,
      next: status === 'ended' ? '' : describeExpectedActions(opened.value, user),
      isOwnTurn: status === 'active' && usersExpectedToAct(opened.value).includes(user),
    });
  }
  const rank = ({ status, isOwnTurn }: UserBattle): number => (isOwnTurn ? 0 : status === 'ended' ? 2 : 1);
  return all.toSorted((one, other) => rank(one) - rank(other));
};
