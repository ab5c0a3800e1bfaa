import { LRUCache } from 'lru-cache';
import type { SavedBattle } from '../battle/saved/store.ts';

/** How a battle stands in its row: as it was read, or as this process wrote it. */
export interface BattleRow extends Pick<SavedBattle, 'version' | 'channel' | 'edition' | 'table'> {
  /** The game as of some entry, and its length as text. */
  readonly baseGame: unknown;
  readonly gameLength: number;
  /** How often somebody was taken out of it. */
  readonly rewriteCount: number;
  /** Of whom this process knows that they stand among those it names. */
  readonly mentionedUsers: ReadonlySet<string>;
  /** The last entries of its log as this process wrote them, each as JSON, up to this version. */
  readonly logTail: readonly string[];
}

/** A battle with the row it lies in. */
export interface CachedBattle {
  readonly saved: SavedBattle;
  readonly row: BattleRow;
}

/** Battles as this process read or wrote them last: whether they still stand so, the database is asked each time. */
export interface BattleCache {
  readonly byChannel: (channel: string) => CachedBattle | undefined;
  readonly byId: (id: string) => CachedBattle | undefined;
  readonly put: (known: CachedBattle) => void;
  readonly delete: (id: string) => void;
}

/** So many battles at most: a usual one that is not here is read whole, and costs its order a fraction of a millisecond more. */
const maxBattles = 50;
/**
 * How many characters their games may have as text, or one that has more alone. In memory, with what readers saw of it, a game takes ten
 * times as much. A battle of two hundred has 200,000 to 400,000; to read that, and to work out again what readers see of it, takes the
 * event loop some 50 milliseconds.
 */
const maxCharacters = 1_200_000;
/** So many that are over: what was told of their end is told now, and hardly anybody asks later. */
const maxEndedBattles = 5;
/** What nobody asked for so long, in milliseconds, is read again. */
const entryLifetime = 15 * 60_000;

export const createBattleCache = (): BattleCache => {
  const battles = new LRUCache<string, CachedBattle>({
    max: maxBattles,
    maxSize: maxCharacters,
    sizeCalculation: ({ row: { gameLength } }) => Math.min(gameLength + 1000, maxCharacters),
    ttl: entryLifetime,
    updateAgeOnGet: true,
  });
  const ended = new LRUCache<string, CachedBattle>({ max: maxEndedBattles });
  const inChannel = new LRUCache<string, string>({ max: 10_000 });
  const byId = (id: string): CachedBattle | undefined => battles.get(id) ?? ended.get(id);
  return {
    byChannel: (channel) => byId(inChannel.get(channel) ?? ''),
    byId,
    put: (known) => {
      const { id, channel, status } = known.saved;
      const [there, elsewhere] = status === 'ended' ? [ended, battles] : [battles, ended];
      elsewhere.delete(id);
      there.set(id, known);
      inChannel.set(channel, id);
    },
    delete: (id) => {
      battles.delete(id);
      ended.delete(id);
    },
  };
};

/** Keeps none: what is read in a transaction may be taken back. */
export const noBattleCache: BattleCache = {
  byChannel: () => undefined,
  byId: () => undefined,
  put: () => {},
  delete: () => {},
};
