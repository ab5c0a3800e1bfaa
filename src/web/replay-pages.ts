import type { Context, Env, Hono } from 'hono';
import { LRUCache } from 'lru-cache';
import { campaignBook } from '../app/campaigns/campaign-book.ts';
import type { Services } from '../app/services.ts';
import { runForEveryone } from '../core/message.ts';
import { bookHtml } from '../presentation/campaign-book.ts';
import type { AssetAddresses } from './assets.ts';
import { sentencePage } from './page-html.ts';
import type { PageLinks } from './page-links.ts';

export interface LinkedPageParts {
  readonly services: Services;
  readonly links: PageLinks;
  readonly addresses: AssetAddresses;
}

/**
 * Adds the routes of replays and campaign books: what everyone may see of battles that are over.
 * `forget` must be called after a battle was written, because the erasure of a person's data changes its replay.
 */
export const addReplayPages = <E extends Env>(app: Hono<E>, { services, links, addresses }: LinkedPageParts) => {
  // Each has up to five megabytes.
  const replays = new LRUCache<string, string>({ max: 3, ttl: 10 * 60_000 });

  /** Sends a page that contains its own script and style, and allows no others by its own policy. */
  const sendWhole = (c: Context, text: string) =>
    c.html(text, 200, {
      'content-security-policy': "frame-ancestors 'none'",
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
      'x-robots-tag': 'noindex',
    });
  const missing = (c: Context, says: string) => c.html(sentencePage('No page', says, addresses), 404);

  app.get('/replay/:id/:signature', async (c) => {
    const { id, signature } = c.req.param();
    const battle = links.isSigned('replay', id, signature) ? await services.battles.openById(id) : undefined;
    if (!battle?.ok) return missing(c, 'There is no replay at this address.');
    if (battle.value.saved.status !== 'ended')
      return missing(c, 'This battle is not over. Its replay opens here when it ends.');
    const known = replays.get(id);
    if (known !== undefined) return sendWhole(c, known);
    const write = () => services.records('export', battle.value, { format: 'html' });
    const file = await runForEveryone(write, battle.value.saved);
    if (!file.ok) return missing(c, 'The replay could not be made. Try again later.');
    const text = String(file.value.content);
    replays.set(id, text);
    return sendWhole(c, text);
  });
  app.get('/book/:id/:signature', async (c) => {
    const { id, signature } = c.req.param();
    const campaign = links.isSigned('book', id, signature) ? await services.campaigns.byId(id) : undefined;
    if (campaign === undefined) return missing(c, 'There is no campaign at this address.');
    const { blocks } = await campaignBook(campaign, services, (battle) => links.path('replay', battle));
    return sendWhole(c, bookHtml(blocks));
  });
  return { forget: (battle: string): void => void replays.delete(battle) };
};
