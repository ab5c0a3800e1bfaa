import { setTimeout } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { compress } from 'hono/compress';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { type ControlAction, privateViewKinds } from '../app/replies/reply.ts';
import type { Services } from '../app/services.ts';
import { runInLanguage, runInLanguages } from '../core/message.ts';
import type { AssetAddresses, Assets } from './assets.ts';
import { createLiveUpdates, type WatchBattles } from './live.ts';
import { addMyPages } from './my-pages.ts';
import { type FrontPage, frontPage, sentencePage, tablePage } from './page-html.ts';
import { createPages, type Page, type Pages } from './pages.ts';
import { createRateLimit } from './rate-limit.ts';
import { addReplayPages } from './replay-pages.ts';
import type { Seat, Seats } from './seats.ts';
import { createTablePages, type TablePageParts, type TablePages } from './table-pages.ts';

/** What a practice table offers on its front page, and how it begins a battle. */
export interface Practice {
  readonly front: () => Promise<FrontPage>;
  /** Begins a lesson or a battle. Returns its id, or undefined if it cannot begin. */
  readonly begin: (system: string, what: string, locale: string | undefined) => Promise<string | undefined>;
}

export interface WebServerParts extends Omit<TablePageParts, 'isPractice'> {
  readonly watchBattles: WatchBattles;
  readonly seats: Seats;
  /** Undefined for a server whose battles begin on Discord. */
  readonly practice: Practice | undefined;
  /** The hosts by which browsers may call the server, with ports. */
  readonly hosts: () => readonly string[];
  /** True if browsers use https, also through a proxy. */
  readonly isSecure: boolean;
  readonly assets: Assets;
  readonly now: () => number;
  /** The locale of all users at a practice table. Default: as browsers say. */
  readonly locale?: string | undefined;
}

type Env = {
  Variables: { seat: Seat; locale: string | undefined };
  Bindings: { incoming?: { socket: { remoteAddress?: string } } };
};

/** The network address of a request's sender, as the nearest proxy reports it. */
const senderOf = ({ req, env }: Context<Env>): string =>
  (req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? env?.incoming?.socket.remoteAddress ?? '').slice(0, 50);

/** The first of a browser's locales that is English or installed. */
const acceptedLocale = (accepted: string, { find }: Pick<Services['languages'], 'find'>): string | undefined =>
  accepted
    .split(',')
    .map((each) => each.split(';')[0]?.trim() ?? '')
    .find((each) => /^en\b/i.test(each) || find(each) !== undefined);

/** Makes pages in the language of the practice table, else of the browser. */
const inBrowserLanguage =
  ({ services: { languages }, locale: fixed }: WebServerParts): MiddlewareHandler<Env> =>
  (c, next) => {
    if (languages.installed.length === 0) return next();
    const locale = fixed ?? acceptedLocale(c.req.header('accept-language') ?? '', languages);
    c.set('locale', locale);
    return runInLanguages(languages.guess({ locale }), next);
  };

/** The longest text that an option takes is a map. */
const inputValue = z.union([z.string().max(6000), z.number(), z.boolean()]);
const pressSchema = z.strictObject({
  path: z.array(z.string().max(60)).min(1).max(2),
  // Names that begin with a dollar sign are those of the control itself.
  input: z.record(z.string().max(60).regex(/^[^$]/), inputValue),
  battle: z.string().max(100).optional(),
  moment: z.literal(1).optional(),
  view: z.enum(privateViewKinds).optional(),
  draft: z.string().max(1000).optional(),
});
const actionSchema = z.strictObject({
  page: z.uuid(),
  once: z.uuid(),
  shows: z.string().max(30).optional(),
  press: pressSchema.optional(),
  spot: z.string().max(110).optional(),
  actor: z.string().max(100).optional(),
});

const [none, own] = [["'none'"], ["'self'"]];
const contentSecurityPolicy = {
  ...{ defaultSrc: none, baseUri: none, frameAncestors: none },
  ...{ scriptSrc: own, styleSrc: own, fontSrc: own, connectSrc: own, formAction: own, imgSrc: [...own, 'data:'] },
};

/** Maximum size of what a browser sends (bytes). */
const maxBody = 64 * 1024;
const year = 31_536_000;
/** Maximum time that a press waits for its turn (milliseconds). */
const maxWait = 3000;

/** Refuses other names of this machine, and requests that another site's page sends. Orders must be JSON. */
const requireOwnSite =
  (hosts: () => readonly string[]): MiddlewareHandler =>
  async (c, next) => {
    const host = c.req.header('host') ?? '';
    if (!hosts().includes(host)) return c.text('This server has another name.', 421);
    const origin = c.req.header('origin') ?? '';
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    if (!isRead && (!URL.canParse(origin) || new URL(origin).host !== host))
      return c.text('This request comes from another site.', 403);
    if (c.req.path.endsWith('/do') && !/^application\/json\b/.test(c.req.header('content-type') ?? ''))
      return c.text('Orders must be JSON.', 415);
    return next();
  };

