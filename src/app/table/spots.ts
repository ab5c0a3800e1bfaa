import { formatSquare } from '../../rules/grid/square.ts';
import type { OfferPlace } from '../../rules/verb.ts';
import type { BattleView, BoardView } from '../../rules/view.ts';

/** The key of a combatant on the board: `@Grim`. The key of a square is its name: `D4`. */
export const combatantSpot = (id: string): string => `@${id}`;
/** The key of an area: `#Frontline`. */
export const areaSpot = (name: string): string => `#${name}`;
/** The key of a position on a line board: `12 m`. */
export const lineSpot = (metre: number): string => `${metre} m`;

/** The key of the place at which a user can point to choose an offer. Undefined if the offer has no place. */
export const findSpot = (board: BoardView | undefined, { to, area, who }: OfferPlace): string | undefined => {
  if (who !== undefined) return combatantSpot(who);
  if (area !== undefined) return areaSpot(area);
  return to && (board?.kind === 'line' ? lineSpot(to.x) : formatSquare(to));
};

/** True if the board shows a spot. A board of squares does not show combatants that have no square. */
export const isShown = ({ board }: BattleView, spot: string): boolean =>
  board?.kind !== 'grid' || !spot.startsWith('@') || board.figures.some(({ id }) => combatantSpot(id) === spot);
