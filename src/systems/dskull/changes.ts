import type { Patch } from './events.ts';
import type { Activation, FieldPlan, Seat, State, Thing, Warrior } from './state.ts';

/** The battle with one warrior changed. */
export const withWarrior = (state: State, id: string, change: (warrior: Warrior) => Warrior): State => ({
  ...state,
  warriors: state.warriors.map((each) => (each.id === id ? change(each) : each)),
});

/** The battle with one seat changed. */
export const withSeat = (state: State, id: string, change: (seat: Seat) => Seat): State => ({
  ...state,
  seats: state.seats.map((each) => (each.id === id ? change(each) : each)),
});

/** The battle with the open activation changed, if one is open. */
export const withActivation = (state: State, change: (activation: Activation) => Activation): State =>
  state.activation === undefined ? state : { ...state, activation: change(state.activation) };

/** The battle with one thing on the board changed. */
export const withThing = (state: State, name: string, change: (thing: Thing) => Thing): State => ({
  ...state,
  things: state.things.map((each) => (each.name === name ? change(each) : each)),
});

/** The battle on this board, with its things and zones. */
export const onGround = (state: State, { board, things, zones }: FieldPlan): State => ({
  ...state,
  board,
  things,
  zones: Object.fromEntries(state.seats.map(({ id }, index) => [id, zones[index] ?? []])),
});

/** The list without the first one like this. */
export const withoutFirst = <T>(list: readonly T[], one: T): T[] => {
  const at = list.indexOf(one);
  return list.filter((_, index) => index !== at);
};

/** The battle as the GM has put it right. */
export const patched = (
  state: State,
  { warrior, seat, seats, activation, noActivation, battle, ground }: Patch,
): State => {
  const next: State = {
    ...state,
    ...(battle as Partial<State>),
    warriors: warrior ? state.warriors.map((each) => (each.id === warrior.id ? warrior : each)) : state.warriors,
    seats: seat ? state.seats.map((each) => (each.id === seat.id ? seat : each)) : state.seats,
    activation: noActivation ? undefined : (activation ?? state.activation),
  };
  const ordered = seats ? { ...next, seats: seats.flatMap((id) => next.seats.filter((each) => each.id === id)) } : next;
  return ground ? onGround(ordered, ground) : ordered;
};

/** An empty space nobody sees: a warrior that leaves the board lies nowhere. */
export const gone = (warrior: Warrior, how: 'incapacitated' | 'killed'): Warrior => ({
  ...warrior,
  at: undefined,
  ready: false,
  removed: how,
});
