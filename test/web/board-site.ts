import { randomUUID } from 'node:crypto';
import type { Asker, CommandInput } from '../../src/app/command-kit/command.ts';
import { noTransport } from '../../src/app/outbox/transport.ts';
import type { Reply } from '../../src/app/replies/reply.ts';
import type { Stores } from '../../src/campaign/stores.ts';
import type { Dictionary } from '../../src/core/message.ts';
import { linkAddress } from '../../src/presentation/card.ts';
import type { Boards } from '../../src/wiring/boards.ts';
import { openBoards } from '../../src/wiring/boards.ts';
import { composeApp } from '../../src/wiring/compose.ts';
import { createMemoryStores } from '../../src/wiring/memory-stores.ts';
import { pathOf } from '../app/house.ts';
import { freePort } from '../free-port.ts';

const token = 'a token of the bot';

/** What a browser of one person shows and sends. */
export type Browser = Awaited<ReturnType<BoardSite['enter']>>;

/** The bot without Discord, with boards for browsers. Its people read `table` and `cellar` until `away` names them. */
export const openBoardSite = async (
  stores: Stores = createMemoryStores(),
  inTurn?: Parameters<Boards['serve']>[0]['inTurn'],
  languages: readonly Dictionary[] = [],
) => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const errors: unknown[] = [];
  /** People who cannot read the channel. `unknown`: Discord does not answer. */
  const away = new Set<string>();
  let asked = 0;
  let ahead = 0;
  const start = async (by = token, key?: string) => {
    const port = Number(new URL(url).port);
    const boards = await openBoards({ url, host: '127.0.0.1', port, key }, by, (error) => errors.push(error));
    const house = composeApp({
      stores,
      now: () => Date.now() + ahead,
      webLinks: boards.links,
      languages,
      seed: () => '5eed'.repeat(16),
      transport: {
        ...noTransport,
        find: async (id) => ({ id, kind: 'text', name: id, parent: undefined, guild: 'guild' }),
        post: async () => 'sent',
        direct: async () => 'sent',
        tagPost: async () => 'sent',
        mayRead: async (_guild, _channel, user) => {
          asked += 1;
          if (away.has('Discord')) throw new Error('Discord does not answer.');
          return !away.has(user);
        },
      },
      onError: (error) => errors.push(error),
    });
    await house.outbox.startDelivery(() => true);
    const stop = boards.serve({ ...house, ...(inTurn && { inTurn }) });
    const close = async (): Promise<void> => {
      await stop();
      await house.outbox.close();
    };
    return { house, close };
  };
  let running = await start();

  /** Gives a command on Discord. Returns its answer, or the sentence of its refusal. */
  const run = async (user: string, path: string, input: CommandInput = {}, channel = 'table'): Promise<Reply> => {
    const { house } = running;
    const asker: Asker = { user, name: user, guild: 'guild', channel, orderId: randomUUID(), manages: user === 'gm' };
    const answer = await house.dispatcher.run(await pathOf(house, path, channel), asker, input);
    if (!answer.ok) throw new Error(await house.sentence(answer.error, channel));
    await house.idle();
    return answer.value;
  };
  const battleIn = async (channel = 'table') => {
    const battle = await running.house.services.battles.open(channel);
    if (!battle.ok) throw new Error(battle.error.code);
    return battle.value;
  };
  /** The private links that the bot gives a person: to the board, and to the person's battles. */
  const linksFor = async (user: string, channel?: string): Promise<readonly string[]> => {
    const { cards } = await run(user, 'battle board', {}, channel);
    return (cards[0]?.links ?? []).map(linkAddress);
  };
  const linkFor = async (user: string, channel?: string): Promise<string> => (await linksFor(user, channel))[0] ?? '';
  const follow = (link: string) => fetch(link, { redirect: 'manual' });

  /** Follows a private link, and opens the page to which it leads. */
  const enter = async (user: string, link?: string) => {
    const entered = await follow(link ?? (await linkFor(user)));
    const path = entered.headers.get('location') ?? '';
    const cookie = (entered.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    let received = '';
    /** Requests a path with the person's cookie. Collects all bytes of the answer. */
    const call = async (to: string, init: RequestInit = {}) => {
      const headers = { cookie, origin: url, ...init.headers };
      // The script of a page sends a press again if the connection breaks.
      const ask = () => fetch(`${url}${to}`, { redirect: 'manual', ...init, headers });
      const answer = await ask().catch(ask);
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
        received += `${JSON.stringify([...answer.headers])}${await answer.clone().text()}`;
      return answer;
    };
    let page = '';
    const load = async (): Promise<string> => {
      const text = await (await call(path)).text();
      [, page = ''] = /data-page="([^"]+)"/.exec(text) ?? [];
      return text;
    };
    const first = await load();
    const send = (what: object, headers: Record<string, string> = {}) =>
      call(`${path}/do`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ page, once: randomUUID(), ...what }),
      });
    return {
      ...{ entered, path, cookie, call, load, first, send },
      page: () => page,
      press: (command: string, input: CommandInput = {}) => send({ press: { path: command.split(' '), input } }),
      view: () => call(`${path}/view?page=${page}`),
      live: () => call(`${path}/live?page=${page}`),
      received: () => received,
    };
  };
  return {
    ...{ url, errors, away, run, battleIn, linkFor, linksFor, follow, enter },
    asked: () => asked,
    pass: (milliseconds: number) => {
      ahead += milliseconds;
    },
    house: () => running.house,
    /** Ends the process, and starts it again on the same stores. */
    restart: async (by?: string, key?: string): Promise<void> => {
      await running.close();
      running = await start(by, key);
    },
    close: () => running.close(),
  };
};
export type BoardSite = Awaited<ReturnType<typeof openBoardSite>>;
