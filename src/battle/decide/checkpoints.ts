import type { Checkpoint, VisibleEntryCounts } from '../saved/checkpoint.ts';
import { EarlierEntriesNeeded } from '../saved/earlier-entries-needed.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import { entriesToggledBy, firstEntryNumber, type LogRange } from '../saved/log-range.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { hiddenPlanReason } from '../views/hidden-plans.ts';
import { rangeView, visibleCountUpTo } from '../views/log-view.ts';
import { participantsIn } from './undo-and-replay.ts';

/** Who gave an entry, as anybody may be told it: what the hidden do, the GM does. */
const giversOf = (battle: OpenBattle, { user }: LogEntry): readonly string[] => {
  const { gm, hidden } = battle.saved.table;
  return Object.keys(hidden).length > 0 ? [user, gm] : [user];
};

/** The undo that a redo undoes: the last one before it, where it is that. */
const undoneBy = (log: readonly LogEntry[], { n, request }: LogEntry): number | undefined => {
  if (request.kind !== 'redo') return undefined;
  const last = log.findLast((each) => each.n < n && each.request.kind === 'undo');
  const takes = last === undefined ? [] : entriesToggledBy(last.request);
  const isSame = takes.length === request.gives.length && takes.every((each) => request.gives.includes(each));
  return isSame ? last?.n : undefined;
};

/** How many entries of a stretch one reader was told of, up to each, and what they had heard of those that an entry takes back. */
const countsOf = (battle: OpenBattle, stretch: LogRange, user: string | undefined, all: boolean) => {
  const { count } = visibleCountUpTo(stretch, stretch.since, user, all);
  const told = rangeView(battle, stretch, user, all).filter(({ lines }) => lines.length > 0);
  const numbers = told.map(({ entry }) => entry.n);
  return {
    upTo: (n: number): number => {
      const more = numbers.findIndex((each) => each > n);
      return count + (more < 0 ? numbers.length : more);
    },
    heard: (turned: readonly number[]): number => {
      const known = new Set(numbers);
      return turned.filter((each) => known.has(each)).length;
    },
  };
};

/**
 * The checkpoints of a stretch, after the last one that is there: at every so manieth entry, and at each that takes back or gives back
 * what lies before the checkpoint before it.
 */
export const computeNewCheckpoints = (
  battle: OpenBattle,
  stretch: LogRange,
  { after, every }: { readonly after: number; readonly every: number },
): readonly Checkpoint[] => {
  const { log, since } = stretch;
  const { edition, table } = battle.saved;
  const ends: { readonly entry: LogEntry; readonly from: number; readonly behind: readonly number[] }[] = [];
  let last = after;
  for (const entry of log) {
    if (entry.n <= after) continue;
    const turned = entriesToggledBy(entry.request);
    const isBehind = turned.some((n) => n <= last);
    if (isBehind && turned.some((n) => n <= since)) throw new EarlierEntriesNeeded(firstEntryNumber(turned));
    if (!isBehind && entry.n % every !== 0) continue;
    ends.push({ entry, from: last + 1, behind: isBehind ? turned : [] });
    last = entry.n;
  }
  if (ends.length === 0) return [];
  const isPlanned = log.some(({ reason }) => reason === hiddenPlanReason);
  const counts = ['', ...participantsIn(stretch)].map((name) => {
    const user = name === '' ? undefined : name;
    const own = countsOf(battle, stretch, user, false);
    const start = visibleCountUpTo(stretch, since, user, false).count;
    const startAll = visibleCountUpTo(stretch, since, user, true).count;
    // Only what passes unseen is counted in two ways.
    const all = isPlanned
      ? countsOf(battle, stretch, user, true)
      : { upTo: (n: number) => own.upTo(n) - start + startAll, heard: own.heard };
    return { name, own, all };
  });
  return ends.map(({ entry, from, behind }): Checkpoint => {
    const { n } = entry;
    const stood = stretch.after[n - since] ?? battle;
    const { pending } = stood.saved;
    const entries = log.filter((each) => each.n >= from && each.n <= n);
    const told: VisibleEntryCounts = {
      opened: table.opened.filter((each) => each <= n),
      by: Object.fromEntries(
        counts.map(({ name, own, all }) => [name, [own.upTo(n), all.upTo(n), own.heard(behind), all.heard(behind)]]),
      ),
    };
    return {
      ...{ n, from, edition: { house: edition.house, rules: edition.rules } },
      state: JSON.stringify({ table: stood.saved.table, game: stood.saved.game, ...(pending && { pending }) }),
      told: JSON.stringify(told),
      users: [...new Set(entries.flatMap((each) => giversOf(stretch.after[each.n - since] ?? battle, each)))],
      secret: entries.some(({ rolls }) => rolls !== 'public'),
      ...(behind.length > 0 && { turned: { from: firstEntryNumber(behind), undoes: undoneBy(log, entry) } }),
    };
  });
};
