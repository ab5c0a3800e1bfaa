import type { OpenBattle } from '../../battle/saved/store.ts';
import type { Asker } from '../command-kit/asker.ts';
import type { Services } from '../services.ts';

/** The battle of a channel that is not over, in preparation or under way. */
export const findActiveBattle = async (
  { channel }: Pick<Asker, 'channel'>,
  { battles }: Pick<Services, 'battles'>,
): Promise<OpenBattle | undefined> => {
  const battle = await battles.open(channel);
  return battle.ok && battle.value.game.status !== 'ended' ? battle.value : undefined;
};
