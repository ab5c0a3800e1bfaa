import { setImmediate } from 'node:timers/promises';
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

/** Maximum share of the time for updating the pages of a battle's watchers. The rest is for orders. */
const maxShare = 0.1;

/** Keeps open pages up to date. A browser is notified only if the contents of its own page changed. */
export const createLiveUpdates = (
  pages: Pages,
  { render }: Pick<TablePages, 'render'>,
  { isOpen }: Pick<Seats, 'isOpen'>,
  watchBattles: WatchBattles,
  onError: (error: unknown) => void,
) => {
  const update = async (those: readonly Page[]): Promise<void> => {
    for (const page of those) {
      if (!(await isOpen(page.seat))) {
        page.hangUp?.();
        continue;
      }
      // A user who pressed something gets the new contents as the answer.
      const shown = page.acts > 0 ? undefined : await render(page);
      if (shown?.isNew) {
        page.fresh = shown.text;
        page.notify?.(page.shows);
      }
      // Orders go first.
      await setImmediate();
    }
  };
  /** Creates the function that updates the pages of one group some time after a change of their battle. */
  const createUpdater = (list: (battle: string) => readonly Page[], share: number) => {
    const changed = new Set<string>();
    /** Timers of battles that wait for an update, are being updated, or rest after one. */
    const timers = new Map<string, NodeJS.Timeout>();
    const run = async (battle: string): Promise<void> => {
      changed.delete(battle);
      const from = performance.now();
      await update(list(battle)).catch(onError);
      const rest = (performance.now() - from) * (1 / share - 1);
      if (timers.has(battle)) timers.set(battle, setTimeout(finish, rest, battle));
    };
    const start = (battle: string): void => void timers.set(battle, setTimeout(run, updateDelay, battle));
    const finish = (battle: string): void => {
      timers.delete(battle);
      if (changed.has(battle)) start(battle);
    };
    return {
      onChange: (battle: string): void => {
        if (list(battle).length === 0) return;
        changed.add(battle);
        if (!timers.has(battle)) start(battle);
      },
      isBusy: (): boolean => timers.size > 0,
      stop: (): void => {
        for (const timer of timers.values()) clearTimeout(timer);
        timers.clear();
      },
    };
  };
  const updaters = [
    createUpdater((battle) => pages.listening(battle).filter(({ isWatcher }) => !isWatcher), 1),
    createUpdater((battle) => pages.listening(battle).filter(({ isWatcher }) => isWatcher), maxShare),
  ];
  const stopWatching = watchBattles((battle) => {
    for (const { onChange } of updaters) onChange(battle);
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
    /** True until all changes are shown. */
    isBusy: (): boolean => updaters.some(({ isBusy }) => isBusy()),
    stop: (): void => {
      stopWatching();
      for (const { stop } of updaters) stop();
    },
  };
};
