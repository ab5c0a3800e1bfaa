import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Reply } from '../app/replies/reply.ts';
import type { Card } from '../presentation/card.ts';
import type { Seat } from './seats.ts';

/** A dialog over the table: a card to read, choices for an order, or a refusal. */
export interface Sheet {
  readonly cards: readonly Card[];
  readonly controls: Reply['controls'];
  readonly files: Reply['files'];
  readonly refusal?: string | undefined;
  /** The spot that the user pressed to open the sheet. */
  readonly spot?: string | undefined;
  /** The combatant that the GM moves by pressing a place. */
  readonly mover?: string | undefined;
}

/** A page that a browser shows. */
export interface Page {
  readonly id: string;
  readonly battle: string;
  /** The user of the page. Undefined at the practice table: the next who acts. */
  readonly user: string | undefined;
  readonly seat: Seat;
  /** The locale of the user at a practice table. Undefined on Discord, where the bot knows the user's language. */
  readonly locale: string | undefined;
  /** True if the user only watches the battle. */
  isWatcher: boolean;
  /** The combatant that the user has chosen to act. */
  only: string | undefined;
  sheet: Sheet | undefined;
  /** Number of the newest log entry when the user last pressed something. Later entries are news. */
  seen: number | undefined;
  /** Number of the newest log entry that the page shows. */
  newest: number;
  /** A hash of what the browser shows. */
  shows: string;
  /** Settles when the contents that were asked for so far are made. */
  rendered: Promise<unknown>;
  /** Number of presses that are being carried out. */
  acts: number;
  /** The contents of which the browser was notified, until it loads them. */
  fresh: string | undefined;
  /** The version of the battle behind the last contents of the page, by hash. */
  readonly moments: LRUCache<string, number>;
  /** SHA-256 of the pictures that the page shows. */
  pictures: ReadonlySet<string>;
  /** Notifies the browser of new contents. Undefined while the browser does not listen. */
  notify: ((shows: string) => void) | undefined;
  /** Ends the connection over which the browser listens. */
  hangUp: (() => void) | undefined;
}

/** Maximum number of open pages of all people, and of one person (at a practice table: at one battle). */
const maxPages = 2000;
const maxPagesPerUser = 12;
/** Maximum number of contents of a page to which a press may refer. */
const maxMoments = 8;

/** Creates the list of open pages. The oldest page is dropped at a limit; its browser then loads it again. */
export const createPages = () => {
  const byBattle = new Map<string, Set<Page>>();
  const remove = (page: Page): void => {
    const others = byBattle.get(page.battle);
    others?.delete(page);
    page.hangUp?.();
    if (others?.size === 0) byBattle.delete(page.battle);
  };
  const pages = new LRUCache<string, Page>({ max: maxPages, dispose: remove });
  return {
    open: (battle: string, user: string | undefined, seat: Seat, locale?: string): Page => {
      const page: Page = {
        ...{ id: randomUUID(), battle, user, seat, locale, isWatcher: false, only: undefined, sheet: undefined },
        ...{ seen: undefined, newest: 0, shows: '', rendered: Promise.resolve(), acts: 0, fresh: undefined },
        moments: new LRUCache<string, number>({ max: maxMoments }),
        ...{ pictures: new Set<string>(), notify: undefined, hangUp: undefined },
      };
      const own = [...pages.rvalues()]
        .filter((each) => each !== undefined)
        .filter((each) => each.user === user && (seat.link !== undefined || each.battle === battle));
      for (const { id } of own.slice(0, Math.max(0, own.length - maxPagesPerUser + 1))) pages.delete(id);
      byBattle.set(battle, (byBattle.get(battle) ?? new Set()).add(page));
      pages.set(page.id, page);
      return page;
    },
    get: (id: string): Page | undefined => pages.get(id),
    /** True if a page of the user shows the picture. Without a user: a page of anyone. */
    hasPicture: (battle: string, user: string | undefined, hash: string): boolean =>
      [...(byBattle.get(battle) ?? [])].some(
        (page) => [undefined, page.user].includes(user) && page.pictures.has(hash),
      ),
    /** The ids of the battles that browsers listen to. */
    battles: (): readonly string[] =>
      [...byBattle].flatMap(([id, those]) => ([...those].some(({ notify }) => notify) ? [id] : [])),
    /** The pages of a battle whose browsers listen for changes. */
    listening: (battle: string): readonly Page[] =>
      [...(byBattle.get(battle) ?? [])].filter(({ notify }) => notify !== undefined),
  };
};
export type Pages = ReturnType<typeof createPages>;
