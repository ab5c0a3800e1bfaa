import { BoundedMap } from '../../core/bounded-map.ts';

interface Pace {
  /** After so many milliseconds what somebody had in hand counts for half. */
  readonly halfLife: number;
  /** Whoever had less than this many milliseconds lately gives way to nobody. */
  readonly free: number;
  /** Nobody is waited for longer than this at once, in milliseconds. */
  readonly most: number;
}

/** What an asker had in hand lately, in milliseconds, as it was at a moment. */
interface Had {
  readonly milliseconds: number;
  readonly at: number;
}

/** Somebody who gives way is let on by calling this. */
interface Waiting {
  readonly asker: string;
  readonly goOn: () => void;
}

/** Whoever had much of the event loop lately lets those go first who had little. */
export interface FairScheduler {
  /** Something of an asker is in hand from now until what this gives is called. */
  readonly enter: (asker: string) => () => void;
  /** How many things of an asker are in hand. */
  readonly inHand: (asker: string) => number;
  /**
   * Between two steps of an asker's work: settles at once, or for whoever had much lately when all has been heard that came in meanwhile, and
   * what somebody has in hand who had less than half as much is done.
   */
  readonly giveWay: (asker: string) => Promise<void>;
}

/** Of so many askers it is known what they had. */
const remembered = 10_000;

/** Who has something in hand for a quarter of the time keeps below what is free; a table at play is far from it. */
const usual: Pace = { halfLife: 2000, free: 750, most: 50 };

/**
 * The right of way between askers that share one event loop. Turns alone (`createFairQueue`) let one piece of work of a large battle in
 * between any two steps of a small one, and each takes longer than all of the small one's.
 */
export const createFairScheduler = (now: () => number, { halfLife, free, most }: Pace = usual): FairScheduler => {
  const had = new BoundedMap<string, Had>(remembered);
  /** How many things each has in hand. */
  const counts = new Map<string, number>();
  const inHand = (asker: string): number => counts.get(asker) ?? 0;
  const waiting = new Set<Waiting>();

  const lately = (asker: string): number => {
    const known = had.get(asker);
    return known === undefined ? 0 : known.milliseconds * 0.5 ** ((now() - known.at) / halfLife);
  };

  const add = (asker: string, milliseconds: number): void => {
    had.set(asker, { milliseconds: lately(asker) + milliseconds, at: now() });
  };

  /** Has somebody something in hand who had far less? */
  const mustWait = (asker: string): boolean => {
    const own = lately(asker);
    if (own < free) return false;
    for (const other of counts.keys()) if (other !== asker && 2 * lately(other) < own) return true;
    return false;
  };

  const letOn = (): void => {
    for (const each of waiting) if (!mustWait(each.asker)) each.goOn();
  };

  return {
    enter: (asker) => {
      counts.set(asker, inHand(asker) + 1);
      const from = now();
      return () => {
        const left = inHand(asker) - 1;
        if (left > 0) counts.set(asker, left);
        else counts.delete(asker);
        add(asker, now() - from);
        letOn();
      };
    },
    inHand,
    giveWay: async (asker) => {
      if (lately(asker) < free) return;
      // Whoever has come meanwhile is not known yet.
      await new Promise((heard) => setImmediate(heard));
      if (!mustWait(asker)) return;
      return new Promise((resolve) => {
        const each: Waiting = {
          asker,
          goOn: () => {
            clearTimeout(late);
            waiting.delete(each);
            resolve();
          },
        };
        const late = setTimeout(each.goOn, most);
        waiting.add(each);
      });
    },
  };
};
