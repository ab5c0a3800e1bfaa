import { z } from 'zod';
import { phrase } from '../../../core/language.ts';
import { listing, ref, say } from '../../../core/message.ts';
import { line } from '../../../rules/lines.ts';
import { findSeat } from '../players.ts';
import { event, figuresOf, type State, warriorOrSeatId } from '../state.ts';

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
