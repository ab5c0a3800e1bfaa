import { type LogRange, openedUpTo, type RangeState } from '../saved/log-range.ts';
import type { OpenBattle, StoredState } from '../saved/store.ts';
import { hiddenPlanReason } from '../views/hidden-plans.ts';
import { isUnopenedRoll } from '../views/hidden-rolls.ts';
import { rangeView, visibleCountBefore } from '../views/log-view.ts';
import { participantsIn } from './undo-and-replay.ts';

/** Maximum number of hidden rolls that the GM is shown, and that a state remembers. */
export const maxInboxRolls = 25;

/** The states to store of a part of the log: one after each entry that `every` divides. */
export const computeStoredStates = (battle: OpenBattle, range: LogRange, every: number): readonly StoredState[] => {
  const { log, since } = range;
  const isPlanned = log.some(({ reason }) => reason === hiddenPlanReason);
  const readers = ['', ...participantsIn(range)].map((name) => {
    const user = name === '' ? undefined : name;
    const toldAs = (all: boolean): readonly number[] =>
      rangeView(battle, range, user, all).flatMap(({ entry, lines }) => (lines.length > 0 ? [entry.n] : []));
    const own = toldAs(false);
    // Only what passes unseen is counted in two ways.
    return { name, user, own, all: isPlanned ? toldAs(true) : own };
  });
  const countsAt = (n: number): RangeState['told'] => {
    const upTo = (numbers: readonly number[]): number => numbers.filter((each) => each <= n).length;
    return Object.fromEntries(
      readers.map(({ name, user, own, all }) => [
        name,
        [visibleCountBefore(range, user, false) + upTo(own), visibleCountBefore(range, user, true) + upTo(all)],
      ]),
    );
  };
  const secret = [...range.secret, ...log.filter((entry) => isUnopenedRoll(battle, entry)).map(({ n }) => n)];
  return log
    .filter(({ n }) => n % every === 0)
    .map(({ n }) => {
      const stood = range.after[n - since] ?? battle;
      const { table, game, pending } = stood.saved;
      const state: RangeState = {
        ...{ table, game, pending, opened: openedUpTo(battle, n), told: countsAt(n) },
        secret: secret.filter((each) => each <= n).slice(-maxInboxRolls),
      };
      return { n, state: JSON.stringify(state) };
    });
};