interface TableRoutes extends Pick<WebServerParts, 'services' | 'now'> {
  readonly addresses: AssetAddresses;
  readonly pages: Pages;
  readonly tables: TablePages;
  readonly live: ReturnType<typeof createLiveUpdates>;
  /** What users pressed and is being carried out. */
  readonly orders: Set<Promise<void>>;
}

/** Adds the routes of battles, for requests that have a seat. */
const addTableRoutes = (app: Hono<Env>, parts: TableRoutes): void => {
  const { services, addresses, now, pages, tables, live, orders } = parts;
  const waitToPress = createRateLimit(10, 20, now);
  /** The user of a page. At the practice table, the one whom the address names. */
  const userOf = (c: Context<Env>): string | undefined => c.var.seat.user ?? c.req.query('as')?.slice(0, 100);
  const findPage = (c: Context<Env>, id = ''): Page | undefined => {
    const page = pages.get(id);
    return page?.battle === c.req.param('battle') && page?.user === userOf(c) ? page : undefined;
  };
  const sendContents = async (c: Context<Env>, page: Page, fresh?: string) => {
    const text = fresh ?? (await tables.render(page))?.text;
    page.fresh = undefined;
    return text === undefined
      ? c.body(null, 410)
      : c.body(text, 200, { 'content-type': 'text/html; charset=utf-8', 'x-shows': page.shows });
  };

  app.get('/b/:battle', async (c) => {
    const locale = c.var.seat.link === undefined ? c.var.locale : undefined;
    const page = pages.open(c.req.param('battle'), userOf(c), c.var.seat, locale);
    const shown = await tables.render(page);
    return shown === undefined
      ? c.html(sentencePage('No battle', 'There is no battle at this address.', addresses), 404)
      : c.html(runInLanguage(shown.dictionary, () => tablePage(shown, page, addresses)));
  });
  app.get('/b/:battle/view', async (c) => {
    const page = findPage(c, c.req.query('page'));
    return page === undefined ? c.body(null, 410) : sendContents(c, page, page.fresh);
  });
  app.post('/b/:battle/do', async (c) => {
    const given = actionSchema.safeParse(await c.req.json().catch(() => undefined));
    if (!given.success) return c.text('The bot does not understand this order. Load the page again.', 400);
    const page = findPage(c, given.data.page);
    if (page === undefined) return c.body(null, 410);
    const wait = waitToPress(`${page.battle} ${page.user ?? ''}`);
    if (wait > maxWait) return c.body(null, 429);
    if (wait > 0) await setTimeout(wait);
    const { press, ...action } = given.data;
    const running = tables.act(page, { ...action, press: press as ControlAction | undefined });
    orders.add(running);
    page.acts += 1;
    await running.finally(() => {
      page.acts -= 1;
      orders.delete(running);
    });
    return sendContents(c, page);
  });
  app.get('/b/:battle/live', (c) => {
    const page = findPage(c, c.req.query('page'));
    if (page === undefined) return streamSSE(c, (stream) => stream.writeSSE({ event: 'gone', data: '' }));
    return streamSSE(c, (stream) => live.listen(stream, page));
  });
  app.get('/b/:battle/file/:at', (c) => {
    const file = findPage(c, c.req.query('page'))?.sheet?.files[Number(c.req.param('at'))];
    if (file === undefined) return c.notFound();
    const content = typeof file.content === 'string' ? file.content : new Uint8Array(file.content);
    return c.body(content, 200, {
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${file.name.replace(/[^\w.-]+/g, '_')}"`,
    });
  });
  app.get('/b/:battle/picture/:hash', async (c) => {
    const { battle, hash } = c.req.param();
    const image = pages.hasPicture(battle, c.var.seat.user, hash)
      ? (await services.pictures.images([hash])).get(hash)
      : undefined;
    return image === undefined
      ? c.notFound()
      : c.body(new Uint8Array(image.bytes), 200, { 'content-type': 'image/webp', 'cache-control': 'private' });
  });
};

