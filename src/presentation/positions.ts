import { phrase } from '../core/message.ts';
import { formatSquare } from '../rules/grid/square.ts';
import type { BoardStrokeView, BoardView, CombatantView, GridBoardView } from '../rules/view.ts';

/** Where a combatant stands, in words: as its system says, else as the board shows. */
export const describePosition = (board: BoardView | undefined, { id, place }: CombatantView): string | undefined => {
  if (place !== undefined) return place;
  switch (board?.kind) {
    case 'grid': {
      const figure = board.figures.find((each) => each.id === id);
      return figure && `${formatSquare(figure)}${figure.facing === undefined ? '' : phrase` facing ${figure.facing}`}`;
    }
    case 'line': {
      const unit = board.units.find((each) => each.id === id);
      return unit && `${unit.at} m`;
    }
    case 'areas':
      return board.areas.find(({ ids }) => ids.includes(id))?.name;
    case undefined:
      return undefined;
  }
};

type StrokePoint = BoardStrokeView['points'][number];

/** A line of sight may end on a corner: then it belongs to the figure that stands at that corner. */
const squareAt = ({ figures }: GridBoardView, { x, y }: StrokePoint): string => {
  const inside = { x: Math.floor(x), y: Math.floor(y) };
  const touches = (each: StrokePoint) => x >= each.x && x <= each.x + 1 && y >= each.y && y <= each.y + 1;
  return formatSquare(figures.find(touches) ?? inside);
};

/** Where a stroke begins and ends; none for one that has no length. */
export const strokeEndSquares = (
  grid: GridBoardView,
  { points }: BoardStrokeView,
): { readonly from: string; readonly to: string } | undefined => {
  const [from] = points;
  const to = points.at(-1);
  return from === undefined || to === undefined || points.length < 2
    ? undefined
    : { from: squareAt(grid, from), to: squareAt(grid, to) };
};
