import type { LogRange } from '../../battle/saved/replay.ts';
import type { OpenBattle } from '../../battle/saved/store.ts';
import { rangeView } from '../../battle/views/log-view.ts';
import { ok, type Result, refuse } from '../../core/message.ts';
import type { Line } from '../../rules/event.ts';

/** A hidden roll that somebody would open: its number as they count, or their last one. */
export interface HiddenRollQuery {
  readonly user: string;
  readonly number?: number | undefined;
}

export interface HiddenRoll {
  /** The number of its entry. */
  readonly n: number;
  /** Did that person roll it, and not blind? */
  readonly own: boolean;
  /** What everybody is told of it once it is open, and its number as they count. */
  readonly open: { readonly number: number; readonly lines: readonly Line[] };
}

/** The hidden roll that is meant, as far as that person may read it. Undefined if it may lie before this part of the log. */
export const findHiddenRoll = (
  battle: OpenBattle,
  range: LogRange,
  { user, number }: HiddenRollQuery,
): Result<HiddenRoll> | undefined => {
  const { saved } = battle;
  const { opened } = saved.table;
  const found = rangeView(battle, range, user).findLast(
    ({ entry, number: called, isReadable, lines }) =>
      (number === undefined ? entry.user === user : called === number && lines.length > 0) &&
      entry.rolls !== 'public' &&
      !opened.includes(entry.n) &&
      isReadable,
  );
  if (found === undefined && range.since > 0) return undefined;
  if (found === undefined)
    return number === undefined ? refuse('no-hidden-roll') : refuse('nothing-hidden', { n: number });
  const { n, rolls, user: roller } = found.entry;
  const then: OpenBattle = { ...battle, saved: { ...saved, table: { ...saved.table, opened: [...opened, n] } } };
  const told = rangeView(then, range, undefined).find(({ entry }) => entry.n === n);
  return ok({
    n,
    own: roller === user && rolls !== 'blind',
    open: { number: told?.number ?? n, lines: told?.lines ?? [] },
  });
};
