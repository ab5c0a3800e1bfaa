import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which a test can stop. */
export interface StoppableProxy {
  readonly port: number;
  /** All connections stay open and pass nothing on. */
  readonly hang: () => void;
  /** Passes everything on again. Connections that were opened meanwhile are cut. */
  readonly resume: () => void;
  /** Cuts the connection of the next question: before the question passes, or when its answer comes. */
  readonly cutNext: (what: 'question' | 'answer') => void;
  readonly close: () => void;
}

export const stoppableProxy = async (port: number): Promise<StoppableProxy> => {
  let isHanging = false;
  let cut: 'question' | 'answer' | undefined;
  const asking = new WeakSet<Socket>();
  const pairs = new Set<readonly Socket[]>();
  const server = createServer((client) => {
    const pair = isHanging ? [client] : [client, connect(port, '127.0.0.1')];
    const [, target] = pair;
    pairs.add(pair);
    for (const [at, socket] of pair.entries()) {
      const other = pair[1 - at];
      socket.on('data', (bytes) => {
        if (socket === client && cut !== undefined) {
          if (cut === 'question') client.destroy();
          else asking.add(client);
          cut = undefined;
        } else if (socket !== client && asking.has(client)) client.destroy();
        if (!client.destroyed) other?.write(bytes);
      });
      socket.on('error', () => {});
      socket.on('close', () => {
        other?.destroy();
        pairs.delete(pair);
      });
    }
    if (target === undefined) client.pause();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    hang: () => {
      isHanging = true;
      for (const socket of [...pairs].flat()) socket.pause();
    },
    resume: () => {
      isHanging = false;
      for (const pair of pairs)
        for (const socket of pair) {
          if (pair.length === 1) socket.destroy();
          else socket.resume();
        }
    },
    cutNext: (what) => {
      cut = what;
    },
    close: () => {
      server.close();
      for (const socket of [...pairs].flat()) socket.destroy();
    },
  };
};
