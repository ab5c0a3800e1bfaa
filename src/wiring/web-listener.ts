import { serve } from '@hono/node-server';

/** Serves a port to browsers. Rejects if the port cannot be opened. */
export const listenForBrowsers = async (
  fetch: Parameters<typeof serve>[0]['fetch'],
  hostname: string,
  port: number,
) => {
  const opened = Promise.withResolvers<number>();
  const server = serve({ fetch, hostname, port }, (at) => opened.resolve(at.port));
  server.on('error', opened.reject);
  return {
    port: await opened.promise,
    close: (): Promise<void> =>
      new Promise((closed) => {
        server.close(() => closed());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
};
