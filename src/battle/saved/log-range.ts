import { z } from 'zod';
import { appEdition } from '../editions/app-edition.ts';
import { readVisibleEntryCounts, type SavedCheckpoint, type VisibleEntryCounts } from './checkpoint.ts';
import { EarlierEntriesNeeded } from './earlier-entries-needed.ts';
import { type EntryRequest, type LogEntry, readPendingOrder } from './log-entry.ts';
import type { OpenBattle } from './open-battle.ts';
import { battleStatesFrom, foldLogFrom } from './replay.ts';
import { readSession } from './session.ts';

/** A stretch of a log, with the battle as it stood before it and after each entry of it. */
export interface LogRange {
  /** How many entries lie before it. */
  readonly since: number;
  readonly log: readonly LogEntry[];
  /** At i after its ith entry, at 0 before the first. */
  readonly after: readonly OpenBattle[];
  /** Of how many entries readers were told, by the entry up to which that was counted. */
  readonly told: ReadonlyMap<number, VisibleEntryCounts>;
}

/** What an undo takes back, or a redo gives back. */
export const entriesToggledBy = (request: EntryRequest): readonly number[] => {
  if (request.kind === 'undo') return request.takes;
  return request.kind === 'redo' ? request.gives : [];
};

/** The first of these entries; none where there are none. */
export const firstEntryNumber = (numbers: readonly number[]): number =>
  numbers.reduce((least, n) => Math.min(least, n), Number.POSITIVE_INFINITY);

const stateSchema = z.object({ table: z.unknown(), game: z.unknown(), pending: z.unknown().optional() });

/** A battle as it stood at a checkpoint. */
const stoodAt = (battle: OpenBattle, { n, state }: SavedCheckpoint): OpenBattle => {
  const { table, game: saved, pending } = stateSchema.parse(JSON.parse(state));
  const game = battle.ruleset.openGame(saved);
  return {
    ...battle,
    game,
    saved: {
      ...battle.saved,
      version: n,
      table: readSession(appEdition, table),
      game: saved,
      pending: pending === undefined ? undefined : readPendingOrder(appEdition, pending),
      status: game.status,
    },
  };
};

/** The whole of a log. */
export const fullRange = (battle: OpenBattle, log: readonly LogEntry[]): LogRange =>
  rangeFromCheckpoint(battle, [], log);

/**
 * A stretch that begins after the first of the checkpoints, or, where that is not the one before its first entry, at the beginning of
 * the log. What was taken back before a checkpoint is not folded again.
 */
export const rangeFromCheckpoint = (
  battle: OpenBattle,
  checkpoints: readonly SavedCheckpoint[],
  log: readonly LogEntry[],
): LogRange => {
  const since = (log[0]?.n ?? battle.saved.version + 1) - 1;
  const there = new Map(checkpoints.map((each) => [each.n, each]));
  const start =
    since === 0 ? battleStatesFrom(battle, undefined, [])[0] : stoodAtStart(battle, there.get(since), since);
  const after: OpenBattle[] = [];
  /** Entries from here on are folded from `base`. */
  let part: LogEntry[] = [];
  let base = start ?? battle;
  /** Is what stands before the stretch what stood there when it began? */
  let asBegun = true;
  const flush = (): void => {
    const [first, ...others] = battleStatesFrom(battle, since === 0 && base === start ? undefined : base, part);
    if (after.length === 0) after.push(first ?? base);
    after.push(...others);
    part = [];
  };
  for (const [at, entry] of log.entries()) {
    const reaches = firstEntryNumber(entriesToggledBy(entry.request));
    if (reaches <= since) asBegun = false;
    const checkpoint = there.get(entry.n);
    const isBehind = reaches <= base.saved.version && base.saved.version > 0;
    if (checkpoint === undefined && !isBehind) {
      part.push(entry);
      continue;
    }
    flush();
    if (checkpoint !== undefined) base = stoodAt(battle, checkpoint);
    else if (asBegun) base = foldLogFrom(battle, since === 0 ? undefined : start, log.slice(0, at + 1));
    else throw new EarlierEntriesNeeded(Math.min(reaches, since));
    after.push(base);
  }
  flush();
  return { since, log, after, told: new Map(checkpoints.map((each) => [each.n, readVisibleEntryCounts(each.told)])) };
};

/**
 * A stretch that begins after a battle as it stood within its log: something was told before. None of its entries may take back, or
 * give back, what lies before it.
 */
export const rangeAfter = (start: OpenBattle, battle: OpenBattle, log: readonly LogEntry[]): LogRange => {
  const since = start.saved.version;
  const reaches = firstEntryNumber(log.flatMap(({ request }) => entriesToggledBy(request)));
  if (reaches <= since) throw new EarlierEntriesNeeded(reaches);
  return {
    ...{ since, log, after: battleStatesFrom(battle, start, log) },
    told: new Map([[since, { opened: [], by: { '': [since, since, 0, 0] } }]]),
  };
};

const stoodAtStart = (battle: OpenBattle, checkpoint: SavedCheckpoint | undefined, since: number): OpenBattle => {
  if (checkpoint === undefined) throw new EarlierEntriesNeeded(since);
  return stoodAt(battle, checkpoint);
};

/** The battle by what stands of a stretch and what comes after it; up to its beginning the same must stand as did then. */
export const foldRange = (battle: OpenBattle, { since, after }: LogRange, log: readonly LogEntry[]): OpenBattle => {
  if (log.some(({ request }) => firstEntryNumber(entriesToggledBy(request)) <= since))
    throw new EarlierEntriesNeeded(since);
  return foldLogFrom(battle, since === 0 ? undefined : after[0], log);
};
