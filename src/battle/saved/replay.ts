import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Result } from '../../core/message.ts';
import { deriveSalt } from '../../dice/order-dice.ts';
import type { Game } from '../../rules/game.ts';
import type { Ruleset } from '../../rules/ruleset.ts';
import { appEdition } from '../editions/app-edition.ts';
import { emptySession, evolveSession, readSession, type Session, type SessionEvent } from './session.ts';
import {
  type EntryRequest,
  type LogEntry,
  type OpenBattle,
  type PendingOrder,
  readPendingOrder,
  type StoredState,
} from './store.ts';

/** A battle's session, game and open question, as folded from its log. */
export interface FoldedBattle {
  readonly table: Session;
  readonly game: Game;
  readonly pending: PendingOrder | undefined;
}

const asSaved = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** True if two values are equal as JSON. */
export const isSameWhenSaved = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asSaved(one), asSaved(other));

/** The numbers of the entries that an undo or redo affects. Empty for other requests. */
export const entriesToggledBy = (request: EntryRequest): readonly number[] => {
  if (request.kind === 'undo') return request.takes;
  return request.kind === 'redo' ? request.gives : [];
};

/** Adds an undo's entries to the set of undone entries, or removes a redo's entries. Returns the affected entries. */
const toggleEntries = (taken: Set<number>, request: EntryRequest): readonly number[] => {
  const turned = entriesToggledBy(request);
  for (const n of turned)
    if (request.kind === 'undo') taken.add(n);
    else taken.delete(n);
  return turned;
};

/** Session events that only change settings, for which undo is no remedy. */
const settingEvents: readonly SessionEvent['type'][] = [
  ...(['standing-set', 'away-set', 'deputy-named', 'autopilot-set', 'plan-set', 'telling-set', 'rolls-set'] as const),
  ...(['clock-set', 'clock-paused', 'clock-resumed', 'clock-renewed', 'clock-asked', 'automation-paused'] as const),
  ...(['numbers-set', 'consent-set', 'desk-set', 'language-set'] as const),
];

/** True if an entry only changes settings or notes wishes for later, so that no undo reverses it. */
export const isSettingChange = (
  { markedEvents }: Pick<Ruleset, 'markedEvents'>,
  { table, events }: Pick<LogEntry, 'table' | 'events'>,
): boolean =>
  table.length + events.length > 0 &&
  table.every(({ type }) => settingEvents.includes(type)) &&
  events.every((each) => markedEvents.wishes.includes(String(Object(each).type)));

/** The entries that are not undone. */
export const effectiveEntries = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const taken = new Set<number>();
  for (const { request } of log) toggleEntries(taken, request);
  return log.filter(({ n }) => !taken.has(n));
};

/** The game. Throws if the rulebook refuses the log's settings. */
const requireGame = (found: Result<Game>): Game => {
  if (!found.ok) throw new Error(`The log has settings that its rulebook refuses: ${JSON.stringify(found.error)}`);
  return found.value;
};

/** Applies one log entry to a folded battle. `past`: the events before it, for entries that change settings. */
const withEntry = (
  ruleset: Ruleset,
  { table, game, pending }: FoldedBattle,
  entry: LogEntry,
  past: () => readonly unknown[],
): FoldedBattle => {
  const after = entry.table.reduce(evolveSession, table);
  const rebuilt = entry.table.some(({ type }) => type === 'opened' || type === 'setting-changed');
  const taken = entry.table.some(({ type }) => type === 'setting-taken');
  const begun = rebuilt ? requireGame(ruleset.createGame(after.settings)).applyEvents(past()) : game;
  const base = taken ? requireGame(begun.withSettings(after.settings)) : begun;
  return {
    table: after,
    game: base.applyEvents(entry.events),
    // A setting may outlive the undone order whose question was open when it was changed.
    pending: isSettingChange(ruleset, entry) ? pending : entry.pending,
  };
};

const eventsOf = (entries: readonly LogEntry[]): readonly unknown[] => entries.flatMap(({ events }) => events);

const unwritten = (ruleset: Ruleset): FoldedBattle => ({
  table: emptySession,
  game: requireGame(ruleset.createGame({})),
  pending: undefined,
});

/** Throws, because a changed setting requires a fold of the whole log. */
const fromTheBeginning = (): never => {
  throw new Error('Another setting needs the whole log.');
};

/** Folds a log into the battle's state. `from`: the state before its first entry. Default: the beginning. */
export const foldLog = (ruleset: Ruleset, log: readonly LogEntry[], from?: FoldedBattle): FoldedBattle => {
  let folded = from ?? unwritten(ruleset);
  const standing = effectiveEntries(log);
  for (const [at, entry] of standing.entries())
    folded = withEntry(ruleset, folded, entry, () =>
      from === undefined ? eventsOf(standing.slice(0, at)) : fromTheBeginning(),
    );
  return folded;
};

