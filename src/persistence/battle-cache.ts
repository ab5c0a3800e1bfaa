import { LRUCache } from 'lru-cache';
import type { SavedBattle } from '../battle/saved/store.ts';

/** The database row of a battle, as this process last read or wrote it. */
export interface BattleRow extends Pick<SavedBattle, 'version' | 'channel' | 'edition' | 'table'> {
  /** The game as it was last written in full. Later writes save only changes to it. */
  readonly baseGame: unknown;
  readonly gameLength: number;
  /** Number of times that the log was rewritten to erase a user. */
  readonly rewriteCount: number;
  /** Ids of users whose mention in the battle is already recorded. */
  readonly mentionedUsers: ReadonlySet<string>;
  /** The last log entries as JSON. Empty if this process wrote none. */
  readonly logTail: readonly string[];
}

/** A cached battle with its database row. */
export interface CachedBattle {
  readonly saved: SavedBattle;
  readonly row: BattleRow;
}

/** Maximum number of cached battles. */
const maxBattles = 50;
/** Maximum size of all cached games (characters of JSON). A large game has 400,000, which take 4 MB of memory. */
const maxCharacters = 1_200_000;
/** Maximum number of cached battles that have ended. They are rarely read again. */
const maxEndedBattles = 5;
/** Lifetime of an unused cache entry (milliseconds). */
const entryLifetime = 15 * 60_000;

/** Caches battles that this process read or wrote. Readers must compare versions with the database. */
export const createBattleCache = () => {
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
    byChannel: (channel: string) => byId(inChannel.get(channel) ?? ''),
    byId,
    put: (known: CachedBattle): void => {
      const { id, channel, status } = known.saved;
      const [there, elsewhere] = status === 'ended' ? [ended, battles] : [battles, ended];
      elsewhere.delete(id);
      there.set(id, known);
      inChannel.set(channel, id);
    },
    delete: (id: string): void => {
      battles.delete(id);
      ended.delete(id);
    },
  };
};
export type BattleCache = ReturnType<typeof createBattleCache>;
