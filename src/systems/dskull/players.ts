import { isSameName } from '../../core/message.ts';
import { type Figure, figuresOf, isFigure, type Seat, type State, type Warrior } from './state.ts';

/** DS-GEN-1. A seat by its id. */
export const findSeat = ({ seats }: State, id: string): Seat | undefined => {
  for (const seat of seats) if (seat.id === id) return seat;
  return undefined;
};

export const findSeatByName = (state: State, name: string): Seat | undefined =>
  findSeat(state, name) ?? state.seats.find(({ id }) => isSameName(id, name));

/** DS-GEN-5. Are two players on different teams? */
export const areSeatsHostile = (state: State, a: string, b: string): boolean =>
  a !== b && findSeat(state, a)?.team !== findSeat(state, b)?.team;

export const areHostile = (state: State, a: Warrior, b: Warrior): boolean => areSeatsHostile(state, a.owner, b.owner);

export const foesOf = (state: State, warrior: Figure): readonly Figure[] =>
  figuresOf(state).filter((foe) => areHostile(state, foe, warrior));

/** RULING-77. Has this player a warrior on the board? */
export const isInPlay = (state: State, seat: string): boolean =>
  state.warriors.some((warrior) => warrior.owner === seat && isFigure(warrior));

/** DS-ROUND-1. All seats in circular order, beginning with one of them. */
export const seatsFrom = (state: State, first: string | undefined): readonly string[] => {
  const ids = state.seats.map(({ id }) => id);
  const at = Math.max(0, ids.indexOf(first ?? ''));
  return [...ids.slice(at), ...ids.slice(0, at)];
};

/** DS-DICE-19. All seats going round after this one; the seat itself comes last. */
export const seatsAfter = (state: State, seat: string): readonly string[] => {
  const [own, ...others] = seatsFrom(state, seat);
  return [...others, ...(own === undefined ? [] : [own])];
};

/** DS-DICE-19, RULING-8. The first seat after this one, going round, that fits. */
export const nextSeat = (state: State, after: string, fits: (seat: string) => boolean): string | undefined =>
  seatsAfter(state, after).find(fits);
