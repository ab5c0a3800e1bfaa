import { ownValue } from '../../core/plain-object.ts';
import type { Line } from '../../rules/event.ts';
import { createLogRange, type LogRange } from '../saved/replay.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { entryLines, type IsEntryKnown } from './log-lines.ts';
import { isHiddenOrder } from './report.ts';
import { findRoller, isGm, mayReadRoll } from './viewer.ts';

/** One entry of the log as one reader sees it. */
export interface VisibleEntry {
  /** Its dice include those of hidden turns after it. */
  readonly entry: LogEntry;
  /**
   * Its number for this reader. During the battle readers count only what they were shown, because a gap would reveal
   * something. After its end everyone counts every entry, as the published dice do.
   */
  readonly number: number;
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly lines: readonly Line[];
  /** True if this reader may know its dice and their result. */
  readonly isReadable: boolean;
}

/** True if this reader counts every entry, shown or not. */
export const countsEveryEntry = ({ saved: { status, table } }: OpenBattle, user: string | undefined): boolean =>
  status === 'ended' || (user !== undefined && isGm(table, user));

/** An entry whose hidden roll was revealed since, as a public roll. */
const withRevealedRoll = (opened: ReadonlySet<number>, entry: LogEntry): LogEntry =>
  opened.has(entry.n) ? { ...entry, rolls: 'public' } : entry;

/** Number of entries before a part of the log that a reader was shown. `all`: true if they count every entry. */
export const visibleCountBefore = (
  { told }: Pick<LogRange, 'told'>,
  user: string | undefined,
  all: boolean,
): number => {
  // A user who took no part yet was shown what everyone was.
  const [own, last] = ownValue(told, user ?? '') ?? told[''] ?? [0, 0];
  return all ? last : own;
};

/** The whole log as one reader sees it, each entry with the battle before and after it. */
export const logView = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string | undefined,
): readonly VisibleEntry[] => rangeView(battle, createLogRange(battle, log), user);

/** A part of the log as one reader sees it. `all`: true if they count every entry. */
export const rangeView = (
  battle: OpenBattle,
  range: LogRange,
  user: string | undefined,
  all = countsEveryEntry(battle, user),
): readonly VisibleEntry[] => {
  const { log, after } = range;
  const opened = new Set(battle.saved.table.opened);
  const count = visibleCountBefore(range, user, all);
  const known = new Set<number>();
  const told: VisibleEntry[] = [];
  /** Index of the last entry that this reader was shown. */
  let last = -1;
  /** The lines of hidden turns since then. */
  const passed: Line[] = [];
  /** Index of the entry that a hidden one belongs to. */
  const leads = new Map<number, number>();
  for (const [nth, entry] of log.entries()) {
    const [before = battle, then = before] = after.slice(nth, nth + 2);
    const shown = withRevealedRoll(opened, entry);
    const lines = entryLines(before, then, shown, user, (n) => known.has(n));
    const isReadable = mayReadRoll(then, { ...shown, user: findRoller(before, shown) }, user);
    const lead = told[last];
    if (!all && (lead !== undefined || count > 0) && isInvisible(then, entry, user, lines)) {
      // To this reader it belongs to the entry before it, as if no one were there.
      // Dice that are shown, such as those of a new round, count as part of the entry before it.
      passed.push(...lines);
      if (lead !== undefined) {
        const dice = lines.length > 0 ? [...lead.entry.dice, ...entry.dice] : lead.entry.dice;
        const isPart = isHiddenOrder(then, entry, user);
        const knew: IsEntryKnown = (n) => n !== lead.entry.n && known.has(n);
        const whole = () => entryLines(lead.before, then, withRevealedRoll(opened, lead.entry), user, knew, passed);
        told[last] = { ...lead, entry: { ...lead.entry, dice }, after: then, lines: isPart ? whole() : lead.lines };
        leads.set(told.length, last);
      }
      const own = lines.length > 0 ? { ...entry, dice: [] } : entry;
      told.push({ entry: own, number: count + known.size, before, after: then, lines: [], isReadable });
    } else {
      if (lines.length > 0) {
        known.add(entry.n);
        last = told.length;
        passed.length = 0;
      }
      told.push({ entry, number: all ? entry.n : count + known.size, before, after: then, lines, isReadable });
    }
  }
  // Nor does anything that came between show that there was something between.
  return told.map((each, at) => {
    const lead = told[leads.get(at) ?? at];
    return lead === undefined || lead === each ? each : { ...each, before: lead.after, after: lead.after };
  });
};

/** True if nothing of an entry is shown, or only what follows from the end of a hidden turn. */
const isInvisible = (after: OpenBattle, entry: LogEntry, user: string | undefined, lines: readonly Line[]): boolean =>
  lines.length === 0 || isHiddenOrder(after, entry, user);

/** The entries of a part of the log that each reader was shown. Computes only the entries that are asked for. */
export const visibleEntriesIn = (battle: OpenBattle, range: LogRange): ((user: string | undefined) => IsEntryKnown) => {
  const { since, log, after } = range;
  const opened = new Set(battle.saved.table.opened);
  return (user) => {
    const all = countsEveryEntry(battle, user);
    const count = visibleCountBefore(range, user, all);
    const found = new Map<number, boolean>();
    const isKnown = (n: number): boolean => {
      const there = found.get(n);
      if (there !== undefined) return there;
      const [before, then] = after.slice(n - since - 1, n - since + 1);
      const entry = log[n - since - 1];
      if (entry === undefined || before === undefined || then === undefined) return false;
      const shown = withRevealedRoll(opened, entry);
      const lines = entryLines(before, then, shown, user, (other) => other < n && isKnown(other));
      // A hidden turn belongs to the entry shown before it, if there is one: the first entry nearly always.
      const isFirst = () => count === 0 && !log.some((each) => each.n < n && isKnown(each.n));
      const isOwn = all || !isInvisible(then, entry, user, lines) || isFirst();
      const known = lines.length > 0 && isOwn;
      found.set(n, known);
      return known;
    };
    return isKnown;
  };
};
