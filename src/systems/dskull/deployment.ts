import type { Square } from '../../rules/grid/square.ts';
import { groundOf, onBoard, same, sealed } from './board.ts';
import { rectangle } from './scenarios.ts';
import { figuresOf } from './seats.ts';
import type { State } from './state.ts';

/** DS-SCEN-3. The spaces where a player may still place a warrior: its zone, or anywhere for one who came late. */
export const freeSpaces = (state: State, seat: string): readonly Square[] => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = groundOf(board);
  const figures = figuresOf(state);
  return (state.zones[seat] ?? rectangle(0, 0, board.w - 1, board.h - 1)).filter(
    (space) => onBoard(board, space) && !sealed(ground, space) && !figures.some(({ at }) => same(at, space)),
  );
};
