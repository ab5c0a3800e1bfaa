import { ownValue } from '../../core/plain-object.ts';
import type { Line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { createLogRange, effectiveEntries, entriesToggledBy, type LogRange } from '../saved/replay.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { isPartOfRun, linesWithoutSums, withReasonOnce } from './autopilot.ts';
import { expectedActionsForViewer, leavesOneUser } from './expected-actions.ts';
import { entryLines, type FindHeadline } from './log-lines.ts';
import { isHiddenOrder, maxFollowUps, parseFollowUpOrderId, runSummary } from './report.ts';
import { findRoller, isGm, mayReadRoll, usersToNotify } from './viewer.ts';

/** One entry of the log as one reader sees it. */
export interface VisibleEntry {
  /** The log entry. Its dice include the dice of hidden turns after it. */
  readonly entry: LogEntry;
  /** The entry's number for this reader. During the battle only shown entries count: a gap would reveal a secret. */
  readonly number: number;
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly lines: readonly Line[];
  /** True if this reader may know the entry's dice and their result. */
  readonly isReadable: boolean;
}

/** True if entry numbers for this reader count every entry, also entries that are not shown. */
export const countsEveryEntry = ({ saved: { status, table } }: OpenBattle, user: string | undefined): boolean =>
  status === 'ended' || (user !== undefined && isGm(table, user));

/** The entry as a public roll if its hidden roll was revealed later. */
const withRevealedRoll = (opened: ReadonlySet<number>, entry: LogEntry): LogEntry =>
  opened.has(entry.n) ? { ...entry, rolls: 'public' } : entry;

/** Number of entries that a reader was shown before this part of the log. `all`: counts every entry. */
export const visibleCountBefore = (
  { told }: Pick<LogRange, 'told'>,
  user: string | undefined,
  all: boolean,
): number => {
  // Users who have not taken part were shown what everyone was.
  const [own, last] = ownValue(told, user ?? '') ?? told[''] ?? [0, 0];
  return all ? last : own;
};

/** The whole log as one reader sees it, each entry with the battle before and after it. */
export const logView = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string | undefined,
): readonly VisibleEntry[] => rangeView(battle, createLogRange(battle, log), user);

/** A part of the log as one reader sees it. `all`: numbers count every entry. `linesOf`: makes an entry's lines. */
export const rangeView = (
  battle: OpenBattle,
  range: LogRange,
  user: string | undefined,
  all = countsEveryEntry(battle, user),
  linesOf = entryLines,
): readonly VisibleEntry[] => {
  const { log, after } = range;
  const opened = new Set(battle.saved.table.opened);
  const count = visibleCountBefore(range, user, all);
  const known = new Map<number, string>();
  const told: VisibleEntry[] = [];
  /** Index of the last entry that this reader was shown. */
  let last = -1;
  /** Lines of hidden turns since the last shown entry. */
  const passed: Line[] = [];
  /** The index of the shown entry to which each hidden entry belongs. */
  const leads = new Map<number, number>();
  for (const [nth, entry] of log.entries()) {
    const [before = battle, then = before] = after.slice(nth, nth + 2);
    const shown = withRevealedRoll(opened, entry);
    const lines = linesOf(before, then, shown, user, (n) => known.get(n));
    const isReadable = mayReadRoll(then, { ...shown, user: findRoller(before, shown) }, user);
    const lead = told[last];
    if (!all && (lead !== undefined || count > 0) && isInvisible(then, entry, user, lines)) {
      // For this reader, a hidden turn is part of the entry before it.
      // Its visible dice, such as those of a new round, count as part of that entry.
      passed.push(...lines);
      if (lead !== undefined) {
        const dice = lines.length > 0 ? [...lead.entry.dice, ...entry.dice] : lead.entry.dice;
        const isPart = isHiddenOrder(then, entry, user);
        const knew: FindHeadline = (n) => (n === lead.entry.n ? undefined : known.get(n));
        const whole = () => entryLines(lead.before, then, withRevealedRoll(opened, lead.entry), user, knew, passed);
        told[last] = { ...lead, entry: { ...lead.entry, dice }, after: then, lines: isPart ? whole() : lead.lines };
        leads.set(told.length, last);
      }
      const own = lines.length > 0 ? { ...entry, dice: [] } : entry;
      told.push({ entry: own, number: count + known.size, before, after: then, lines: [], isReadable });
    } else {
      const [first] = lines;
      if (first !== undefined) {
        known.set(entry.n, first.text);
        last = told.length;
        passed.length = 0;
      }
      told.push({ entry, number: all ? entry.n : count + known.size, before, after: then, lines, isReadable });
    }
  }
  // The states between must not show that there was a hidden turn.
  return told.map((each, at) => {
    const lead = told[leads.get(at) ?? at];
    return lead === undefined || lead === each ? each : { ...each, before: lead.after, after: lead.after };
  });
};

