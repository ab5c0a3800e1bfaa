import { serve } from '@hono/node-server';

/** A port that is served to browsers. */
export interface WebListener {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Serves a port to browsers. Rejects if the port cannot be opened. */
export const listenForBrowsers = (
  fetch: Parameters<typeof serve>[0]['fetch'],
  hostname: string,
  port: number,
): Promise<WebListener> => {
  const { promise, resolve, reject } = Promise.withResolvers<WebListener>();
  const server = serve({ fetch, hostname, port }, (at) => {
    const close = (): Promise<void> =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    resolve({ port: at.port, close });
  });
  server.on('error', reject);
  return promise;
};
