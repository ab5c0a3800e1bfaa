import { LRUCache } from 'lru-cache';
import type { SavedBattle } from '../battle/saved/store.ts';

/** A battle's row, as this process last read or wrote it. */
export interface BattleRow extends Pick<SavedBattle, 'version' | 'channel' | 'edition' | 'table'> {
  /** The game at the last full write, and its length as text. */
  readonly baseGame: unknown;
  readonly gameLength: number;
  /** Number of times a person was erased from the log. */
  readonly rewriteCount: number;
  /** Users this process has already recorded for the battle. */
  readonly mentionedUsers: ReadonlySet<string>;
  /** Last entries of the log up to this version, as JSON. Empty if this process wrote none. */
  readonly logTail: readonly string[];
}

/** A battle and its row. */
export interface CachedBattle {
  readonly saved: SavedBattle;
  readonly row: BattleRow;
}

/** Battles as this process last read or wrote them. Readers must compare versions with the database. */
export interface BattleCache {
  readonly byChannel: (channel: string) => CachedBattle | undefined;
  readonly byId: (id: string) => CachedBattle | undefined;
  readonly put: (known: CachedBattle) => void;
  readonly delete: (id: string) => void;
}

/** Maximum number of cached battles. On a miss the battle is read in full, a fraction of a millisecond more. */
const maxBattles = 50;
/** Maximum size of all cached games (characters of JSON). A battle of 200 combatants has up to 400,000; memory use is ten times that. */
const maxCharacters = 1_200_000;
/** Maximum number of cached battles that have ended. They are rarely read again. */
const maxEndedBattles = 5;
/** Lifetime of an unused entry (milliseconds). */
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

/** A cache that stores nothing, for transactions that may be rolled back. */
export const noBattleCache: BattleCache = {
  byChannel: () => undefined,
  byId: () => undefined,
  put: () => {},
  delete: () => {},
};
