import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy in front of a server, which a test can stop. */
export interface StoppableProxy {
  readonly port: number;
  /** All connections stay open and pass nothing on. */
  readonly hang: () => void;
  /** Passes everything on again. Connections that were opened meanwhile are cut. */
  readonly resume: () => void;
  readonly close: () => void;
}

export const stoppableProxy = async (port: number): Promise<StoppableProxy> => {
  let isHanging = false;
  const pairs = new Set<readonly Socket[]>();
  const server = createServer((client) => {
    const pair = isHanging ? [client] : [client, connect(port, '127.0.0.1')];
    const [, target] = pair;
    pairs.add(pair);
    for (const [at, socket] of pair.entries()) {
      const other = pair[1 - at];
      socket.on('data', (bytes) => other?.write(bytes));
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
    close: () => {
      server.close();
      for (const socket of [...pairs].flat()) socket.destroy();
    },
  };
};
