import type { Square } from '../../../rules/grid/square.ts';
import { mpGain } from '../activation/actions.ts';
import { findSeat } from '../checks.ts';
import { type MoverContext, reachableSpaces } from '../movement/path.ts';
import type { ActingWarrior, State } from '../state.ts';

/** Where the acting warrior could be, what it pays to come there, and what is left to it then. */
export interface ReachablePosition {
  readonly at: Square;
  /** The way there, found when it is asked for, and of how many spaces it is. */
  readonly path: () => readonly Square[];
  readonly length: number;
  /** Movement actions taken for it, and whether a stored ADV is spent. */
  readonly moves: number;
  readonly adv: boolean;
  readonly actions: number;
  readonly mp: number;
}

/** What each gain is worth now: a Movement action, and a stored ADV where one may be spent. */
const gains = (state: State, { activation }: ActingWarrior): { readonly action: number; readonly adv: number } => {
  const stored = activation.symbolSpent ? 0 : (findSeat(state, activation.seat)?.symbols.ADV ?? 0);
  return {
    action: mpGain(state, activation.warrior, 'action').amount,
    adv: stored > 0 ? mpGain(state, activation.warrior, 'tacticsAdv').amount : 0,
  };
};

/** Here and every space that can be reached, each with the fewest actions; a stored ADV is spent only where it saves one. */
export const findReachablePositions = (
  state: State,
  acting: ActingWarrior,
  way: MoverContext,
): readonly ReachablePosition[] => {
  const { activation, warrior } = acting;
  const { actions, mp, fearsome } = activation;
  const gain = gains(state, acting);
  const movesFor = (cost: number): number => (cost <= 0 ? 0 : gain.action > 0 ? Math.ceil(cost / gain.action) : 99);
  const here: ReachablePosition = { at: warrior.at, path: () => [], length: 0, moves: 0, adv: false, actions, mp };
  const all = reachableSpaces(way, mp + actions * gain.action + gain.adv, fearsome).flatMap(
    (reach): ReachablePosition[] => {
      const { to, cost, length, path } = reach;
      const plain = movesFor(cost - mp);
      const helped = gain.adv > 0 ? movesFor(cost - mp - gain.adv) : plain;
      const adv = helped < plain;
      const moves = adv ? helped : plain;
      if (moves > actions) return [];
      const left = mp + moves * gain.action + (adv ? gain.adv : 0) - cost;
      return [{ at: to, path, length, moves, adv, actions: actions - moves, mp: left }];
    },
  );
  return [here, ...all];
};
