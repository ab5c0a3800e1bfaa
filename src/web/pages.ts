import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Reply } from '../app/replies/reply.ts';
import type { Card } from '../presentation/card.ts';

/** A dialog over the table: a card to read, choices for an order, or a refusal. */
export interface Sheet {
  readonly cards: readonly Card[];
  readonly controls: Reply['controls'];
  readonly files: Reply['files'];
  readonly refusal?: string | undefined;
  /** The spot that the user pressed to open the sheet. */
  readonly spot?: string | undefined;
}

/** A page that a browser shows. */
export interface Page {
  readonly id: string;
  readonly battle: string;
  /** The user of the page. Undefined at the practice table: the next who acts. */
  readonly user: string | undefined;
  /** The combatant that the user has chosen to act. */
  only: string | undefined;
  sheet: Sheet | undefined;
  /** Number of the newest log entry when the user last pressed something. Later entries are news. */
  seen: number | undefined;
  /** Number of the newest log entry that the page shows. */
  newest: number;
  /** A hash of what the browser shows. */
  shows: string;
  /** The version of the battle behind the last contents of the page, by hash. */
  readonly moments: LRUCache<string, number>;
  /** Notifies the browser of new contents. Undefined while the browser does not listen. */
  notify: ((shows: string) => void) | undefined;
}

/** Maximum number of open pages of all people, and of one person at one battle. */
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
    if (others?.size === 0) byBattle.delete(page.battle);
  };
  const pages = new LRUCache<string, Page>({ max: maxPages, dispose: remove });
  return {
    open: (battle: string, user: string | undefined): Page => {
      const page: Page = {
        ...{ id: randomUUID(), battle, user, only: undefined, sheet: undefined, seen: undefined },
        ...{ newest: 0, shows: '', moments: new LRUCache<string, number>({ max: maxMoments }), notify: undefined },
      };
      const there = byBattle.get(battle) ?? new Set();
      const own = [...there].filter((each) => each.user === user);
      for (const { id } of own.slice(0, Math.max(0, own.length - maxPagesPerUser + 1))) pages.delete(id);
      byBattle.set(battle, there.add(page));
      pages.set(page.id, page);
      return page;
    },
    get: (id: string): Page | undefined => pages.get(id),
    /** The pages of a battle whose browsers listen for changes. */
    listening: (battle: string): readonly Page[] =>
      [...(byBattle.get(battle) ?? [])].filter(({ notify }) => notify !== undefined),
  };
};
export type Pages = ReturnType<typeof createPages>;
