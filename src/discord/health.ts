import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';

/** Serves `/metrics` and `/healthz` for those who watch over the bot. */
export const healthServer = async (port: number, registry: Registry, healthy: () => boolean): Promise<Server> => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/metrics') {
      response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
    } else if (pathname === '/healthz') {
      const well = healthy();
      response.writeHead(well ? 200 : 503, { 'content-type': 'text/plain' }).end(well ? 'ok\n' : 'not connected\n');
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port);
  await once(server, 'listening');
  return server;
};