/** The users who left the battle, with their names then. */
export const findLeavers = (told: readonly VisibleEntry[]) =>
  told.flatMap(({ entry }) => entry.table.filter((event) => event.type === 'unseated'));

/** True if an entry has no lines for the reader, or is a hidden turn. */
const isInvisible = (after: OpenBattle, entry: LogEntry, user: string | undefined, lines: readonly Line[]): boolean =>
  lines.length === 0 || isHiddenOrder(after, entry, user);

/** Creates functions that find the headlines of the entries in this part of the log that a reader was shown. */
export const headlinesIn = (battle: OpenBattle, range: LogRange): ((user: string | undefined) => FindHeadline) => {
  const { since, log, after } = range;
  const opened = new Set(battle.saved.table.opened);
  return (user) => {
    const all = countsEveryEntry(battle, user);
    const count = visibleCountBefore(range, user, all);
    const found = new Map<number, string | undefined>();
    const headlineOf: FindHeadline = (n) => {
      if (found.has(n)) return found.get(n);
      const [before, then] = after.slice(n - since - 1, n - since + 1);
      const entry = log[n - since - 1];
      if (entry === undefined || before === undefined || then === undefined) return undefined;
      const shown = withRevealedRoll(opened, entry);
      const lines = entryLines(before, then, shown, user, (other) => (other < n ? headlineOf(other) : undefined));
      // A hidden turn belongs to the shown entry before it. There is none before the first one.
      const isFirst = () => count === 0 && !log.some((each) => each.n < n && headlineOf(each.n) !== undefined);
      const isOwn = all || !isInvisible(then, entry, user, lines) || isFirst();
      found.set(n, isOwn ? lines[0]?.text : undefined);
      return found.get(n);
    };
    return headlineOf;
  };
};

/** One entry's contribution to the message of its turn, for everyone. */
export interface TurnStoryEntry {
  readonly n: number;
  readonly lines: readonly Line[];
  /** True if the turn passes to another user with this entry. */
  readonly endsTurn: boolean;
  /** True if the entry was undone later. */
  readonly isUndone: boolean;
  readonly user: string;
  /** Ids of users to notify because it is now their turn. */
  readonly notifies: readonly string[];
}

/** Replaces the GM's user id as holder of a turn, because the GM is not notified in public. */
const foesKey = '';

/** The users whose turn it publicly is, even while a question is open. */
const turnHolders = (battle: OpenBattle): readonly string[] => {
  const { saved } = battle;
  if (saved.status !== 'active') return [];
  const unasked = saved.pending === undefined ? battle : { ...battle, saved: { ...saved, pending: undefined } };
  const { control, gm } = saved.table;
  return expectedActionsForViewer(unasked).map(({ actor, kind }) =>
    actor === gmActor && kind === 'foes' ? foesKey : (control[actor] ?? gm),
  );
};

/** The users who get the turn by an entry, or are left as the only one. Empty if the turn does not pass. */
const newHolders = (before: OpenBattle, after: OpenBattle): readonly string[] => {
  const were = turnHolders(before);
  const isLeft = leavesOneUser(before, after);
  return [...new Set(turnHolders(after))].filter((each) => isLeft || !were.includes(each));
};

/** Events that have their own message: they notify a user, or show a roll. */
const kindsWithOwnMessage: readonly LogEntry['table'][number]['type'][] = [
  'put-to-gm',
  'requested',
  'request-granted',
  'request-refused',
  'clock-asked',
  'roll-opened',
];

/** True if the order is a message to the GM, who is notified. */
export const isMessageToGm = ({ ruleset }: OpenBattle, { request }: Pick<LogEntry, 'request'>): boolean =>
  request.kind === 'order' &&
  request.doings.some((doing) => ruleset.verbs[String(Object(doing).verb)]?.notifiesGm === true);

/** True if an entry is shown in the message of its turn. The start and end of a battle are not. */
export const isPartOfTurnStory = (
  before: OpenBattle,
  after: OpenBattle,
  { table, request }: Pick<LogEntry, 'table' | 'request'>,
): boolean =>
  before.saved.status === 'active' &&
  after.saved.status === 'active' &&
  !table.some(({ type }) => kindsWithOwnMessage.includes(type)) &&
  !isMessageToGm(after, { request });

/** Maximum number of log entries of one order with its follow-ups. */
export const maxEntriesPerOrder = maxFollowUps + 1;

