import type { Services } from '../app/services.ts';

type ServerStore = Services['servers'];

/** A store of server settings that reports changes, so that the server's slash commands can be updated. */
export interface WatchedServers extends ServerStore {
  /** Calls `listener` after a server's settings were saved. Returns a function that removes the listener. */
  readonly onSettingsSaved: (listener: (guild: string) => void) => () => void;
}

export const watchServers = (servers: ServerStore): WatchedServers => {
  const listeners = new Set<(guild: string) => void>();
  return {
    ...servers,
    saveSettings: async (settings, said) => {
      await servers.saveSettings(settings, said);
      for (const listener of listeners) listener(settings.guild);
    },
    onSettingsSaved: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
