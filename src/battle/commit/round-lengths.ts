import { LRUCache } from 'lru-cache';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { BattleStore, SavedBattle } from '../saved/store.ts';

/** From which entry on the round of a battle runs, as far as the log was looked through. */
interface Round {
  readonly from: number;
  readonly upTo: number;
}

/** How many battles are remembered; of another one the end of its log is read again. */
const maxCachedBattles = 1000;

/** How many entries the rounds of battles have, counted no further back than the cap. */
export interface RoundLengthCounter {
  readonly countEntries: (saved: SavedBattle, ruleset: Ruleset) => Promise<number>;
  /** Hears of every entry that is written, so that it need not be read again. */
  readonly onCommit: (battle: string, entry: LogEntry, ruleset: Ruleset) => void;
}

/** Counts in battles that have as many entries as the cap, or more. */
export const createRoundLengthCounter = (store: Pick<BattleStore, 'log'>, most: number): RoundLengthCounter => {
  const rounds = new LRUCache<string, Round>({ max: maxCachedBattles });

  const begins = ({ roundStartEvents }: Ruleset, { events }: LogEntry): boolean =>
    events.some((event) => roundStartEvents.includes(String(Object(event).type)));

  const lookedThrough = async (saved: SavedBattle, ruleset: Ruleset): Promise<Round> => {
    const { id, version } = saved;
    const last = rounds.get(id);
    const least = Math.max(1, version - most + 1);
    const known = last !== undefined && last.upTo <= version ? last : { from: least, upTo: least - 1 };
    if (known.upTo === version) return known;
    const entries = await store.log(saved, Math.max(least, known.upTo + 1), version);
    const begun = entries.findLast((entry) => begins(ruleset, entry));
    return { from: begun === undefined ? known.from : begun.n + 1, upTo: version };
  };

  return {
    countEntries: async (saved, ruleset) => {
      const round = await lookedThrough(saved, ruleset);
      rounds.set(saved.id, round);
      return round.upTo - round.from + 1;
    },
    onCommit: (battle, entry, ruleset) => {
      const last = rounds.get(battle);
      if (last?.upTo === entry.n - 1)
        rounds.set(battle, { from: begins(ruleset, entry) ? entry.n + 1 : last.from, upTo: entry.n });
    },
  };
};
