import { LRUCache } from 'lru-cache';
import type { SavedBattle } from '../battle/saved/store.ts';

/** How a battle stands in its row: as it was read, or as this process wrote it. */
export interface Row extends Pick<SavedBattle, 'version' | 'channel' | 'edition' | 'table'> {
  /** The game as of some entry, and its length as text. */
  readonly base: unknown;
  readonly length: number;
  /** How often somebody was taken out of it. */
  readonly rewritten: number;
  /** Of whom this process knows that they stand among those it names. */
  readonly people: ReadonlySet<string>;
  /** The last entries of its log as this process wrote them, each as JSON, up to this version. */
  readonly tail: readonly string[];
}

/** A battle with the row it lies in. */
export interface KnownBattle {
  readonly saved: SavedBattle;
  readonly row: Row;
}

/** Battles as this process read or wrote them last: whether they still stand so, the database is asked each time. */
export interface BattleCache {
  readonly at: (channel: string) => KnownBattle | undefined;
  readonly byId: (id: string) => KnownBattle | undefined;
  readonly keep: (known: KnownBattle) => void;
  readonly forget: (id: string) => void;
}

/** So many battles at most: a usual one that is not here is read whole, and costs its order a fraction of a millisecond more. */
const mostBattles = 50;
/**
 * How many characters their games may have as text, or one that has more alone. In memory, with what readers saw of it, a game takes ten
 * times as much. A battle of two hundred has 200,000 to 400,000; to read that, and to work out again what readers see of it, takes the
 * event loop some 50 milliseconds.
 */
const mostCharacters = 1_200_000;
/** So many that are over: what was told of their end is told now, and hardly anybody asks later. */
const mostEnded = 5;
/** What nobody asked for so long, in milliseconds, is read again. */
const keptFor = 15 * 60_000;

export const createBattleCache = (): BattleCache => {
  const battles = new LRUCache<string, KnownBattle>({
    max: mostBattles,
    maxSize: mostCharacters,
    sizeCalculation: ({ row: { length } }) => Math.min(length + 1000, mostCharacters),
    ttl: keptFor,
    updateAgeOnGet: true,
  });
  const ended = new LRUCache<string, KnownBattle>({ max: mostEnded });
  const inChannel = new LRUCache<string, string>({ max: 10_000 });
  const byId = (id: string): KnownBattle | undefined => battles.get(id) ?? ended.get(id);
  return {
    at: (channel) => byId(inChannel.get(channel) ?? ''),
    byId,
    keep: (known) => {
      const { id, channel, status } = known.saved;
      const [there, elsewhere] = status === 'ended' ? [ended, battles] : [battles, ended];
      elsewhere.delete(id);
      there.set(id, known);
      inChannel.set(channel, id);
    },
    forget: (id) => {
      battles.delete(id);
      ended.delete(id);
    },
  };
};

/** Keeps none: what is read in a transaction may be taken back. */
export const noBattleCache: BattleCache = {
  at: () => undefined,
  byId: () => undefined,
  keep: () => {},
  forget: () => {},
};
