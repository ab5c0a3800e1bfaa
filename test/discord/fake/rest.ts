import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from './api-error.ts';
import type { Fault, Faults } from './faults.ts';
import type { Upload } from './message-rules.ts';
import { openApiCheck, type RequestCheck } from './openapi.ts';
import { type Request, routes } from './routes.ts';
import type { World } from './world.ts';

export interface Logged {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  /** 0 if the connection was broken off. */
  readonly status: number;
  /** Discord's code of a refusal. */
  readonly code: number | undefined;
  readonly withFiles: boolean;
  /** The time of its arrival, before its body was read (milliseconds of `performance.now()`). */
  readonly cameAt: number;
  /** The fault that was applied. */
  readonly fault?: Fault;
}

interface Parts {
  readonly world: World;
  /** The address of the gateway, for the process of that name. */
  readonly gatewayUrl: (by: string | undefined) => string;
  readonly cdn: () => string;
  readonly announce: Request['announce'];
  readonly fault: (what: string) => void;
  /** Sources of faults. The first that chooses one decides. */
  readonly faults: readonly Faults[];
  /** Files that people attached, by path. */
  readonly uploads: ReadonlyMap<string, Uint8Array>;
  /** Called for each request instead of storing it. Requests are not checked against the schema then. */
  readonly onRequest?: ((request: Logged) => void) | undefined;
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const fromForm = async (type: string, bytes: Buffer): Promise<{ body: unknown; uploads: readonly Upload[] }> => {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const uploads: Upload[] = [];
  let body: unknown;
  for (const [key, value] of form) {
    const index = /^files\[(\d+)\]$/.exec(key)?.[1];
    if (key === 'payload_json') body = JSON.parse(typeof value === 'string' ? value : await value.text());
    else if (index !== undefined && typeof value !== 'string')
      uploads.push({ index: Number(index), name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) });
    else throw new ApiError(400, 50035, `Invalid Form Body: unexpected part ${key}`);
  }
  return { body, uploads };
};

const read = async (type: string, bytes: Buffer): Promise<{ body: unknown; uploads: readonly Upload[] }> => {
  if (type.startsWith('multipart/form-data')) return fromForm(type, bytes);
  return { body: bytes.length === 0 ? undefined : JSON.parse(bytes.toString()), uploads: [] };
};