/** Creates the server of tables in a browser. Each page is made for one person from what this person may know. */
export const createWebServer = (parts: WebServerParts) => {
  const { services, watchBattles, seats, practice, hosts, isSecure, assets, links, now, onError } = parts;
  const { addresses, files } = assets;
  const pages = createPages();
  const tables = createTablePages({ ...parts, isPractice: practice !== undefined });
  const waitToBegin = createRateLimit(1, 20, now);
  const waitToRead = createRateLimit(1, 20, now);
  const waitToEnter = createRateLimit(1 / 3, 20, now);
  const waitToLoad = createRateLimit(30, 150, now);
  const app = new Hono<Env>();
  const says = (c: Context, status: 200 | 400 | 403 | 404 | 429, title: string, text: string) =>
    c.html(sentencePage(title, text, addresses), status);

  const tooLarge = (c: Context) => c.text('This text is too long for the bot. Shorten it.', 413);
  app.use(requireOwnSite(hosts), bodyLimit({ maxSize: maxBody, onError: tooLarge }));
  app.use(inBrowserLanguage(parts));
  app.use((c, next) => (c.req.path.endsWith('/live') ? next() : compress()(c, next)));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    onError(error);
    return c.text('Something went wrong inside, and nothing was changed. Try again.', 500);
  });
  app.notFound((c) => says(c, 404, 'No page', 'There is no page at this address.'));
  app.on('GET', ['/replay/*', '/book/*', '/me/*'], (c, next) =>
    waitToRead(senderOf(c)) > 0
      ? says(c, 429, 'Too many requests', 'Wait a minute, then load the page again.')
      : next(),
  );
  // These pages have a policy of their own.
  const { forget } = addReplayPages(app, { services, links, addresses });
  const watchAll: WatchBattles = (watcher, listWatched) =>
    watchBattles((battle) => {
      forget(battle);
      watcher(battle);
    }, listWatched);
  const live = createLiveUpdates(pages, tables, seats, watchAll, onError);
  // `no-referrer` would make browsers send `Origin: null` with forms.
  app.use(
    secureHeaders({
      ...{ contentSecurityPolicy, referrerPolicy: 'same-origin' },
      ...{ xFrameOptions: 'DENY', strictTransportSecurity: false },
    }),
  );
  app.get('/a/:name', (c) => {
    const found = files.get(c.req.param('name'));
    if (found === undefined) return c.notFound();
    const headers = { 'content-type': found.type, 'cache-control': `public, max-age=${year}, immutable` };
    return c.body(found.content, 200, headers);
  });
  app.get('/favicon.ico', (c) => c.body(null, 204));

  if (practice === undefined) app.get('/', (c) => says(c, 200, 'Brotherhood Master', seats.advice));
  const boardOf = practice && ((battle: string, user: string) => `/b/${battle}?as=${encodeURIComponent(user)}`);
  addMyPages(app, { services, seats, links, addresses }, boardOf);

  /** Exchanges the key in an address for a cookie, so that the address of no page contains the key. */
  app.get('/enter/:key', async (c) => {
    if (waitToEnter(senderOf(c)) > 0)
      return says(c, 429, 'Too many tries', 'Wait a minute, then open the address again.');
    const entry = await seats.exchange(c.req.param('key'));
    if (entry === undefined) return says(c, 403, 'This link is not valid', seats.advice);
    const { cookie, path, lifetime: maxAge } = entry;
    setCookie(c, seats.cookie, cookie, { httpOnly: true, secure: isSecure, sameSite: 'Lax', path, maxAge });
    return c.redirect(path, 303);
  });
  app.use(async (c, next) => {
    c.header('cache-control', 'no-store');
    const seat = seats.find(getCookie(c, seats.cookie), /^\/b\/([^/]+)/.exec(c.req.path)?.[1]);
    if (seat === undefined || !(await seats.isOpen(seat))) return says(c, 403, 'Brotherhood Master', seats.advice);
    const { link } = seat;
    if (link !== undefined && waitToLoad(`${link.battle} ${link.user}`) > 0)
      return says(c, 429, 'Too many requests', 'Wait a minute, then load the page again.');
    c.set('seat', seat);
    return next();
  });

  if (practice !== undefined) {
    app.get('/', async (c) => c.html(frontPage(await practice.front(), addresses)));
    app.post('/new', async (c) => {
      const { system, what } = await c.req.parseBody();
      const id =
        waitToBegin('all') === 0 ? await practice.begin(String(system), String(what), c.var.locale) : undefined;
      return id === undefined
        ? says(c, 400, 'Brotherhood Master', 'This battle could not begin. Go back and choose another one.')
        : c.redirect(`/b/${id}`, 303);
    });
  }

  const orders = new Set<Promise<void>>();
  addTableRoutes(app, { services, addresses, now, pages, tables, live, orders });
  return {
    fetch: app.fetch,
    /** Stops updates, and finishes running orders. */
    stop: async (): Promise<void> => {
      live.stop();
      await Promise.allSettled(orders);
    },
  };
};