/** The states before the first entry of a log and after each entry. */
const foldAfterEachEntry = (
  ruleset: Ruleset,
  log: readonly LogEntry[],
  from?: FoldedBattle,
): readonly FoldedBattle[] => {
  const start = from ?? unwritten(ruleset);
  const begin = log[0]?.n ?? 1;
  const standing: { readonly entry: LogEntry; readonly folded: FoldedBattle }[] = [];
  const past = () => (from === undefined ? eventsOf(standing.map(({ entry }) => entry)) : fromTheBeginning());
  const last = (): FoldedBattle => standing.at(-1)?.folded ?? start;
  const taken = new Set<number>();
  const all = [start];
  for (const [at, entry] of log.entries()) {
    // Entries before the first affected one do not change.
    const first = Math.min(entry.n, ...toggleEntries(taken, entry.request));
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

/** The battle before the first entry and after each. `base`: the battle before the log, if the log is only a part. */
export const battleStatesFrom = (
  battle: OpenBattle,
  base: OpenBattle | undefined,
  log: readonly LogEntry[],
): readonly OpenBattle[] =>
  foldAfterEachEntry(battle.ruleset, log, base && foldedAs(base)).map((folded, at) =>
    stoodAs(battle, folded, log[at - 1]?.n ?? base?.saved.version ?? 0),
  );

/** The battle after the last entry, without undone entries. */
export const foldLogFrom = (battle: OpenBattle, base: OpenBattle | undefined, log: readonly LogEntry[]): OpenBattle =>
  stoodAs(battle, foldLog(battle.ruleset, log, base && foldedAs(base)), log.at(-1)?.n ?? 0);

/** Number of log entries from one stored state to the next. */
export const entriesPerState = 100;

const stateSchema = z.object({
  table: z.unknown(),
  game: z.unknown(),
  pending: z.unknown().optional(),
  /** Numbers of the hidden rolls that were already revealed when readers' entries were counted. */
  opened: z.array(z.int()),
  /** The number of entries each reader was shown, during and after the battle. The empty name means everyone. */
  told: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** The newest hidden rolls that no one has revealed. */
  secret: z.array(z.int()),
});

/** A stored state of a battle after an entry, with the number of entries each reader was shown. */
export type RangeState = z.input<typeof stateSchema>;

/** A part of a log with its battle states. No entry of the part affects an entry before the part. */
export interface LogRange extends Pick<RangeState, 'told' | 'secret'> {
  /** Number of log entries before this part of the log. `told` and `secret` count these earlier entries. */
  readonly since: number;
  readonly log: readonly LogEntry[];
  /** The battle before the first entry, then after each entry. */
  readonly after: readonly OpenBattle[];
}

/** Number of the first entry that an undo, redo or changed setting in this log affects. Infinity if there is none. */
export const firstChangedEntry = (log: readonly LogEntry[]): number =>
  Math.min(
    ...log.flatMap(({ request, table }) =>
      table.some(({ type }) => type === 'setting-changed') ? [1] : entriesToggledBy(request),
    ),
  );

export const revealedRollsUpTo = ({ saved: { table } }: OpenBattle, n: number): number[] =>
  table.opened.filter((each) => each <= n);

/** True if the counts in a stored state are still correct: no other hidden rolls were revealed since. */
export const isStillCounted = (battle: OpenBattle, { n, state }: StoredState): boolean =>
  isDeepStrictEqual(stateSchema.parse(JSON.parse(state)).opened, revealedRollsUpTo(battle, n));

/** Creates the log range of a whole log, or of the part after a stored state. */
export const createLogRange = (battle: OpenBattle, log: readonly LogEntry[], stored?: StoredState): LogRange => {
  if (stored === undefined)
    return { since: 0, log, after: battleStatesFrom(battle, undefined, log), told: {}, secret: [] };
  const { table, game: saved, pending, told, secret } = stateSchema.parse(JSON.parse(stored.state));
  const game = battle.ruleset.openGame(saved);
  const stood = {
    version: stored.n,
    table: readSession(appEdition, table),
    game: saved,
    pending: pending === undefined ? undefined : readPendingOrder(appEdition, pending),
    status: game.status,
  };
  const start = { ...battle, game, saved: { ...battle.saved, ...stood } };
  return { ...logRangeAfter(start, battle, log), told, secret };
};

/** Creates the log range after a cached battle. Counts all entries before it as shown to everyone. */
export const logRangeAfter = (start: OpenBattle, battle: OpenBattle, log: readonly LogEntry[]): LogRange => {
  const since = start.saved.version;
  return { since, log, after: battleStatesFrom(battle, start, log), told: { '': [since, since] }, secret: [] };
};

/** The session before and after each entry, without entries that were undone by then. */
const foldSessions = (log: readonly LogEntry[]): readonly { readonly before: Session; readonly after: Session }[] => {
  let table = emptySession;
  return log.map((entry, at) => {
    const before = table;
    const { kind } = entry.request;
    table =
      kind === 'undo' || kind === 'redo'
        ? effectiveEntries(log.slice(0, at + 1)).reduce(
            (sum, each) => each.table.reduce(evolveSession, sum),
            emptySession,
          )
        : entry.table.reduce(evolveSession, table);
    return { before, after: table };
  });
};

/** The salt of the dice after each entry. */
export const computeSalts = (log: readonly LogEntry[]): readonly string[] =>
  foldSessions(log).map(({ after }) => after.salt);

/** The numbers of entries whose salt does not match the joins before them. */
export const findMismatchedSalts = (log: readonly LogEntry[]): readonly number[] => {
  const moments = foldSessions(log);
  return log.flatMap(({ n, table }, at) => {
    const salted = table.find((event) => event.type === 'dice-salted');
    const joins = moments[at]?.before.joins ?? [];
    return salted !== undefined && salted.salt !== deriveSalt(joins) ? [n] : [];
  });
};
