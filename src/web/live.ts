import type { SSEStreamingApi } from 'hono/streaming';
import type { Page, Pages } from './pages.ts';
import type { TablePages } from './table-pages.ts';

/** Time between two signs of life to a browser that listens (milliseconds). */
const heartbeatInterval = 25_000;
/** Time in which several changes of a battle become one update (milliseconds). */
const updateDelay = 15;

/** Keeps open pages up to date. A browser is notified only if the contents of its own page changed. */
export const createLiveUpdates = (
  pages: Pages,
  { render }: Pick<TablePages, 'render'>,
  watchBattles: (watcher: (battle: string) => void) => () => void,
  onError: (error: unknown) => void,
) => {
  const update = async (battle: string): Promise<void> => {
    for (const page of pages.listening(battle)) {
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
  });
  return {
    /** Sends a browser the hash of its page's contents whenever they change, until the browser leaves. */
    listen: async (stream: SSEStreamingApi, page: Page): Promise<void> => {
      const { promise: left, resolve: leave } = Promise.withResolvers<void>();
      stream.onAbort(leave);
      const notify = (shows: string): void => void stream.writeSSE({ event: 'new', data: shows }).catch(leave);
      page.notify = notify;
      const heartbeat = setInterval(() => void stream.write(': \n\n').catch(leave), heartbeatInterval);
      // The battle may have changed since the page was loaded.
      await render(page);
      await stream.writeSSE({ event: 'new', data: page.shows, retry: 2000 });
      await left;
      clearInterval(heartbeat);
      if (page.notify === notify) page.notify = undefined;
    },
    stop: (): void => {
      stopWatching();
      for (const timer of due.values()) clearTimeout(timer);
    },
  };
};
