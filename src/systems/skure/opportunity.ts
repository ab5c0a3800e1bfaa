import type { Square } from '../../rules/grid/square.ts';
import { strike } from './attack/blow.ts';
import { adjacent } from './board.ts';
import { zoneOf } from './positioning.ts';
import { type Combatant, type Draft, findPlaced, inTurnOrder, isAble, type State } from './state.ts';

/** SK-AOO-1, SK-AOO-2, SK-RUL-47: the enemies beside whom, in whose front zone, an entered square lies. */
export const besides = (state: State, who: string, square: Square, but?: string): readonly string[] => {
  const { team } = findPlaced(state, who);
  return state.combatants
    .filter(
      ({ name, team: theirs, at, facing }) =>
        theirs !== team &&
        name !== but &&
        at !== undefined &&
        adjacent(at, square) &&
        zoneOf({ at, facing }, square, state.settings) === 'front',
    )
    .map(({ name }) => name);
};

const isProvoked = (state: State, reactor: Combatant, beside: readonly string[]): boolean => {
  const count = state.turn?.enemies.find(({ name }) => name === reactor.name);
  return (
    beside.includes(reactor.name) &&
    isAble(reactor) &&
    count !== undefined &&
    !count.aooTaken &&
    count.adjacentCount >= state.settings['aoo.squares']
  );
};

/** Would entering a square now bring an attack of opportunity? For those who look before they walk. */
export const provokedBy = (state: State, beside: readonly string[]): readonly Combatant[] =>
  inTurnOrder(state).filter((each) => isProvoked(state, each, beside));

/** SK-AOO-1..9: everyone the square just entered provokes strikes at once, in turn order, unless the mover is dead by then. */
export const opportunities = (draft: Draft, mover: string, at: Square, beside: readonly string[]): void => {
  if (beside.length === 0) return;
  for (const { name } of provokedBy(draft.now(), beside)) {
    const { life } = findPlaced(draft.now(), mover);
    if (life === 'conscious' || life === 'unconscious')
      strike(draft, 'opportunity', { attacker: name, target: mover, at });
  }
};
