import type { Line } from '../../rules/event.ts';
import { gmActor } from '../../rules/expected-action.ts';
import { effectiveEntries, entriesToggledBy, type LogRange } from '../saved/replay.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { isPartOfRun, linesWithoutSums } from './autopilot.ts';
import { expectedActionsForViewer } from './expected-actions.ts';
import { rangeView } from './log-view.ts';
import { maxFollowUps, parseFollowUpOrderId, runSummary } from './report.ts';
import { usersToNotify } from './viewer.ts';

/** What an entry adds to the message of the turn it was given in, as everybody may know it. */
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

/** For those the GM runs nobody is called before everybody. */
const foesKey = '';

/** Whose turn it is as everybody may read it, whatever is asked meanwhile. */
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

/** What calls somebody by itself, or is said to one person: it stays a message of its own. */
const kindsWithOwnMessage: readonly LogEntry['table'][number]['type'][] = [
  'put-to-gm',
  'requested',
  'request-granted',
  'request-refused',
  'clock-asked',
  'clock-handed',
];

/** Is it a word to the GM, by which they are called? */
export const isMessageToGm = ({ ruleset }: OpenBattle, { request }: Pick<LogEntry, 'request'>): boolean =>
  request.kind === 'order' &&
  request.doings.some((doing) => ruleset.verbs[String(Object(doing).verb)]?.notifiesGm === true);

/** Is it told in the message of the turn, and in none of its own? What begins or ends the battle is not. */
export const isPartOfTurnStory = (
  before: OpenBattle,
  after: OpenBattle,
  { table, request }: Pick<LogEntry, 'table' | 'request'>,
): boolean =>
  before.saved.status === 'active' &&
  after.saved.status === 'active' &&
  !table.some(({ type }) => kindsWithOwnMessage.includes(type)) &&
  !isMessageToGm(after, { request });

/** So many entries before the first that is told may belong to what it came of. */
export const maxEntriesPerOrder = maxFollowUps + 1;

/**
 * The entries from `from` on, or from the beginning of the turn that the last one was given in, by the end of the log. Undefined if
 * they need more of it.
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
  /** Whom the turn passes to with an order and what was done by itself after it: the last of them passes it. */
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
  // What is secret does not make the last that everybody knows of the last but one.
  const newest = from === undefined ? (log.findLast(tells)?.n ?? 0) : 0;
  const first = from ?? (log.findLast((entry) => entry.n < newest && calledBy(entry).length > 0)?.n ?? 0) + 1;
  const begins = log[first - since - 1];
  const isFollower = begins !== undefined && parseFollowUpOrderId(begins.orderId).nth > 0;
  // What it came of may lie before it, and who has the turn passed to it is told by what stood before that.
  const last = from === undefined || isFollower ? first - maxEntriesPerOrder - 1 : first - 1;
  if (since > 0 && last < since) return undefined;
  const told = log.slice(first - since - 1, to - since);
  // What an order leads to is told with it: where one of them has a message of its own, all have.
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
