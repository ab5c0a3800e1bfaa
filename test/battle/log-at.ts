import type { BattleStore, LogEntry } from '../../src/battle/saved/store.ts';

/** The log of the battle in a channel; none where there is no battle. */
export const logAt = async (store: BattleStore, channel: string): Promise<readonly LogEntry[]> => {
  const battle = await store.byChannel(channel);
  return battle === undefined ? [] : store.log(battle);
};