/** The entries for a turn message, default: of the last turn. Undefined if more of the log is needed. */
export const turnStory = (
  battle: OpenBattle,
  range: LogRange,
  from?: number,
  to = battle.saved.version,
): readonly TurnStoryEntry[] | undefined => {
  const { since, log } = range;
  const stood = new Set(effectiveEntries(log).map(({ n }) => n));
  const stoodAfter = (n: number): OpenBattle => range.after[n - since] ?? battle;
  const around = (n: number): readonly [OpenBattle, OpenBattle] => [stoodAfter(n - 1), stoodAfter(n)];
  const chainOf = ({ orderId }: LogEntry): string => parseFollowUpOrderId(orderId).first;
  /** The users who get the turn by an order. Empty unless the entry is the last of the order's follow-ups. */
  const calledBy = (entry: LogEntry): readonly string[] => {
    const chain = chainOf(entry);
    const isOfIt = (at: number): boolean => {
      const each = log[at - since];
      return each !== undefined && chainOf(each) === chain;
    };
    if (isOfIt(entry.n)) return [];
    let start = entry.n - 1;
    while (isOfIt(start - 1)) start -= 1;
    return newHolders(stoodAfter(start), stoodAfter(entry.n));
  };
  // A roll that is revealed later is shown by the message that reveals it.
  const table = { ...battle.saved.table, opened: [] };
  const sealed = { ...battle, saved: { ...battle.saved, table } };
  const lines = new Map(rangeView(sealed, range, undefined).map((each) => [each.entry.n, each.lines]));
  const tells = (entry: LogEntry): boolean => (lines.get(entry.n) ?? []).length > 0 || calledBy(entry).length > 0;
  // Secret entries do not count, so that they do not change which entry is the last.
  const newest = from === undefined ? (log.findLast(tells)?.n ?? 0) : 0;
  const first = from ?? (log.findLast((entry) => entry.n < newest && calledBy(entry).length > 0)?.n ?? 0) + 1;
  const begins = log[first - since - 1];
  const isFollower = begins !== undefined && parseFollowUpOrderId(begins.orderId).nth > 0;
  // The order before its follow-ups may be in an earlier part of the log.
  const last = from === undefined || isFollower ? first - maxEntriesPerOrder - 1 : first - 1;
  if (since > 0 && last < since) return undefined;
  const told = log.slice(first - since - 1, to - since);
  // An order and its follow-ups share a message. If one has its own message, so do all.
  const apart = new Set(told.filter((entry) => !isPartOfTurnStory(...around(entry.n), entry)).map(chainOf));
  const chains = Map.groupBy(told, chainOf);
  /** The summary of a run that begins with this entry. Empty if no run begins with it. */
  const summaryOf = (entry: LogEntry, chain: readonly LogEntry[]): readonly Line[] => {
    if (chain.find((each) => isPartOfRun(each, chain)) !== entry) return [];
    const orders = chain.map((each) => {
      const [before, then] = around(each.n);
      return { before, after: then, entry: each };
    });
    const summary = runSummary(orders);
    return summary === undefined ? [] : [summary];
  };
  const linesTold = (entry: LogEntry): readonly Line[] => {
    const own = lines.get(entry.n) ?? [];
    const chain = chains.get(chainOf(entry)) ?? [];
    if (apart.has(chainOf(entry))) return [];
    return isPartOfRun(entry, chain) ? [...summaryOf(entry, chain), ...linesWithoutSums(own)] : own;
  };
  const texts = withReasonOnce(told.map(linesTold));
  return told.map((entry, at) => {
    const { n, user } = entry;
    const called = calledBy(entry);
    return {
      ...{ n, user, endsTurn: called.length > 0, isUndone: !stood.has(n) },
      lines: texts[at] ?? [],
      notifies: [
        ...new Set(called.flatMap((each) => (each === foesKey ? [] : usersToNotify(around(n)[1], each)))),
        // The only one expected is called even after their own order.
      ].filter((each) => each !== user || called.length === 1),
    };
  });
};

/** A range of entries, and how many were undone at the last check. */
export interface CheckedEntryRange {
  readonly from: number;
  readonly to: number;
  readonly taken: number;
}

/** The number of entries of each range that are undone now. Undefined if more of the log is needed. */
export const countUndoneEntries = (
  { since, log }: LogRange,
  ranges: readonly CheckedEntryRange[],
): readonly number[] | undefined => {
  const turned = log.flatMap(({ request }) => entriesToggledBy(request));
  const isTurned = ({ from, to }: CheckedEntryRange): boolean => turned.some((n) => n >= from && n <= to);
  if (ranges.some((range) => isTurned(range) && range.from <= since)) return undefined;
  const stood = new Set(effectiveEntries(log).map(({ n }) => n));
  return ranges.map((range) =>
    isTurned(range) ? log.filter(({ n }) => n >= range.from && n <= range.to && !stood.has(n)).length : range.taken,
  );
};
