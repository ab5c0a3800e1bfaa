import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Registry } from 'prom-client';
import { problemText } from '../core/text.ts';

/** The port of METRICS_PORT cannot be had: nothing to do with Discord. */
export class NoMetricsPort extends Error {}

interface Where {
  readonly port: number;
  readonly host: string;
}

const refusals: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process uses it',
  EACCES: 'this user may not use it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'this machine has no such address',
};

/**
 * Serves those who watch over the bot: `/metrics`; `/healthz`, well as long as the process answers at all; `/readyz`, well where
 * nothing of `problems` keeps it from playing, else these, a line each. Refuses a port that cannot be had.
 */
export const healthServer = async (
  { port, host }: Where,
  registry: Registry,
  problems: () => Promise<readonly string[]>,
): Promise<Server> => {
  // Imported, it would bring along all that fetches, which takes longer to load than it does.
  const { createServer } = process.getBuiltinModule('node:http');
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/metrics') {
      response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
    } else if (pathname === '/healthz') {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    } else if (pathname === '/readyz') {
      const found = await problems().catch((problem: unknown) => [problemText(problem)]);
      const well = found.length === 0;
      response
        .writeHead(well ? 200 : 503, { 'content-type': 'text/plain' })
        .end(well ? 'ready\n' : found.map((each) => `${each}\n`).join(''));
    } else {
      response.writeHead(404).end();
    }
  });
  server.listen(port, host);
  await once(server, 'listening').catch((problem: NodeJS.ErrnoException) => {
    const why = refusals[problem.code ?? ''] ?? problem.message;
    throw new NoMetricsPort(`METRICS_PORT ${port} of ${host} cannot be had: ${why}.`, { cause: problem });
  });
  return server;
};
