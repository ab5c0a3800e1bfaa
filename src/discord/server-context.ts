import { AsyncLocalStorage } from 'node:async_hooks';

/** The server we currently work for, or the user in direct messages. */
const currentServers = new AsyncLocalStorage<string>();

/** Runs work for a server, so that what it starts, pictures included, waits in that server's queue. */
export const runForServer = <T>(whom: string, work: () => T): T => currentServers.run(whom, work);

/** The server we work for. Empty if unknown. */
export const currentServer = (): string => currentServers.getStore() ?? '';
