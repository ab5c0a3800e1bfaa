import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Registry } from 'prom-client';
import { errorMessage } from '../core/message.ts';
import { createBoundedRead } from './bounded-read.ts';

/** Thrown if the port that METRICS_PORT names is not available. */
export class MetricsPortError extends Error {}

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

/** Time limit for reading a metric, so that each request is answered within a second (milliseconds). */
const readTimeout = 800;

/** Limits for HTTP clients: slow clients get status 408 (milliseconds), and too many at once are refused. */
const serverOptions = {
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  keepAliveTimeout: 1_000,
  connectionsCheckingInterval: 500,
};
const maxConnections = 500;

/** The path in the target of an HTTP request. The target may also be an absolute URI. */
const pathOf = (target: string): string =>
  (URL.canParse(target) ? new URL(target).pathname : target).split('?', 1)[0] ?? target;

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const plain = (status: number, body: string): Answer => ({ status, body, headers: { 'content-type': 'text/plain' } });

const notAllowed = { status: 405, headers: { allow: 'GET, HEAD' } } as const;

/** Serves `/metrics`, `/healthz` and `/readyz` (503 if there are `problems`). Throws if the port is not available. */
export const startHealthServer = async (
  { port, host }: Where,
  registry: Registry,
  problems: () => Promise<readonly string[]>,
): Promise<Server> => {
  // A static import would also load all of Node's fetch, which takes longer than the server itself.
  const { createServer } = process.getBuiltinModule('node:http');
  const readMetrics = createBoundedRead(() => registry.metrics(), readTimeout);
  const readProblems = createBoundedRead(problems, readTimeout);

  const pages: Readonly<Record<string, () => Answer | Promise<Answer>>> = {
    '/metrics': async () => {
      const body = await readMetrics();
      return { status: 200, body, headers: { 'content-type': registry.contentType } };
    },
    '/healthz': () => plain(200, 'ok\n'),
    '/readyz': async () => {
      const found = await readProblems();
      return found.length === 0 ? plain(200, 'ready\n') : plain(503, found.map((each) => `${each}\n`).join(''));
    },
  };

  const answerTo = async ({ method, url = '' }: IncomingMessage): Promise<Answer> => {
    const page = Object.hasOwn(pages, pathOf(url)) ? pages[pathOf(url)] : undefined;
    if (page === undefined) return { status: 404 };
    return method === 'GET' || method === 'HEAD' ? page() : notAllowed;
  };

  const server = createServer(serverOptions, async (request, response) => {
    const { status, headers, body } = await answerTo(request).catch((problem: unknown) =>
      plain(503, `${errorMessage(problem)}\n`),
    );
    // The rest of the request is not read.
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });
  server.maxConnections = maxConnections;
  // Without a listener, Node.js cuts the connection without an answer.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n');
  });
  server.listen(port, host);
  await once(server, 'listening').catch((problem: NodeJS.ErrnoException) => {
    const why = refusals[problem.code ?? ''] ?? problem.message;
    throw new MetricsPortError(`METRICS_PORT ${port} of ${host} cannot be had: ${why}.`, { cause: problem });
  });
  // If too many files are open, a refused connection is an error of the server.
  server.on('error', () => {});
  return server;
};
