import type { Line } from '../rules/lines.ts';
import type { OpenBattle } from './battle.ts';
import type { LogEntry } from './entry.ts';
import { battleAfter } from './performing.ts';
import { evolveTable } from './table.ts';
import { mayRead, tell } from './telling.ts';

/** One entry of the log, told to one reader. */
export interface Told {
  readonly entry: LogEntry;
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly lines: readonly Line[];
  /** May this reader know its dice and what came of them? */
  readonly readable: boolean;
}

const isStep = ({ request, table }: LogEntry): boolean =>
  request.kind !== 'undo' &&
  request.kind !== 'redo' &&
  table.every(({ type }) => type !== 'opened' && type !== 'setting-changed');

const stepped = (before: OpenBattle, entry: LogEntry): OpenBattle => {
  const game = entry.events.length === 0 ? before.game : before.game.after(entry.events);
  const table = entry.table.reduce(evolveTable, before.saved.table);
  return {
    ...before,
    game,
    saved: { ...before.saved, version: entry.n, table, pending: entry.pending, game: game.save(), status: game.status },
  };
};

/** The whole log told to one reader, each entry with the battle before and after it. */
export const chronicle = (battle: OpenBattle, log: readonly LogEntry[], user: string | undefined): readonly Told[] => {
  const opened = new Set(battle.saved.table.opened);
  let before = battleAfter(battle, log, 0);
  return log.map((entry) => {
    const after = isStep(entry) ? stepped(before, entry) : battleAfter(battle, log, entry.n);
    // A hidden roll that was opened since is told as it fell.
    const shown: LogEntry = opened.has(entry.n) ? { ...entry, rolls: 'public' } : entry;
    const told: Told = {
      entry,
      before,
      after,
      lines: tell(before, after, shown, user),
      readable: mayRead(after, shown, user),
    };
    before = after;
    return told;
  });
};
