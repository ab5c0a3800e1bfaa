import { hkdfSync } from 'node:crypto';
import type { WebLinks } from '../app/table/web-links.ts';
import { loadAssets } from '../web/assets.ts';
import { createPageLinks } from '../web/page-links.ts';
import { createBoardSeats, createTickets } from '../web/seats.ts';
import { createWebServer, type WebServerParts } from '../web/server.ts';
import type { WebSettings } from './config.ts';
import { listenForBrowsers } from './web-listener.ts';

/** The key that signs links and seats. A new token or a new `WEB_KEY` ends all of them. */
const deriveKey = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, '', 'brotherhood-master boards', 32)).toString('hex');

const unavailable = () =>
  new Response('The bot is starting or stopping. Load the page again in a moment.', { status: 503 });

type House = Pick<WebServerParts, 'dispatcher' | 'services' | 'sentence' | 'watchBattles' | 'inTurn'>;

/** Opens the port of a bot's boards. Rejects if the port cannot be opened. */
export const openBoards = async (
  { url, host, port, key }: WebSettings,
  token: string,
  onError: (error: unknown) => void,
) => {
  const derived = deriveKey(key ?? token);
  const tickets = createTickets(derived, Date.now);
  const links = createPageLinks(derived);
  let answer: ReturnType<typeof createWebServer>['fetch'] = unavailable;
  const { close } = await listenForBrowsers((...request) => answer(...request), host, port);
  const isSecure = url.startsWith('https:');
  return {
    links: {
      board: (link) => `${url}/enter/${tickets.sign('link', link)}`,
      mine: (user, number) => `${url}${links.path('me', user, number)}`,
      replay: (battle) => `${url}${links.path('replay', battle)}`,
      book: (campaign) => `${url}${links.path('book', campaign)}`,
    } satisfies WebLinks,
    /** Answers requests from now on. Returns a function that finishes running orders and closes the port. */
    serve: (house: House) => {
      const { fetch, stop } = createWebServer({
        ...{ ...house, seats: createBoardSeats(tickets, house.services, isSecure), practice: undefined },
        ...{
          hosts: () => [new URL(url).host],
          isSecure,
          assets: loadAssets(),
          links,
          now: house.services.now,
          onError,
        },
      });
      answer = fetch;
      return () => {
        answer = unavailable;
        return stop().then(close);
      };
    },
  };
};

/** The boards of a bot on Discord. */
export type Boards = Awaited<ReturnType<typeof openBoards>>;
