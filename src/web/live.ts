import { setImmediate } from 'node:timers/promises';
import type { SSEStreamingApi } from 'hono/streaming';
import { LRUCache } from 'lru-cache';
import type { Page, Pages } from './pages.ts';
import type { Seats } from './seats.ts';
import type { TablePages } from './table-pages.ts';

/** Time between two signs of life to a browser that listens (milliseconds). */
const heartbeatInterval = 25_000;
/** Time in which several changes of a battle become one update (milliseconds). */
const updateDelay = 15;

/** Calls a watcher with the id of each written battle. `listWatched`: the battles that browsers listen to. */
export type WatchBattles = (watcher: (battle: string) => void, listWatched: () => readonly string[]) => () => void;

/** Maximum share of the time in which a battle's pages are updated, so that many watchers do not slow orders. */
const maxShare = 0.1;

/** Keeps open pages up to date. A browser is notified only if the contents of its own page changed. */
export const createLiveUpdates = (
  pages: Pages,
  { render }: Pick<TablePages, 'render'>,
  { isOpen }: Pick<Seats, 'isOpen'>,
  watchBattles: WatchBattles,
  onError: (error: unknown) => void,
) => {
  const update = async (battle: string): Promise<void> => {
    for (const page of pages.listening(battle)) {
      if (!(await isOpen(page.seat))) {
        page.hangUp?.();
        continue;
      }
      const before = page.shows;
      const shown = await render(page);
      // Orders go first.
      await setImmediate();
      if (page.shows === before) continue;
      page.fresh = shown?.text;
      page.notify?.(page.shows);
    }
  };
  const due = new Map<string, NodeJS.Timeout>();
  /** When the next update of a battle may begin (milliseconds of this process). */
  const restUntil = new LRUCache<string, number>({ max: 2000 });
  const stopWatching = watchBattles((battle) => {
    if (due.has(battle) || pages.listening(battle).length === 0) return;
    const run = () => {
      due.delete(battle);
      restUntil.delete(battle);
      const from = performance.now();
      const rest = (): void => {
        const now = performance.now();
        restUntil.set(battle, now + (now - from) / maxShare);
      };
      update(battle).catch(onError).finally(rest);
    };
    const wait = (restUntil.get(battle) ?? 0) - performance.now();
    due.set(battle, setTimeout(run, Math.max(updateDelay, wait)));
  }, pages.battles);
  return {
    /** Sends a browser the hash of its page's contents whenever they change, until the browser leaves. */
    listen: async (stream: SSEStreamingApi, page: Page): Promise<void> => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      stream.onAbort(leave);
      const notify = (shows: string): void => void stream.writeSSE({ event: 'new', data: shows }).catch(leave);
      // One connection for each page.
      page.hangUp?.();
      page.notify = notify;
      page.hangUp = leave;
      const heartbeat = setInterval(() => void stream.write(': \n\n').catch(leave), heartbeatInterval);
      // The battle may have changed since the page was loaded.
      await render(page);
      await stream.writeSSE({ event: 'new', data: page.shows, retry: 2000 });
      await left;
      clearInterval(heartbeat);
      if (page.notify === notify) [page.notify, page.hangUp] = [undefined, undefined];
    },
    stop: (): void => {
      stopWatching();
      for (const timer of due.values()) clearTimeout(timer);
    },
  };
};
