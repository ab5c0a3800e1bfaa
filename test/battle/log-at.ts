import type { BattleStore, LogEntry } from '../../src/battle/saved/store.ts';

/** The log of the battle in a channel. Empty if there is no battle. */
export const logAt = async (store: BattleStore, channel: string): Promise<readonly LogEntry[]> => {
  const battle = await store.byChannel(channel);
  return battle === undefined ? [] : store.log(battle);
};
