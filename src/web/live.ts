import type { SSEStreamingApi } from 'hono/streaming';
import type { Page, Pages } from './pages.ts';
import type { Seats } from './seats.ts';
import type { TablePages } from './table-pages.ts';

/** Time between two signs of life to a browser that listens (milliseconds). */
const heartbeatInterval = 25_000;
/** Time in which several changes of a battle become one update (milliseconds). */
const updateDelay = 15;

/** Calls a watcher with the id of each written battle. `listWatched`: the battles that browsers listen to. */
export type WatchBattles = (watcher: (battle: string) => void, listWatched: () => readonly string[]) => () => void;

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
      await render(page);
      if (page.shows !== before) page.notify?.(page.shows);
    }
  };
  const due = new Map<string, NodeJS.Timeout>();
  const stopWatching = watchBattles((battle) => {
    if (due.has(battle) || pages.listening(battle).length === 0) return;
    const run = () => {
      due.delete(battle);
      update(battle).catch(onError);
    };
    due.set(battle, setTimeout(run, updateDelay));
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
