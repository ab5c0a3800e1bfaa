import type { Services } from '../app/services.ts';

type ServerStore = Services['servers'];

/** Wraps a store of server settings so that it reports changes, for which the server's slash commands are updated. */
export const watchServers = (servers: ServerStore) => {
  const listeners = new Set<(guild: string) => void>();
  return {
    ...servers,
    saveSettings: async (...saved: Parameters<ServerStore['saveSettings']>): Promise<void> => {
      await servers.saveSettings(...saved);
      for (const listener of listeners) listener(saved[0].guild);
    },
    /** Calls `listener` after a server's settings were saved. Returns a function that removes the listener. */
    onSettingsSaved: (listener: (guild: string) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
export type WatchedServers = ReturnType<typeof watchServers>;
