import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Registry } from 'prom-client';
import { errorMessage } from '../core/message.ts';
import { createBoundedRead } from './bounded-read.ts';

/** Thrown if METRICS_PORT is not available. */
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

/** Time limit of a read, so that every request is answered within a second (milliseconds). */
const readTimeout = 800;

/** A client that is slower than this (milliseconds) gets 408. More clients at once than this are turned away. */
const serverOptions = {
  headersTimeout: 2_000,
  requestTimeout: 2_000,
  keepAliveTimeout: 1_000,
  connectionsCheckingInterval: 500,
};
const maxConnections = 500;

/** The path of a request target. Accepts an absolute URI, and any text that is no path. */
const pathOf = (target: string): string =>
  (URL.canParse(target) ? new URL(target).pathname : target).split('?', 1)[0] ?? target;

interface Answer {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const plain = (status: number, body: string): Answer => ({ status, body, headers: { 'content-type': 'text/plain' } });

const notAllowed = { status: 405, headers: { allow: 'GET, HEAD' } } as const;

/**
 * Serves `/metrics`, `/healthz` (200 while the process answers) and `/readyz` (200 if there are no `problems`, else 503 and the list).
 * Every request is answered within a second. Throws if the port is not available.
 */
export const startHealthServer = async (
  { port, host }: Where,
  registry: Registry,
  problems: () => Promise<readonly string[]>,
): Promise<Server> => {
  // Imported, it would bring along all that fetches, which takes longer to load than it does.
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
    // What is left of the request, its body or further requests, is not read.
    response.writeHead(status, { ...headers, connection: 'close' }).end(body);
  });
  server.maxConnections = maxConnections;
  // Without a listener Node.js cuts the connection without a word.
  server.on('connect', (_, socket) => {
    socket.on('error', () => socket.destroy());
    socket.end('HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD\r\nConnection: close\r\n\r\n');
  });
  server.listen(port, host);
  await once(server, 'listening').catch((problem: NodeJS.ErrnoException) => {
    const why = refusals[problem.code ?? ''] ?? problem.message;
    throw new MetricsPortError(`METRICS_PORT ${port} of ${host} cannot be had: ${why}.`, { cause: problem });
  });
  // A connection that cannot be accepted, because too many files are open, is an error of the server.
  server.on('error', () => {});
  return server;
};
