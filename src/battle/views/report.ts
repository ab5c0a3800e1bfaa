import {
  count,
  joined,
  listing,
  markNames,
  ref,
  renderText,
  say,
  sentences,
  splitNumberedName,
  type Text,
} from '../../core/message.ts';
import { type Line, line, type Tally } from '../../rules/event.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { createReader } from '../../rules/reader.ts';
import type { LogEntry, OpenBattle } from '../saved/store.ts';
import { isPartOfRun, linesWithoutSums, withReasonOnce } from './autopilot.ts';
import { isHiddenPlannedOrder } from './hidden-plans.ts';
import { entryLines, type FindHeadline } from './log-lines.ts';
import { findRoller, hasName, mayReadRoll, viewerOf } from './viewer.ts';

/** One order, with the battle before and after the order. */
interface OrderStep {
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly entry: LogEntry;
}

/** Minimum number of consecutive numbers that are written as `2 to 4`. */
const minRangeLength = 3;

/** Formats numbers as ranges: `1 to 3, 5 and 6`. */
const formatNumberRanges = (numbers: readonly number[]): Text => {
  const rows: number[][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = rows.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else rows.push([number]);
  }
  return listing(
    rows.flatMap((row): readonly Text[] =>
      row.length < minRangeLength
        ? row.map((each) => `${each}`)
        : [say.of('range')`${row[0] ?? 0} to ${row.at(-1) ?? 0}`],
    ),
  );
};

/** Formats names and groups numbered ones: `Ogre and Zombie 1 to 6`. */
export const formatNames = (names: readonly string[]): Text => {
  const stems = Map.groupBy(names, (name) => splitNumberedName(name)?.stem ?? name);
  return listing(
    [...stems].map(([stem, all]) => {
      const numbers = all.flatMap((name) => splitNumberedName(name)?.number ?? []);
      return numbers.length === 0 ? ref(stem) : say`${stem} ${formatNumberRanges(numbers)}`;
    }),
  );
};

const amountOf = (tallies: readonly Tally[], wanted: Tally['what']): number =>
  tallies.reduce((sum, { what, amount }) => (what === wanted ? sum + amount : sum), 0);

/** Describes attacks on a target: `3 hits and 2 misses on Ann`. */
const describeAttacks = (target: string | undefined, tallies: readonly Tally[]): Text => {
  const [hits, misses] = [amountOf(tallies, 'hit'), amountOf(tallies, 'miss')];
  const blows = listing([
    ...(hits === 0 ? [] : [count(hits, 'hit')]),
    ...(misses === 0 ? [] : [count(misses, 'miss', 'misses')]),
  ]);
  return target === undefined ? blows : say`${blows} on ${ref(target)}`;
};

/** The tallies of an order that this reader may know. */
const knownTallies = ({ before, after, entry }: OrderStep, user: string | undefined): readonly Tally[] => {
  if (!mayReadRoll(after, { ...entry, user: findRoller(before, entry) }, user)) return [];
  const { canSee } = createReader(viewerOf(after, user));
  return before.game.talliesOf(entry.events).filter(({ who, of }) => canSee(who) && (of === undefined || canSee(of)));
};

/** Sums up a run for one reader: `Zombie 1 to 6: 3 hits on Ann.` Undefined without a run or an attack. */
export const runSummary = (orders: readonly OrderStep[], user?: string): Line | undefined => {
  const chain = orders.map(({ entry }) => entry);
  const run = orders.filter(({ entry }) => isPartOfRun(entry, chain));
  const actors = new Set(run.flatMap(({ entry: { request } }) => (request.kind === 'order' ? [request.actor] : [])));
  const ownActors = new Map(
    run.flatMap(({ after }) => after.game.roster().map(({ id, actor }) => [id, actor] as const)),
  );
  const tallies = run.flatMap((each) => knownTallies(each, user));
  const blows = tallies.filter(
    ({ what, who }) => (what === 'hit' || what === 'miss') && actors.has(ownActors.get(who) ?? who),
  );
  if (blows.length === 0) return undefined;
  const strikers = [...new Set(blows.map(({ who }) => who))];
  const struck = [...Map.groupBy(blows, ({ of }) => of)].map(([target, all]) => describeAttacks(target, all));
  const felled = [...new Set(tallies.flatMap(({ what, who }) => (what === 'felled' ? [who] : [])))];
  const hits = say`${formatNames(strikers)}: ${joined(struck)}.`;
  const told = sentences(hits, felled.length > 0 && say`Down: ${formatNames(felled)}.`);
  return { ...line(renderText(told, nameLookupShowingAll)), folded: true };
};

/** The results of an order with its follow-ups. `after`: the battle after all of them. */
export interface OrderReport extends OrderStep {
  /** The lines for a user or everyone. `until`: the battle after hidden turns. `passed`: lines of the hidden turns. */
  readonly lines: (user?: string, until?: OpenBattle, passed?: readonly Line[]) => readonly Line[];
  /** The reports of automatic orders that followed. */
  readonly followUps: readonly OrderReport[];
}

/** The order id of the nth follow-up of an order. */
export const followUpOrderId = (orderId: string, nth: number): string => `${orderId}~${nth}`;
const followUpPattern = /^(?<first>.+)~(?<nth>\d+)$/;
/** The order that a follow-up belongs to, and its number. 0 for the order itself. */
export const parseFollowUpOrderId = (orderId: string): { readonly first: string; readonly nth: number } => {
  const { first = orderId, nth = '0' } = followUpPattern.exec(orderId)?.groups ?? {};
  return { first, nth: Number(nth) };
};

/** Maximum number of follow-ups of one order. */
export const maxFollowUps = 50;

export const createOrderReport = (
  before: OpenBattle,
  after: OpenBattle,
  entry: LogEntry,
  findHeadlines: (user: string | undefined) => FindHeadline = () => () => undefined,
): OrderReport => {
  // The loader marks the battle before the order.
  markNames(`${after.saved.id} after`, (text) => hasName(after, text));
  return {
    ...{ before, after, entry, followUps: [] },
    lines: (user, until = after, passed = []) => entryLines(before, until, entry, user, findHeadlines(user), passed),
  };
};

/** True if the order was planned for someone hidden from this reader. */
export const isHiddenOrder = (after: OpenBattle, entry: LogEntry, user: string | undefined): boolean =>
  isHiddenPlannedOrder(entry, after, viewerOf(after, user).unseen);

/** The lines of an order and its follow-ups for one reader. Hidden turns belong to the order before them. */
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
  const parts = told.map(({ lead, passed }) => {
    const more = passed.flatMap((each) => each.lines(user));
    const lines = lead.lines(user, passed.at(-1)?.after, more);
    if (!isPartOfRun(lead.entry, chain)) return lines;
    const folded = linesWithoutSums(lines);
    return lead === firstFolded && summary !== undefined ? [summary, ...folded] : folded;
  });
  return withReasonOnce(parts).flat();
};
