import { AsyncLocalStorage } from 'node:async_hooks';

/** The server for which the current code runs. In direct messages: the user. */
const currentServers = new AsyncLocalStorage<string>();

/** Runs `work` for a server, so that pictures drawn by this work wait in the server's queue. */
export const runForServer = <T>(whom: string, work: () => T): T => currentServers.run(whom, work);

/** The server for which the current code runs. Empty if unknown. */
export const currentServer = (): string => currentServers.getStore() ?? '';
