import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { z } from 'zod';
import { guildPayload, userPayload } from './payloads.ts';
import type { World } from './world.ts';

const identifySchema = z.object({
  token: z.string(),
  intents: z.int(),
  properties: z.object({ os: z.string() }),
  shard: z.tuple([z.int(), z.int()]).optional(),
});
const resumeSchema = z.object({ token: z.string(), session_id: z.string(), seq: z.int() });
const packetSchema = z.object({ op: z.int(), d: z.unknown() });

interface Session {
  readonly id: string;
  readonly shard: readonly [number, number];
  /** Every event that was dispatched, for connections that resume. */
  readonly sent: { readonly s: number; readonly t: string; readonly d: unknown }[];
  /** Number of connections. */
  count: number;
  socket: WebSocket | undefined;
  /** The process of the connection, if it has an address of its own. */
  readonly by: string | undefined;
}

/** What happened so far, and how many new connections have no answer yet. */
export interface GatewayCounts {
  readonly identified: number;
  readonly resumed: number;
  readonly heartbeats: number;
  readonly unanswered: number;
}

export interface Gateway {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Sends an event to the shard of a server, or to the first shard, and stores it for connections that resume. */
  readonly dispatch: (event: string, data: unknown, guild: string | undefined) => void;
  /** Sends an event to every new connection, between READY and its servers. */
  readonly early: (event: string, data: unknown) => void;
  readonly hearing: (hearing: Hearing) => void;
  /** Settles when everything that was sent so far has been received. */
  readonly heard: () => Promise<void>;
  /** Cuts every connection; the sessions can be resumed unless they are forgotten. */
  readonly drop: (forget: boolean) => void;
  /** Cuts the connections of one process until the returned function is called. New ones are refused, or get no answer. */
  readonly cut: (by: string, answersNew: boolean) => () => void;
  readonly counts: () => GatewayCounts;
  readonly isConnected: () => boolean;
  readonly close: () => void;
}

/** The intent Guilds. Any other intent is refused. */
const guildsOnly = 1;

/** Sets which connections of a shard receive an event: all, as on Discord, or one in turn. */
export type Hearing = 'all' | 'in turn';

/** The name of a process in its address of the gateway. */
const processAt = (url = '/'): string | undefined => /^\/(\w+)/.exec(url)?.[1];

