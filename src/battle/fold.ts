import { isDeepStrictEqual } from 'node:util';
import type { Game } from '../rules/game.ts';
import type { Ruleset } from '../rules/ruleset.ts';
import type { OpenBattle } from './battle.ts';
import type { LogEntry, Pending } from './entry.ts';
import { bareTable, evolveTable, type Table } from './table.ts';

/** A battle as its log says it is. */
export interface Folded {
  readonly table: Table;
  readonly game: Game;
  readonly pending: Pending | undefined;
}

const asSaved = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/** Whether two snapshots, or two tables, are one and the same once they are written down. */
export const savesAlike = (one: unknown, other: unknown): boolean => isDeepStrictEqual(asSaved(one), asSaved(other));

/** The entries that stand: those taken back by an undo, and not given again by a redo, are left out. */
export const standingEntries = (log: readonly LogEntry[]): readonly LogEntry[] => {
  const taken = new Set<number>();
  for (const { request } of log) {
    if (request.kind === 'undo') for (const n of request.takes) taken.add(n);
    if (request.kind === 'redo') for (const n of request.gives) taken.delete(n);
  }
  return log.filter(({ n }) => !taken.has(n));
};

const blankGame = (ruleset: Ruleset, settings: unknown): Game => {
  const blank = ruleset.blank(settings);
  if (!blank.ok) throw new Error(`The log has settings that ${ruleset.title} refuses: ${JSON.stringify(blank.error)}`);
  return blank.value;
};

const under = (game: Game, settings: unknown): Game => {
  const other = game.under(settings);
  if (!other.ok) throw new Error(`The log has settings that its rulebook refuses: ${JSON.stringify(other.error)}`);
  return other.value;
};

/** What a log that has one entry more says; `past` are the events before it, needed when the settings change. */
const withEntry = (ruleset: Ruleset, { table, game }: Folded, entry: LogEntry, past: readonly unknown[]): Folded => {
  const after = entry.table.reduce(evolveTable, table);
  const rebuilt = entry.table.some(({ type }) => type === 'opened' || type === 'setting-changed');
  const taken = entry.table.some(({ type }) => type === 'setting-taken');
  const begun = rebuilt ? blankGame(ruleset, after.settings).after(past) : game;
  const base = taken ? under(begun, after.settings) : begun;
  return { table: after, game: entry.events.length === 0 ? base : base.after(entry.events), pending: entry.pending };
};

/** The fold of a log: what the snapshot must equal, always. */
export const fold = (ruleset: Ruleset, log: readonly LogEntry[]): Folded => {
  let folded: Folded = { table: bareTable, game: blankGame(ruleset, {}), pending: undefined };
  const past: unknown[] = [];
  for (const entry of standingEntries(log)) {
    folded = withEntry(ruleset, folded, entry, past);
    past.push(...entry.events);
  }
  return folded;
};

/** The battle as it stood after entry n of its log. */
export const battleAfter = (battle: OpenBattle, log: readonly LogEntry[], n: number): OpenBattle => {
  const { table, game, pending } = fold(battle.ruleset, log.slice(0, n));
  const saved = { ...battle.saved, version: n, table, game: game.save(), pending, status: game.status };
  return { ...battle, game, saved };
};
