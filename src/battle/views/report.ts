import type { Line } from '../../rules/lines.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/store.ts';
import { isPartOfRun, linesWithoutSums } from './autopilot-text.ts';
import { isHiddenPlannedOrder } from './hidden-plans.ts';
import { entryLines, type IsEntryKnown } from './log-lines.ts';
import { runSummary } from './run-summary.ts';
import { viewerOf } from './viewer.ts';

/** The headline of an entry that an undo took back, as everybody had been told of it, and its number as they count. */
export interface UndoneLine {
  readonly number: number;
  readonly text: string;
}

/** What one order came to. */
export interface OrderReport {
  readonly before: OpenBattle;
  /** The battle after it, and after what standing orders did at once in consequence. */
  readonly after: OpenBattle;
  readonly entry: LogEntry;
  /**
   * What it says to one reader; without a user, to everybody. `until`: the battle after all that belongs to it for that reader,
   * `passed`: what that says.
   */
  readonly lines: (user?: string, until?: OpenBattle, passed?: readonly Line[]) => readonly Line[];
  /** What standing orders did. */
  readonly followUps: readonly OrderReport[];
  /** What an undo took back, in the order of the log. */
  readonly undone: readonly UndoneLine[];
}

/** The id of an order that a standing order gave in consequence of another one: the first, the second … */
export const followUpOrderId = (orderId: string, nth: number): string => `${orderId}~${nth}`;
const followUpPattern = /^(?<first>.+)~(?<nth>\d+)$/;
/** The order that another one came of, itself where it came of none; and as the how manieth. */
export const parseFollowUpOrderId = (orderId: string): { readonly first: string; readonly nth: number } => {
  const { first = orderId, nth = '0' } = followUpPattern.exec(orderId)?.groups ?? {};
  return { first, nth: Number(nth) };
};

/** How many orders of standing orders are carried out after one, and no more than one order's worth of dice and events. */
export const maxFollowUps = 50;

export const createOrderReport = (
  before: OpenBattle,
  after: OpenBattle,
  entry: LogEntry,
  known: (user: string | undefined) => IsEntryKnown,
  undone: readonly UndoneLine[] = [],
): OrderReport => ({
  before,
  after,
  entry,
  followUps: [],
  undone,
  lines: (user, until = after, passed = []) => entryLines(before, until, entry, user, known(user), passed),
});

/** Was it given beforehand to somebody hidden from this reader? */
export const isHiddenOrder = (after: OpenBattle, entry: LogEntry, user: string | undefined): boolean =>
  isHiddenPlannedOrder(entry, after, viewerOf(after, user).unseen);

/** All that an order says to one reader, with what followed from it. What follows from a moment that passes unseen belongs to what was before it. */
export const reportLines = (report: OrderReport, user?: string): readonly Line[] => {
  const told: { readonly lead: OrderReport; readonly passed: OrderReport[] }[] = [];
  const all = [report, ...report.followUps];
  const chain = all.map(({ entry }) => entry);
  for (const each of all) {
    const last = told.at(-1);
    if (last !== undefined && isHiddenOrder(each.after, each.entry, user)) last.passed.push(each);
    else told.push({ lead: each, passed: [] });
  }
  const firstFolded = told.find(({ lead }) => isPartOfRun(lead.entry, chain))?.lead;
  const summary = firstFolded === undefined ? undefined : runSummary(all, user);
  return told.flatMap(({ lead, passed }) => {
    const more = passed.flatMap((each) => each.lines(user));
    const lines = lead.lines(user, passed.at(-1)?.after, more);
    if (!isPartOfRun(lead.entry, chain)) return lines;
    const folded = linesWithoutSums(lines, lead.entry, chain);
    return lead === firstFolded && summary !== undefined ? [summary, ...folded] : folded;
  });
};
