import { count, joined, listing, ref, renderText, say, splitNumberedName, type Text } from '../../core/message.ts';
import { nameLookupShowingAll } from '../../rules/for-reader.ts';
import { type Line, line } from '../../rules/lines.ts';
import { createReader } from '../../rules/reader.ts';
import type { Tally } from '../../rules/tally.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/store.ts';
import { isPartOfRun } from './autopilot-text.ts';
import { findRoller, mayReadRoll } from './hidden-rolls.ts';
import { viewerOf } from './viewer.ts';

/** One order, with the battle before and after it. */
interface OrderStep {
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly entry: LogEntry;
}

/** So many numbers in a row are told as `2 to 4`. */
const minRangeLength = 3;

/** `1 to 3, 5 and 6`. */
const formatNumberRanges = (numbers: readonly number[]): Text => {
  const rows: number[][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = rows.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else rows.push([number]);
  }
  return listing(
    rows.flatMap((row): readonly Text[] =>
      row.length < minRangeLength ? row.map((each) => `${each}`) : [say`${row[0] ?? 0} to ${row.at(-1) ?? 0}`],
    ),
  );
};

/** `Ogre and Zombie 1 to 6`: several with numbers behind one name are told together. */
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

/** `3 hits and 2 misses on Ann`. */
const describeAttacks = (target: string | undefined, tallies: readonly Tally[]): Text => {
  const [hits, misses] = [amountOf(tallies, 'hit'), amountOf(tallies, 'miss')];
  const blows = listing([
    ...(hits === 0 ? [] : [count(hits, 'hit')]),
    ...(misses === 0 ? [] : [count(misses, 'miss', 'misses')]),
  ]);
  return target === undefined ? blows : say`${blows} on ${ref(target)}`;
};

/** What one order counts that this reader may know of. */
const knownTallies = ({ before, after, entry }: OrderStep, user: string | undefined): readonly Tally[] => {
  if (!mayReadRoll(after, { ...entry, user: findRoller(before, entry) }, user)) return [];
  const { canSee } = createReader(viewerOf(after, user));
  return before.game.talliesOf(entry.events).filter(({ who, of }) => canSee(who) && (of === undefined || canSee(of)));
};

/**
 * What a run of orders by autopilot came to, as one reader may know it: `Zombie 1 to 6: 3 hits and 2 misses on Ann, 1 hit on Bob. Bob
 * falls.` Nothing where it is no run, or nobody struck.
 */
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
  const falls = felled.length === 1 ? say` ${formatNames(felled)} goes down.` : say` ${formatNames(felled)} go down.`;
  const told = say`${formatNames(strikers)}: ${joined(struck)}.${felled.length === 0 ? '' : falls}`;
  return { ...line(renderText(told, nameLookupShowingAll)), folded: true };
};
