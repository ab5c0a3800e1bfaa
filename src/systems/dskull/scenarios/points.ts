import { z } from 'zod';
import { listing, phrase, ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/event.ts';
import { edgeGridOf, isAdjacent, isSameSquare } from '../board/board.ts';
import { findSeat } from '../players.ts';
import { type Draft, event, figuresOf, find, isBroken, type State, updateSeat, warriorOrSeatId } from '../state.ts';

/** DS-SCEN-1. `about`: the warrior it was got for. */
export const scored = event(
  'scored',
  { seat: warriorOrSeatId, vp: z.int(), why: warriorOrSeatId, about: warriorOrSeatId.optional() },
  {
    apply: (state, { seat, vp }) => updateSeat(state, seat, (each) => ({ ...each, vp: each.vp + vp })),
    narrate: ({ seat, vp, why, about }, { reader }) =>
      line(
        say`${ref(seat)} scores ${vp} VP (${about !== undefined && reader.canSee(about) ? say`${ref(about)} ` : ''}${why}).`,
        'good',
      ),
  },
);

/** Scenario 22.3. The game ends after this round. */
export const finalRoundAnnounced = event(
  'ending',
  { why: warriorOrSeatId },
  {
    apply: (state) => ({ ...state, ending: true }),
    narrate: () => line('The game ends after this round.'),
  },
);

/** Scenario 22.2. What each player gets for the cairns at the end of a round. */
export const cairnPoints = (
  state: State,
): readonly { readonly seat: string; readonly vp: number; readonly cairn: string }[] => {
  const { board } = state;
  if (board === undefined) return [];
  const ground = edgeGridOf(board);
  const steady = figuresOf(state).filter(
    ({ conditions }) => !conditions.includes('stunned') && !conditions.includes('wounded'),
  );
  return state.things
    .filter((thing) => thing.kind === 'cairn' && !isBroken(thing))
    .flatMap(({ name, at, vp }) => {
      const counts = state.seats
        .map(({ id }) => ({
          id,
          count: steady.filter(
            (figure) => figure.owner === id && (isSameSquare(figure.at, at) || isAdjacent(ground, figure.at, at)),
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

/** DS-SCEN-5, DS-OBJ-4. Once every object of such a scenario has been used or destroyed, the game ends after this round. */
export const endWhenAllUsed = (draft: Draft): void => {
  const { scenario, things, ending } = draft.now();
  const open = things.some((thing) => thing.kind === 'use' && !thing.used && !isBroken(thing));
  if (scenario.ends === 'all-used' && !open && !ending) draft.emit(finalRoundAnnounced({ why: scenario.title }));
};

/** Scenario 22.3. Whoever ends an activation with the lantern on the own home row scores 4 and ends the game after this round. */
export const scoreLanternHome = (draft: Draft, id: string): void => {
  const { things, scenario, seats, ending } = draft.now();
  const warrior = find(draft.now(), id);
  const home = scenario.home[seats.findIndex((seat) => seat.id === warrior?.owner)];
  const lantern = things.find(({ kind, carrier }) => kind === 'lantern' && carrier === id);
  if (ending || warrior === undefined || lantern === undefined || home === undefined || warrior.at?.y !== home) return;
  draft.emit(scored({ seat: warrior.owner, vp: 4, why: phrase`${lantern.name} carried home`, about: id }));
  draft.emit(finalRoundAnnounced({ why: lantern.name }));
};

/** DS-SCEN-2. */
export const ended = event(
  'game-over',
  { winners: z.array(warriorOrSeatId), says: warriorOrSeatId },
  {
    apply: (state, { winners, says }) => ({
      ...state,
      phase: 'over',
      current: undefined,
      activation: undefined,
      outcome: { winners, says },
    }),
    narrate: ({ winners, says }, { reader }) => {
      const known = winners.map((id) => (reader.canSee(id) ? ref(id) : 'somebody'));
      return line(
        winners.length === 0
          ? phrase`The game is over: no one wins (${says}).`
          : say`The game is over: victory for ${listing(known)} (${says}).`,
        'good',
      );
    },
  },
);

const teamsInPlay = (state: State): number =>
  new Set(figuresOf(state).map(({ owner }) => findSeat(state, owner)?.team)).size;

export const isOver = (state: State): boolean =>
  state.ending ||
  (state.scenario.rounds !== undefined && state.round >= state.scenario.rounds) ||
  teamsInPlay(state) < 2;

/** DS-SCEN-2. The seats of the team that wins: most points, then most points' worth of warriors left, else nobody. */
export const decideVictory = (state: State): { readonly winners: string[]; readonly says: string } => {
  const teams = [...new Set(state.seats.map(({ team }) => team))].map((team) => {
    const seats = state.seats.filter((seat) => seat.team === team);
    const ids = seats.map(({ id }) => id);
    return {
      ids,
      vp: seats.reduce((sum, { vp }) => sum + vp, 0),
      worth: figuresOf(state)
        .filter(({ owner }) => ids.includes(owner))
        .reduce((sum, { cost }) => sum + cost, 0),
    };
  });
  const [first, second] = teams.toSorted((a, b) => b.vp - a.vp || b.worth - a.worth);
  if (first === undefined || (second && second.vp === first.vp && second.worth === first.worth))
    return { winners: [], says: 'draw' };
  return { winners: first.ids, says: second?.vp === first.vp ? 'warriors left' : 'points' };
};
