import { AsyncLocalStorage } from 'node:async_hooks';

/** The server for which the current code runs, or the user in direct messages. */
const currentServers = new AsyncLocalStorage<string>();

/** Runs `work` for a server, so that pictures it starts wait in the server's queue. */
export const runForServer = <T>(whom: string, work: () => T): T => currentServers.run(whom, work);

/** The server for which the current code runs. Empty if unknown. */
export const currentServer = (): string => currentServers.getStore() ?? '';
