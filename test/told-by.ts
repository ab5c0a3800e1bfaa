import type { MessageMode } from '../src/campaign/servers.ts';
import type { Stores } from '../src/wiring/compose.ts';

/** Servers that have orders told so where they chose nothing. */
export const toldBy = (stores: Stores, messages: MessageMode): Stores => ({
  ...stores,
  servers: {
    ...stores.servers,
    settings: async (guild) => {
      const chosen = await stores.servers.settings(guild);
      const none = { guild, systems: [], rolls: 'public', houseRules: {}, editions: {}, readings: [] } as const;
      return { ...none, messages, ...chosen };
    },
    presentation: async (guild) => ({ messages, ...(await stores.servers.presentation(guild)) }),
  },
});
