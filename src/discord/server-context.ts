import { AsyncLocalStorage } from 'node:async_hooks';

/** The place something is done for: a server, or somebody's direct messages. */
const currentServers = new AsyncLocalStorage<string>();

/** Does something for this server: what it leads to, pictures too, waits in that server's line. */
export const runForServer = <T>(whom: string, work: () => T): T => currentServers.run(whom, work);

/** Whom we are serving; nobody in particular where that is not known. */
export const currentServer = (): string => currentServers.getStore() ?? '';
