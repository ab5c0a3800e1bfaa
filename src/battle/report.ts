import type { Line } from '../rules/lines.ts';
import type { OpenBattle } from './battle.ts';
import type { LogEntry } from './entry.ts';
import { type Known, tell } from './telling.ts';

/** What one order came to. */
export interface Report {
  readonly before: OpenBattle;
  /** The battle after it, and after what standing orders did at once in consequence. */
  readonly after: OpenBattle;
  readonly entry: LogEntry;
  /** What it says to one reader; without a user, to everybody. `until`: the battle after all that belongs to it for that reader. */
  readonly lines: (user?: string, until?: OpenBattle) => readonly Line[];
  /** What standing orders did. */
  readonly followed: readonly Report[];
}

export const reported = (
  before: OpenBattle,
  after: OpenBattle,
  entry: LogEntry,
  known: (user: string | undefined) => Known,
): Report => ({
  before,
  after,
  entry,
  followed: [],
  lines: (user, until = after) => tell(before, until, entry, user, known(user)),
});
