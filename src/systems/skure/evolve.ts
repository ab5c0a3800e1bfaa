import { joined } from './evolve-combatant.ts';
import { turnBegan } from './evolve-turn.ts';
import type { Event } from './index.ts';
import { isKind, table } from './kinds.ts';
import type { LegacyEvent } from './model.ts';
import { on, type State } from './state.ts';

const withoutStunt = (state: State, who: string, text: string): State => {
  const found = state.stunts.findIndex((each) => each.who === who && each.text === text);
  return { ...state, stunts: state.stunts.filter((_, index) => index !== found) };
};

/** Applies what happened. Pure and total: no die, no rule decided again. */
export const evolve = (state: State, event: Event): State =>
  isKind(event) ? table.evolve(state, event) : legacy(state, event);

const legacy = (state: State, event: LegacyEvent): State => {
  switch (event.type) {
    case 'joined':
      return joined(state, event);
    case 'placed':
      return on(state, event.who, (combatant) => ({ ...combatant, at: event.at, facing: event.facing }));
    case 'started':
      return { ...state, status: 'active', round: 1, order: event.order, place: -1 };
    case 'ordered':
      return { ...state, order: event.order, place: event.place };
    case 'round-began':
      return {
        ...state,
        round: event.round,
        order: event.order,
        place: -1,
        combatants: state.combatants.map((each) => (each.intercepts === 0 ? each : { ...each, intercepts: 0 })),
      };
    case 'turn-began':
      return turnBegan(state, event.who);
    case 'turn-skipped':
      return { ...on(state, event.who, (each) => ({ ...each, conditions: event.conditions })), turn: undefined };
    case 'turn-ended':
      return { ...on(state, event.who, (each) => ({ ...each, conditions: event.conditions })), turn: undefined };
    case 'halted':
      return { ...state, turn: undefined };
    case 'said':
      return state;
    case 'stunt-proposed': {
      const { who, target, text, sizeWarning } = event;
      return {
        ...state,
        stunts: [...state.stunts, { who, ...(target !== undefined && { target }), text, sizeWarning }],
      };
    }
    case 'stunt-ruled':
      return on(withoutStunt(state, event.who, event.text), event.who, (each) => ({
        ...each,
        next: { ...each.next, ...event.next },
      }));
    case 'corrected':
      return on(state, event.combatant.name, () => event.combatant);
    case 'battle-corrected':
      return {
        ...state,
        objective: event.objective,
        round: event.round,
        board: { ...state.board, blocked: event.blocked },
      };
    case 'turn-corrected':
      return { ...state, turn: event.turn };
    case 'effects-changed':
      return { ...state, effects: event.effects };
    case 'ended':
      return { ...state, status: 'ended', turn: undefined, winner: event.winner, ending: event.reason };
  }
};