export const gateway = (
  world: World,
  address: (by: string | undefined) => string,
  heartbeat: number,
  fault: (what: string) => void,
): Gateway => {
  const server = new WebSocketServer({ noServer: true });
  const sessions = new Map<string, Session>();
  /** Processes that are cut off, and their new connections without an answer. Undefined if they are refused. */
  const cut = new Map<string | undefined, Duplex[] | undefined>();
  const early: [event: string, data: unknown][] = [];
  let hearing: Hearing = 'all';
  let turn = 0;
  let identified = 0;
  let resumed = 0;
  let heartbeats = 0;

  const send = (socket: WebSocket | undefined, packet: object): void => {
    if (socket?.readyState === socket?.OPEN) socket?.send(JSON.stringify(packet));
  };
  const dispatchTo = (session: Session, t: string, d: unknown): void => {
    session.count += 1;
    const packet = { s: session.count, t, d };
    if (!world.isLean) session.sent.push(packet);
    send(session.socket, { op: 0, ...packet });
  };
  const serves = ({ shard: [shard, of] }: Session, guild: string | undefined): boolean =>
    guild === undefined ? shard === 0 : Number((BigInt(guild) >> 22n) % BigInt(of)) === shard;

  const identify = (socket: WebSocket, input: unknown, by: string | undefined): Session | undefined => {
    const wanted = identifySchema.safeParse(input);
    if (!wanted.success) {
      fault(`IDENTIFY: ${wanted.error.message}`);
      socket.close(4002);
      return undefined;
    }
    const { token, intents, shard = [0, 1] as const } = wanted.data;
    if (token !== world.token) {
      socket.close(4004);
      return undefined;
    }
    if (intents !== guildsOnly) {
      fault(`IDENTIFY: intents ${intents}, not Guilds alone`);
      socket.close(4014);
      return undefined;
    }
    identified += 1;
    const session: Session = {
      ...{ id: `session-${world.id()}`, shard: [shard[0], shard[1]], sent: [], count: 0, socket, by },
    };
    sessions.set(session.id, session);
    const guilds = [...world.guilds.values()].filter(({ id }) => serves(session, id));
    dispatchTo(session, 'READY', {
      v: 10,
      user: { ...userPayload(world.bot), verified: true, mfa_enabled: false, email: null, flags: 0 },
      guilds: guilds.map(({ id }) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: address(by),
      session_type: 'normal',
      shard,
      application: { id: world.application, flags: 0 },
    });
    for (const [event, data] of early) dispatchTo(session, event, data);
    for (const guild of guilds) dispatchTo(session, 'GUILD_CREATE', guildPayload(world, guild));
    return session;
  };

  const resume = (socket: WebSocket, input: unknown): Session | undefined => {
    const wanted = resumeSchema.safeParse(input);
    const session = wanted.success ? sessions.get(wanted.data.session_id) : undefined;
    if (
      !wanted.success ||
      session === undefined ||
      wanted.data.token !== world.token ||
      wanted.data.seq > session.count
    ) {
      send(socket, { op: 9, d: false });
      return undefined;
    }
    resumed += 1;
    session.socket = socket;
    for (const packet of session.sent.slice(wanted.data.seq)) send(socket, { op: 0, ...packet });
    dispatchTo(session, 'RESUMED', {});
    return session;
  };

  server.on('connection', (socket, request) => {
    const by = processAt(request.url);
    let session: Session | undefined;
    send(socket, { op: 10, s: null, t: null, d: { heartbeat_interval: heartbeat } });
    socket.on('message', (data) => {
      const { op, d } = packetSchema.parse(JSON.parse(String(data)));
      if (op === 1) {
        heartbeats += 1;
        if (typeof d === 'number' && session && d > session.count) fault(`HEARTBEAT: sequence ${d} was never sent`);
        send(socket, { op: 11 });
      } else if (op === 2 || op === 6) {
        if (session) socket.close(4005);
        else session = op === 2 ? identify(socket, d, by) : resume(socket, d);
      } else if (session === undefined) {
        socket.close(4003);
      } else if (op !== 3) {
        fault(`gateway: unexpected operation ${op}`);
        socket.close(4001);
      }
    });
    socket.on('close', () => {
      if (session?.socket === socket) session.socket = undefined;
    });
  });

  return {
    upgrade: (request, socket, head) => {
      const by = processAt(request.url);
      if (cut.has(by)) {
        const unanswered = cut.get(by);
        if (unanswered === undefined) socket.destroy();
        else unanswered.push(socket);
        return;
      }
      const query = new URL(request.url ?? '/', 'http://local').searchParams;
      if (query.get('v') !== '10' || query.get('encoding') !== 'json') fault(`gateway: connected with ${query}`);
      server.handleUpgrade(request, socket, head, (opened) => server.emit('connection', opened, request));
    },
    dispatch: (event, data, guild) => {
      const hearers = [...sessions.values()].filter((session) => serves(session, guild));
      const one = hearers[turn++ % Math.max(1, hearers.length)];
      const chosen = hearing === 'in turn' && event === 'INTERACTION_CREATE' && one !== undefined ? [one] : hearers;
      for (const session of chosen) dispatchTo(session, event, data);
    },
    early: (event, data) => {
      early.push([event, data]);
    },
    hearing: (wanted) => {
      hearing = wanted;
    },
    heard: async () => {
      const open = [...server.clients].filter(({ readyState, OPEN }) => readyState === OPEN);
      const received = (socket: WebSocket) =>
        new Promise<void>((resolve) => {
          const done = (): void => {
            socket.off('pong', done);
            socket.off('close', done);
            resolve();
          };
          socket.on('pong', done);
          socket.on('close', done);
          socket.ping();
        });
      await Promise.all(open.map(received));
    },
    drop: (forget) => {
      const open = [...sessions.values()].map(({ socket }) => socket);
      if (forget) sessions.clear();
      for (const socket of open) socket?.terminate();
    },
    cut: (by, answersNew) => {
      const unanswered: Duplex[] | undefined = answersNew ? undefined : [];
      cut.set(by, unanswered);
      for (const session of sessions.values()) if (session.by === by) session.socket?.terminate();
      return () => {
        cut.delete(by);
        for (const socket of unanswered ?? []) socket.destroy();
      };
    },
    counts: () => {
      const unanswered = [...cut.values()].reduce((sum, sockets) => sum + (sockets?.length ?? 0), 0);
      return { identified, resumed, heartbeats, unanswered };
    },
    isConnected: () => [...sessions.values()].some(({ socket }) => socket !== undefined),
    close: () => {
      for (const client of server.clients) client.terminate();
      server.close();
    },
  };
};
