import type { Line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { effectiveEntries, entriesToggledBy, type LogRange } from '../saved/replay.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { isPartOfRun, linesWithoutSums } from './autopilot.ts';
import { expectedActionsForViewer } from './expected-actions.ts';
import { rangeView } from './log-view.ts';
import { maxFollowUps, parseFollowUpOrderId, runSummary } from './report.ts';
import { usersToNotify } from './viewer.ts';

/** What an entry adds to the message of its turn, for everyone. */
export interface TurnStoryEntry {
  readonly n: number;
  readonly lines: readonly Line[];
  /** The turn passes with it: what follows belongs to the next one. */
  readonly endsTurn: boolean;
  /** It was taken back since. */
  readonly isUndone: boolean;
  readonly user: string;
  /** Who is called with the turn that it passes. */
  readonly notifies: readonly string[];
}

/** The GM is not notified publicly about their own combatants. */
const foesKey = '';

/** The users whose turn it is, as everyone may know it, whatever question is open. */
const turnHolders = (battle: OpenBattle): readonly string[] => {
  const { saved } = battle;
  if (saved.status !== 'active') return [];
  const unasked = saved.pending === undefined ? battle : { ...battle, saved: { ...saved, pending: undefined } };
  const { control, gm } = saved.table;
  return expectedActionsForViewer(unasked).map(({ actor, kind }) =>
    actor === gmActor && kind === 'foes' ? foesKey : (control[actor] ?? gm),
  );
};

/** Who is awaited of a sudden: nobody, as long as the turn stays theirs who had it. */
const newHolders = (before: OpenBattle, after: OpenBattle): readonly string[] => {
  const were = turnHolders(before);
  return [...new Set(turnHolders(after))].filter((each) => !were.includes(each));
};

/** Events that notify a user or are for one user: they have a message of their own. */
const kindsWithOwnMessage: readonly LogEntry['table'][number]['type'][] = [
  'put-to-gm',
  'requested',
  'request-granted',
  'request-refused',
  'clock-asked',
  'clock-handed',
];

/** True if the order is a message to the GM, who is notified. */
export const isMessageToGm = ({ ruleset }: OpenBattle, { request }: Pick<LogEntry, 'request'>): boolean =>
  request.kind === 'order' &&
  request.doings.some((doing) => ruleset.verbs[String(Object(doing).verb)]?.notifiesGm === true);

/** True if an entry is part of the message of its turn. The start and end of a battle are not. */
export const isPartOfTurnStory = (
  before: OpenBattle,
  after: OpenBattle,
  { table, request }: Pick<LogEntry, 'table' | 'request'>,
): boolean =>
  before.saved.status === 'active' &&
  after.saved.status === 'active' &&
  !table.some(({ type }) => kindsWithOwnMessage.includes(type)) &&
  !isMessageToGm(after, { request });

/** Maximum number of entries before the first shown one that may belong to its order. */
export const maxEntriesPerOrder = maxFollowUps + 1;

/**
 * The entries from `from` on, or of the turn that the last one belongs to, by the end of the log. Undefined if more of the log
 * is needed.
 */
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
  /** Who the turn passes to with an order and its follow-ups. The last of them passes it. */
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
  const lines = new Map(rangeView(battle, range, undefined).map((each) => [each.entry.n, each.lines]));
  const tells = (entry: LogEntry): boolean => (lines.get(entry.n) ?? []).length > 0 || calledBy(entry).length > 0;
  // A secret entry must not change which entry everyone counts as the last.
  const newest = from === undefined ? (log.findLast(tells)?.n ?? 0) : 0;
  const first = from ?? (log.findLast((entry) => entry.n < newest && calledBy(entry).length > 0)?.n ?? 0) + 1;
  const begins = log[first - since - 1];
  const isFollower = begins !== undefined && parseFollowUpOrderId(begins.orderId).nth > 0;
  // The order it follows from may lie before it, and who had the turn is known from the battle before that.
  const last = from === undefined || isFollower ? first - maxEntriesPerOrder - 1 : first - 1;
  if (since > 0 && last < since) return undefined;
  const told = log.slice(first - since - 1, to - since);
  // An order and its follow-ups are shown together: if one has a message of its own, all have.
  const apart = new Set(told.filter((entry) => !isPartOfTurnStory(...around(entry.n), entry)).map(chainOf));
  const chains = Map.groupBy(told, chainOf);
  /** What the run came to that begins with this entry. */
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
    return isPartOfRun(entry, chain) ? [...summaryOf(entry, chain), ...linesWithoutSums(own, entry, chain)] : own;
  };
  return told.map((entry) => {
    const { n, user } = entry;
    const called = calledBy(entry);
    return {
      ...{ n, user, endsTurn: called.length > 0, isUndone: !stood.has(n) },
      lines: linesTold(entry),
      notifies: [
        ...new Set(called.flatMap((each) => (each === foesKey ? [] : usersToNotify(around(n)[1], each)))),
      ].filter((each) => each !== user),
    };
  });
};

/** A range of entries, and how many of them were taken back when they were looked at last. */
export interface CheckedEntryRange {
  readonly from: number;
  readonly to: number;
  readonly taken: number;
}

/** How many entries of each of these ranges are taken back now. Undefined if that needs more of the log. */
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
