import { count, joined, listing, plain, ref, say, type Text } from '../../core/message.ts';
import { numberedName } from '../../core/text.ts';
import { allNames } from '../../rules/for-reader.ts';
import { type Line, line } from '../../rules/lines.ts';
import { readerOf } from '../../rules/reader.ts';
import type { Tally } from '../../rules/tally.ts';
import type { LogEntry } from '../saved/log-entry.ts';
import type { OpenBattle } from '../saved/open-battle.ts';
import { isPartOfRun } from './autopilot-text.ts';
import { mayRead, rollerOf } from './hidden-rolls.ts';
import { viewerOf } from './viewer.ts';

/** One order, with the battle before and after it. */
interface Ordered {
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly entry: LogEntry;
}

/** So many numbers in a row are told as `2 to 4`. */
const inRow = 3;

/** `1 to 3, 5 and 6`. */
const numbersText = (numbers: readonly number[]): Text => {
  const rows: number[][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = rows.at(-1);
    if (last?.at(-1) === number - 1) last.push(number);
    else rows.push([number]);
  }
  return listing(
    rows.flatMap((row): readonly Text[] =>
      row.length < inRow ? row.map((each) => `${each}`) : [say`${row[0] ?? 0} to ${row.at(-1) ?? 0}`],
    ),
  );
};

/** `Ogre and Zombie 1 to 6`: several with numbers behind one name are told together. */
export const groupNames = (names: readonly string[]): Text => {
  const stems = Map.groupBy(names, (name) => numberedName(name)?.stem ?? name);
  return listing(
    [...stems].map(([stem, all]) => {
      const numbers = all.flatMap((name) => numberedName(name)?.number ?? []);
      return numbers.length === 0 ? ref(stem) : say`${stem} ${numbersText(numbers)}`;
    }),
  );
};

const amountOf = (tallies: readonly Tally[], wanted: Tally['what']): number =>
  tallies.reduce((sum, { what, amount }) => (what === wanted ? sum + amount : sum), 0);

/** `3 hits and 2 misses on Ann`. */
const blowsText = (target: string | undefined, tallies: readonly Tally[]): Text => {
  const [hits, misses] = [amountOf(tallies, 'hit'), amountOf(tallies, 'miss')];
  const blows = listing([
    ...(hits === 0 ? [] : [count(hits, 'hit')]),
    ...(misses === 0 ? [] : [count(misses, 'miss', 'misses')]),
  ]);
  return target === undefined ? blows : say`${blows} on ${ref(target)}`;
};

/** What one order counts that this reader may know of. */
const knownTallies = ({ before, after, entry }: Ordered, user: string | undefined): readonly Tally[] => {
  if (!mayRead(after, { ...entry, user: rollerOf(before, entry) }, user)) return [];
  const { sees } = readerOf(viewerOf(after, user));
  return before.game.tally(entry.events).filter(({ who, of }) => sees(who) && (of === undefined || sees(of)));
};

/**
 * What a run of orders by autopilot came to, as one reader may know it: `Zombie 1 to 6: 3 hits and 2 misses on Ann, 1 hit on Bob. Bob
 * falls.` Nothing where it is no run, or nobody struck.
 */
export const runSummary = (orders: readonly Ordered[], user?: string): Line | undefined => {
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
  const struck = [...Map.groupBy(blows, ({ of }) => of)].map(([target, all]) => blowsText(target, all));
  const felled = [...new Set(tallies.flatMap(({ what, who }) => (what === 'felled' ? [who] : [])))];
  const falls = felled.length === 1 ? say` ${groupNames(felled)} falls.` : say` ${groupNames(felled)} fall.`;
  const told = say`${groupNames(strikers)}: ${joined(struck)}.${felled.length === 0 ? '' : falls}`;
  return { ...line(plain(told, allNames)), folded: true };
};
