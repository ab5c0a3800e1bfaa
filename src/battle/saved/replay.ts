import { isDeepStrictEqual } from 'node:util';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import type { EntryRequest, LogEntry, PendingOrder } from './log-entry.ts';
import { emptySession, evolveSession, type Session } from './session.ts';
import type { OpenBattle } from './store.ts';

/** A battle as its log says it is. */
export interface FoldedBattle {
  readonly table: Session;
  readonly game: Game;
  readonly pending: PendingOrder | undefined;
}

const asSaved = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whether two snapshots, or two tables, are one and the same once they are written down. */
export const isSameWhenSaved = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asSaved(one), asSaved(other));

/** Notes what an undo takes back, or a redo gives again, among the numbers of what is taken back; gives those it concerns. */
const turn = (taken: Set<number>, request: EntryRequest): readonly number[] => {
  if (request.kind === 'undo') {
    for (const n of request.takes) taken.add(n);
    return request.takes;
  }
  if (request.kind === 'redo') {
    for (const n of request.gives) taken.delete(n);
    return request.gives;
  }
  return [];
};

/** The entries that stand: those taken back by an undo, and not given again by a redo, are left out. */
export const effectiveEntries = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const taken = new Set<number>();
  for (const { request } of log) turn(taken, request);
  return log.filter(({ n }) => !taken.has(n));
};

const blankGame = (ruleset: Ruleset, settings: unknown): Game => {
  const blank = ruleset.createGame(settings);
  if (!blank.ok) throw new Error(`The log has settings that ${ruleset.title} refuses: ${JSON.stringify(blank.error)}`);
  return blank.value;
};

const under = (game: Game, settings: unknown): Game => {
  const other = game.withSettings(settings);
  if (!other.ok) throw new Error(`The log has settings that its rulebook refuses: ${JSON.stringify(other.error)}`);
  return other.value;
};

/** What a log that has one entry more says; `past` gives the events before it, needed where the settings change. */
const withEntry = (
  ruleset: Ruleset,
  { table, game }: FoldedBattle,
  entry: LogEntry,
  past: () => readonly unknown[],
): FoldedBattle => {
  const after = entry.table.reduce(evolveSession, table);
  const rebuilt = entry.table.some(({ type }) => type === 'opened' || type === 'setting-changed');
  const taken = entry.table.some(({ type }) => type === 'setting-taken');
  const begun = rebuilt ? blankGame(ruleset, after.settings).applyEvents(past()) : game;
  const base = taken ? under(begun, after.settings) : begun;
  return {
    table: after,
    game: entry.events.length === 0 ? base : base.applyEvents(entry.events),
    pending: entry.pending,
  };
};

const eventsOf = (entries: readonly LogEntry[]): readonly unknown[] => entries.flatMap(({ events }) => events);

const unwritten = (ruleset: Ruleset): FoldedBattle => ({
  table: emptySession,
  game: blankGame(ruleset, {}),
  pending: undefined,
});

/** Throws: other settings change what came of everything before. */
const fromTheBeginning = (): never => {
  throw new Error('Another setting needs the whole log.');
};

/** The fold of a log: what the snapshot must equal, always. `from`: what it was before the first of these entries. */
export const foldLog = (ruleset: Ruleset, log: readonly LogEntry[], from?: FoldedBattle): FoldedBattle => {
  let folded = from ?? unwritten(ruleset);
  const standing = effectiveEntries(log);
  for (const [at, entry] of standing.entries())
    folded = withEntry(ruleset, folded, entry, () =>
      from === undefined ? eventsOf(standing.slice(0, at)) : fromTheBeginning(),
    );
  return folded;
};

/** The folds of a log, before its first entry and after each. */
const folds = (ruleset: Ruleset, log: readonly LogEntry[], from?: FoldedBattle): readonly FoldedBattle[] => {
  const start = from ?? unwritten(ruleset);
  const begin = log[0]?.n ?? 1;
  const standing: { readonly entry: LogEntry; readonly folded: FoldedBattle }[] = [];
  const past = () => (from === undefined ? eventsOf(standing.map(({ entry }) => entry)) : fromTheBeginning());
  const last = (): FoldedBattle => standing.at(-1)?.folded ?? start;
  const taken = new Set<number>();
  const all = [start];
  for (const [at, entry] of log.entries()) {
    // What stands before the first that is taken back or given again goes on as it is.
    const first = Math.min(entry.n, ...turn(taken, entry.request));
    while ((standing.at(-1)?.entry.n ?? 0) >= first) standing.pop();
    for (const each of log.slice(first - begin, at + 1))
      if (!taken.has(each.n)) standing.push({ entry: each, folded: withEntry(ruleset, last(), each, past) });
    all.push(last());
  }
  return all;
};

const stoodAs = (battle: OpenBattle, { table, game, pending }: FoldedBattle, version: number): OpenBattle => ({
  ...battle,
  game,
  saved: { ...battle.saved, version, table, game: game.save(), pending, status: game.status },
});

const foldedAs = ({ saved: { table, pending }, game }: OpenBattle): FoldedBattle => ({ table, game, pending });

/**
 * The battle as it stood before the first of these entries and after each. `base`: how it stood before them, where they are not all
 * of its log; then none of them reaches behind it.
 */
export const battleStatesFrom = (
  battle: OpenBattle,
  base: OpenBattle | undefined,
  log: readonly LogEntry[],
): readonly OpenBattle[] =>
  folds(battle.ruleset, log, base && foldedAs(base)).map((folded, at) =>
    stoodAs(battle, folded, log[at - 1]?.n ?? base?.saved.version ?? 0),
  );

/** The battle as it stands after the last of these entries, by those of them that stand. */
export const foldLogFrom = (battle: OpenBattle, base: OpenBattle | undefined, log: readonly LogEntry[]): OpenBattle =>
  stoodAs(battle, foldLog(battle.ruleset, log, base && foldedAs(base)), log.at(-1)?.n ?? 0);
