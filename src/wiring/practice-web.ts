import { randomBytes, randomUUID } from 'node:crypto';
import type { Asker } from '../app/command-kit/command.ts';
import { worded } from '../core/message.ts';
import { loadAssets } from '../web/assets.ts';
import { createPageLinks } from '../web/page-links.ts';
import { createPracticeSeats } from '../web/seats.ts';
import { createWebServer, type Practice, type WebServerParts } from '../web/server.ts';
import { listenForBrowsers } from './web-listener.ts';

/** Only this machine can reach the practice table. */
const hostname = '127.0.0.1';
const usualPort = 8017;

type PracticeWebParts = Pick<WebServerParts, 'dispatcher' | 'services' | 'sentence' | 'watchBattles' | 'locale'>;
type Order = readonly [path: readonly string[], input: Record<string, unknown>];

/** The orders that begin what a newcomer chose: a lesson, a preset encounter with its heroes, or an empty table. */
const openingOrders = (system: string, what: string, foes: readonly { readonly side: string }[]): readonly Order[] => {
  if (what === 'lesson') return [[['learn'], { system }]];
  if (what === 'empty') return [[['battle', 'create'], { system }]];
  return [
    [['battle', 'create'], { system, name: worded(what) }],
    [['encounter', 'load'], { name: what, cast: true }],
    [['gm', 'autopilot'], { who: [...new Set(foes.map(({ side }) => `side:${side}`))].join(', '), does: 'at-once' }],
    [['battle', 'start'], {}],
  ];
};

const createPractice = ({ dispatcher, services }: PracticeWebParts): Practice => ({
  front: async () => ({
    systems: services.rulesets,
    battles: await services.battles.list(undefined, undefined, 8),
  }),
  begin: async (system, what, locale) => {
    const channel = `${system}-${randomBytes(3).toString('hex')}`;
    const encounter = services.rulesets.find(({ id }) => id === system)?.encounters.find(({ name }) => name === what);
    for (const [path, input] of openingOrders(system, what, encounter?.foes ?? [])) {
      const asker: Asker = {
        ...{ user: 'gm', name: 'GM', guild: undefined, channel },
        ...{ orderId: randomUUID(), manages: true, locale },
      };
      await dispatcher.run(path, asker, input);
    }
    const battle = await services.battles.open(channel);
    return battle.ok ? battle.value.saved.id : undefined;
  },
});

/** Serves the practice table to browsers on this machine. Returns its address, which contains the key. */
export const servePractice = async (
  parts: PracticeWebParts,
  onError: (error: unknown) => void,
  port = usualPort,
): Promise<{ readonly address: string; readonly close: () => Promise<void> }> => {
  const key = randomBytes(18).toString('base64url');
  let hosts: readonly string[] = [];
  const { fetch, stop } = createWebServer({
    ...{ ...parts, seats: createPracticeSeats(key), practice: createPractice(parts), assets: loadAssets() },
    ...{ hosts: () => hosts, isSecure: false, links: createPageLinks(key), now: Date.now, onError },
  });
  // Another table may use the usual port. Then any free port will do.
  const listener = await listenForBrowsers(fetch, hostname, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return listenForBrowsers(fetch, hostname, 0);
    throw error;
  });
  hosts = [`${hostname}:${listener.port}`, `localhost:${listener.port}`];
  return {
    address: `http://${hostname}:${listener.port}/enter/${key}`,
    close: () => stop().then(listener.close),
  };
};
