import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { appEdition } from '../editions/app-edition.ts';
import { type EntryRequest, type LogEntry, readPendingOrder } from './log-entry.ts';
import { battleStatesFrom } from './replay.ts';
import { readSession } from './session.ts';
import type { OpenBattle, StoredState } from './store.ts';

/** Number of entries from one stored state of a log to the next. */
export const entriesPerState = 100;

const stateSchema = z.object({
  table: z.unknown(),
  game: z.unknown(),
  pending: z.unknown().optional(),
  /** The hidden rolls that were open when readers' entries were counted. */
  opened: z.array(z.int()),
  /** How many entries each reader was told of, everybody under an empty name: while the battle goes on, and once it has ended. */
  told: z.record(z.string(), z.tuple([z.int(), z.int()])),
  /** The newest hidden rolls that were not open. */
  secret: z.array(z.int()),
});

/** A battle after an entry of its log, and what was told up to there, as it is stored. */
export type RangeState = z.input<typeof stateSchema>;

/** A part of a log with the battle before it and after each of its entries. No entry of it changes what lies before it. */
export interface LogRange extends Pick<RangeState, 'told' | 'secret'> {
  /** How many entries lie before it; `told` and `secret` are of those. */
  readonly since: number;
  readonly log: readonly LogEntry[];
  /** The battle before the first entry, then after each entry. */
  readonly after: readonly OpenBattle[];
}

/** The entries that an undo takes back, or a redo gives back. */
export const entriesToggledBy = (request: EntryRequest): readonly number[] => {
  if (request.kind === 'undo') return request.takes;
  return request.kind === 'redo' ? request.gives : [];
};

/** The first entry that any of these changes: by an undo, a redo or another setting. Infinite if none does. */
export const firstChangedEntry = (log: readonly LogEntry[]): number =>
  Math.min(
    ...log.flatMap(({ request, table }) =>
      table.some(({ type }) => type === 'setting-changed') ? [1] : entriesToggledBy(request),
    ),
  );

export const openedUpTo = ({ saved: { table } }: OpenBattle, n: number): number[] =>
  table.opened.filter((each) => each <= n);

/** True if readers count the entries before a stored state as they did when it was stored. */
export const isStillCounted = (battle: OpenBattle, { n, state }: StoredState): boolean =>
  isDeepStrictEqual(stateSchema.parse(JSON.parse(state)).opened, openedUpTo(battle, n));

/** The whole log, or what comes after a stored state. */
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

/** What comes after a remembered state of the battle. Everybody had been told something before it. */
export const logRangeAfter = (start: OpenBattle, battle: OpenBattle, log: readonly LogEntry[]): LogRange => {
  const since = start.saved.version;
  return { since, log, after: battleStatesFrom(battle, start, log), told: { '': [since, since] }, secret: [] };
};
