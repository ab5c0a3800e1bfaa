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
  /** What it says to one reader; without a user, to everybody. */
  readonly lines: (user?: string) => readonly Line[];
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
  lines: (user) => tell(before, after, entry, user, known(user)),
});
