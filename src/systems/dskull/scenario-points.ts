import { adjacent, groundOf, same } from './board.ts';
import { figuresOf } from './seats.ts';
import type { State } from './state.ts';

/** Scenario 22.2. What each player gets for the cairns at the end of a round. */
export const cairnPoints = (
  state: State,
): readonly { readonly seat: string; readonly vp: number; readonly cairn: string }[] => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = groundOf(board);
  const steady = figuresOf(state).filter(
    ({ conditions }) => !conditions.includes('stunned') && !conditions.includes('wounded'),
  );
  return state.things
    .filter(({ kind }) => kind === 'cairn')
    .flatMap(({ name, at, vp }) => {
      const counts = state.seats
        .map(({ id }) => ({
          id,
          count: steady.filter(
            (figure) => figure.owner === id && (same(figure.at, at) || adjacent(ground, figure.at, at)),
          ).length,
        }))
        .toSorted((a, b) => b.count - a.count);
      const [first, second] = counts;
      return first && first.count > 0 && first.count > (second?.count ?? 0)
        ? [{ seat: first.id, vp, cairn: name }]
        : [];
    });
};

/** Scenario 22.3. The players whose warriors carry a lantern. */
export const lanternPoints = (
  state: State,
): readonly { readonly seat: string; readonly vp: number; readonly thing: string }[] =>
  state.things.flatMap(({ kind, carrier, vp, name }) => {
    const owner = state.warriors.find(({ id }) => id === carrier)?.owner;
    return kind === 'lantern' && owner !== undefined ? [{ seat: owner, vp, thing: name }] : [];
  });
