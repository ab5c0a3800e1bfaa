import { lazily } from '../core/lazily.ts';
import type { Line } from '../rules/lines.ts';
import type { OpenBattle } from './battle.ts';
import type { LogEntry } from './entry.ts';
import { battleAfter } from './fold.ts';
import { mayRead, rollerOf } from './hidden-rolls.ts';
import { plannedReason } from './plans.ts';
import { isGm } from './rights.ts';
import { evolveTable } from './table.ts';
import { type Known, tell } from './telling.ts';
import { viewerOf } from './viewers.ts';

/** One entry of the log, told to one reader. */
export interface Told {
  readonly entry: LogEntry;
  /**
   * Its number as this reader counts. While the battle lasts, those who do not see everything count what they were told of: a gap
   * would say that something happened. Once it is over everybody counts every entry, as the published dice do.
   */
  readonly number: number;
  readonly before: OpenBattle;
  readonly after: OpenBattle;
  readonly lines: readonly Line[];
  /** May this reader know its dice and what came of them? */
  readonly readable: boolean;
}

const isStep = ({ request, table }: LogEntry): boolean =>
  request.kind !== 'undo' &&
  request.kind !== 'redo' &&
  table.every(({ type }) => type !== 'opened' && type !== 'setting-changed');

const stepped = (before: OpenBattle, entry: LogEntry): OpenBattle => {
  const game = entry.events.length === 0 ? before.game : before.game.after(entry.events);
  const table = entry.table.reduce(evolveTable, before.saved.table);
  return {
    ...before,
    game,
    saved: { ...before.saved, version: entry.n, table, pending: entry.pending, game: game.save(), status: game.status },
  };
};

/** The battle after each entry of its log, whoever reads it. */
const afterEach = (battle: OpenBattle, log: readonly LogEntry[]): readonly OpenBattle[] => {
  let before = battleAfter(battle, log, 0);
  return log.map((entry) => {
    before = isStep(entry) ? stepped(before, entry) : battleAfter(battle, log, entry.n);
    return before;
  });
};

/** The whole log told to one reader, each entry with the battle before and after it. */
export const chronicle = (
  battle: OpenBattle,
  log: readonly LogEntry[],
  user: string | undefined,
  afters: readonly OpenBattle[] = afterEach(battle, log),
): readonly Told[] => {
  const opened = new Set(battle.saved.table.opened);
  const all = battle.saved.status === 'ended' || (user !== undefined && isGm(battle.saved.table, user));
  const known = new Set<number>();
  const told: Told[] = [];
  /** Where the last entry stands of which this reader was told. */
  let last = -1;
  let before = battleAfter(battle, log, 0);
  for (const [nth, entry] of log.entries()) {
    const after = afters[nth] ?? before;
    // A hidden roll that was opened since is told as it fell.
    const shown: LogEntry = opened.has(entry.n) ? { ...entry, rolls: 'public' } : entry;
    const lines = tell(before, after, shown, user, (n) => known.has(n));
    const readable = mayRead(after, { ...shown, user: rollerOf(before, shown) }, user);
    const lead = told[last];
    // What is told of a hidden roll is how all stand then; a moment that passes is part of it.
    const withPassed = (those: Told, then: OpenBattle, more: readonly Line[]): readonly Line[] => {
      if (those.readable) return [...those.lines, ...more];
      return isPlanned(entry) ? tell(those.before, then, those.entry, user, (n) => known.has(n)) : those.lines;
    };
    if (!all && lead !== undefined && passesUnseen(after, entry, user, lines)) {
      // To this reader it belongs to what was told before it: so it would be with nobody there.
      told[last] = { ...lead, after, lines: withPassed(lead, after, lines) };
      // Nor does anything that came between show that there was something between.
      for (const [at, each] of told.entries()) if (at > last) told[at] = { ...each, before: after, after };
      told.push({ entry, number: known.size, before: after, after, lines: [], readable });
    } else {
      if (lines.length > 0) {
        known.add(entry.n);
        last = told.length;
      }
      told.push({ entry, number: all ? entry.n : known.size, before, after, lines, readable });
    }
    before = after;
  }
  return told;
};

/** Is nothing told of it, or only what follows from the end of a moment of somebody whom this reader must not know of? */
const passesUnseen = (after: OpenBattle, entry: LogEntry, user: string | undefined, lines: readonly Line[]): boolean =>
  lines.length === 0 ||
  (isPlanned(entry) && entry.request.kind === 'order' && viewerOf(after, user).unseen.includes(entry.request.actor));

const isPlanned = ({ reason }: LogEntry): boolean => reason === plannedReason;

/** Of which entries of a log each reader was told; read only where something was taken back, and folded once for all readers. */
export const knownTo = (battle: OpenBattle, log: readonly LogEntry[]) => {
  const afters = lazily(() => afterEach(battle, log));
  return (user: string | undefined): Known => {
    let told: ReadonlySet<number> | undefined;
    return (n) => {
      told ??= new Set(
        chronicle(battle, log, user, afters()).flatMap(({ entry, lines }) => (lines.length > 0 ? [entry.n] : [])),
      );
      return told.has(n);
    };
  };
};