/** Discord's REST API on loopback. Logs every request, and reports requests that Discord would refuse. */
export const rest = (
  parts: Parts,
): { readonly server: Server; readonly requests: readonly Logged[]; readonly inFlight: () => number } => {
  const { world, fault } = parts;
  const requests: Logged[] = [];
  const { onRequest = (request: Logged) => void requests.push(request) } = parts;
  const check: RequestCheck = parts.onRequest === undefined ? openApiCheck() : () => [];
  let open = 0;

  const answer = (
    method: string,
    path: string,
    query: URLSearchParams,
    token: string,
    body: unknown,
    uploads: readonly Upload[],
    kind: string,
    by: string | undefined,
  ): unknown => {
    for (const route of routes) {
      const found = route.method === method ? route.path.exec(path) : null;
      if (found === null) continue;
      if (!route.open && token !== `Bot ${world.token}`) throw new ApiError(401, 0, '401: Unauthorized');
      const wrong = check(method, path, kind, body, query);
      if (wrong.length > 0) fault(`${method} ${path} is not as Discord's OpenAPI describes it: ${wrong.join('; ')}`);
      return route.answer({
        world,
        at: (hole) => found[hole + 1] ?? '',
        query,
        body,
        uploads,
        gatewayUrl: parts.gatewayUrl(by),
        cdn: parts.cdn(),
        announce: parts.announce,
      });
    }
    fault(`${method} ${path} is not a route of Discord that this fake knows`);
    throw new ApiError(404, 0, '404: Not Found');
  };

  const reply = (
    response: ServerResponse,
    status: number,
    data: unknown,
    headers: Record<string, string> = {},
  ): void => {
    if (data === undefined) response.writeHead(status, headers).end();
    else response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(data));
  };

  const refuse = (response: ServerResponse, { status, message, code, details }: ApiError): void =>
    reply(response, status, { message, code, errors: details });

  /** Answers instead of Discord, or breaks the connection off. Returns the status. */
  const strike = (response: ServerResponse, struck: Exclude<Fault, { kind: 'delay' | 'lost answer' }>): number => {
    switch (struck.kind) {
      case 'hang-up':
        response.socket?.destroy();
        return 0;
      case 'error':
        reply(response, struck.status, {
          message: 'upstream connect error or disconnect/reset before headers',
          code: 0,
        });
        return struck.status;
      case 'rate limit': {
        const { seconds, global = false } = struck;
        reply(
          response,
          429,
          { message: 'You are being rate limited.', retry_after: seconds, global },
          {
            'retry-after': String(seconds),
            ...(global
              ? { 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' }
              : {
                  'x-ratelimit-limit': '1',
                  'x-ratelimit-remaining': '0',
                  'x-ratelimit-reset-after': String(seconds),
                  'x-ratelimit-bucket': 'on-demand',
                  'x-ratelimit-scope': 'user',
                }),
          },
        );
        return 429;
      }
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const cameAt = performance.now();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://local');
    const method = request.method ?? 'GET';
    const file = parts.uploads.get(pathname);
    if (file !== undefined) {
      response.writeHead(200).end(file);
      return;
    }
    const { by, path = '' } =
      /^(?:(?:\/(?<by>\w+))?\/api\/v10)?(?<path>.*)$/.exec(decodeURIComponent(pathname))?.groups ?? {};
    const type = request.headers['content-type'] ?? '';
    const withFiles = type.startsWith('multipart/form-data');
    let struck: Fault | undefined;
    for (const choose of parts.faults) struck ??= choose({ method, path, withFiles, by });
    const note = (status: number, body?: unknown, code?: number): void => {
      onRequest({ method, path, body, status, code, withFiles, cameAt, ...(struck && { fault: struck }) });
    };
    if (struck !== undefined && 'unread' in struck && struck.unread) {
      note(strike(response, struck), undefined, 0);
      return;
    }
    const bytes = await bodyOf(request);
    let body: unknown;
    try {
      const given = await read(type, bytes);
      body = given.body;
      if (struck !== undefined && struck.kind !== 'delay' && struck.kind !== 'lost answer') {
        note(strike(response, struck), body, 0);
        return;
      }
      if (struck?.kind === 'delay' && !struck.back) await sleep(struck.milliseconds);
      const data = answer(
        method,
        path,
        searchParams,
        request.headers.authorization ?? '',
        body,
        given.uploads,
        type.split(';')[0] ?? '',
        by,
      );
      note(data === undefined ? 204 : 200, body);
      if (struck?.kind === 'delay' && struck.back) await sleep(struck.milliseconds);
      if (struck?.kind === 'lost answer') response.socket?.destroy();
      else reply(response, data === undefined ? 204 : 200, data);
    } catch (error) {
      const refusal = error instanceof ApiError ? error : new ApiError(500, 0, String(error));
      if (!(error instanceof ApiError))
        fault(`${method} ${path}: the fake failed: ${error instanceof Error ? error.stack : error}`);
      if (refusal.code === 50035 || refusal.code === 50006) fault(`${method} ${path}: ${refusal.message}`);
      note(refusal.status, body, refusal.code);
      refuse(response, refusal);
    }
  };

  const server = createServer((request, response) => {
    open += 1;
    serve(request, response)
      .catch((error: unknown) => {
        // The client may have been killed in the middle of its request.
        if (!request.destroyed) fault(`the fake failed: ${error}`);
      })
      .finally(() => {
        open -= 1;
      });
  });
  return { server, requests, inFlight: () => open };
};
