import { ownValue } from '../../core/plain-object.ts';
import type { Line } from '../../rules/event.ts';
import { createLogRange, type LogRange } from '../saved/replay.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { entryLines, type IsEntryKnown } from './log-lines.ts';
import { isHiddenOrder } from './report.ts';
import { findRoller, isGm, mayReadRoll } from './viewer.ts';

/** One entry of the log, told to one reader. */
export interface VisibleEntry {
  /** Its dice are, beside its own, those that fell as somebody unseen to this reader let the moment after it pass. */
  readonly entry: LogEntry;
  /**
   * Its number as this reader counts. While the battle lasts, those who do not see everything count what they were told of: a gap
   * would say that something happened. Once it is over everybody counts every entry, as the published dice do.
   */
  readonly number: number;
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly lines: readonly Line[];
  /** May this reader know its dice and what came of them? */
  readonly isReadable: boolean;
}

/** Does this reader count every entry, told or not? */
export const countsEveryEntry = ({ saved: { status, table } }: OpenBattle, user: string | undefined): boolean =>
  status === 'ended' || (user !== undefined && isGm(table, user));

/** A hidden roll that was opened since is told as it fell. */
const withRevealedRoll = (opened: ReadonlySet<number>, entry: LogEntry): LogEntry =>
  opened.has(entry.n) ? { ...entry, rolls: 'public' } : entry;

/** Of how many entries before a part of the log a reader was told; `all`: do they count every entry? */
export const visibleCountBefore = (
  { told }: Pick<LogRange, 'told'>,
  user: string | undefined,
  all: boolean,
): number => {
  // Who had no part in it yet was told what everybody was.
  const [own, last] = ownValue(told, user ?? '') ?? told[''] ?? [0, 0];
  return all ? last : own;
};

/** The whole log told to one reader, each entry with the battle before and after it. */
export const logView = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string | undefined,
): readonly VisibleEntry[] => rangeView(battle, createLogRange(battle, log), user);

/** A part of the log told to one reader; `all`: do they count every entry? */
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
  /** Where the last entry stands of which this reader was told. */
  let last = -1;
  /** What is told of what passed unseen since then. */
  const passed: Line[] = [];
  /** Where that entry stands to which another belongs. */
  const leads = new Map<number, number>();
  for (const [nth, entry] of log.entries()) {
    const [before = battle, then = before] = after.slice(nth, nth + 2);
    const shown = withRevealedRoll(opened, entry);
    const lines = entryLines(before, then, shown, user, (n) => known.has(n));
    const isReadable = mayReadRoll(then, { ...shown, user: findRoller(before, shown) }, user);
    const lead = told[last];
    if (!all && (lead !== undefined || count > 0) && isInvisible(then, entry, user, lines)) {
      // To this reader it belongs to what was told before it: so it would be with nobody there.
      // What fell there and is told, as the dice of a round that begins, fell by what was told before it.
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

/** Is nothing told of it, or only what follows from the end of a moment of somebody hidden from this reader? */
const isInvisible = (after: OpenBattle, entry: LogEntry, user: string | undefined, lines: readonly Line[]): boolean =>
  lines.length === 0 || isHiddenOrder(after, entry, user);

/** Of which entries of a part of the log each reader was told; no more is told than what is asked about. */
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
      // What passes unseen belongs to what was told before it, where anything was: the first entry nearly always.
      const isFirst = () => count === 0 && !log.some((each) => each.n < n && isKnown(each.n));
      const isOwn = all || !isInvisible(then, entry, user, lines) || isFirst();
      const known = lines.length > 0 && isOwn;
      found.set(n, known);
      return known;
    };
    return isKnown;
  };
};
