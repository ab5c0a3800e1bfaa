import { conditioned, harmed, joined, on, revived, standingDown } from './evolve-combatant.ts';
import { counted, moved, struck, turnBegan, turning } from './evolve-turn.ts';
import type { Event, State } from './model.ts';

const withoutStunt = (state: State, who: string, text: string): State => {
  const found = state.stunts.findIndex((each) => each.who === who && each.text === text);
  return { ...state, stunts: state.stunts.filter((_, index) => index !== found) };
};

/** Applies what happened. Pure and total: no die, no rule decided again. */
export const evolve = (state: State, event: Event): State => {
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
    case 'bled':
      return on(state, event.who, (combatant) => harmed(combatant, event.harm));
    case 'turned':
      return turning(
        on(state, event.who, (combatant) => ({ ...combatant, facing: event.to })),
        (turn) =>
          event.when === 'after'
            ? { ...turn, postTurned: true }
            : { ...turn, preTurned: turn.preTurned || event.from !== event.to },
      );
    case 'moved':
      return moved(state, event);
    case 'passed-by':
      return turning(state, (turn) => counted(turn, event.beside));
    case 'dropped-back':
    case 'pushed':
      return on(state, event.who, (combatant) => ({ ...combatant, at: event.to }));
    case 'struck':
      return struck(state, event);
    case 'charge-effect':
      return event.laid === undefined ? state : conditioned(state, event.target, event.laid);
    case 'charge-ended':
      return turning(
        on(state, event.who, (each) => ({ ...each, at: event.to, facing: event.facing, altitude: event.altitude })),
        (turn) => ({ ...turn, moved: true }),
      );
    case 'cast':
      // The aim stays for the spell's own hit roll (SK-SPELL-8); the blow, or the stun of a failure, ends it (SK-AIM-7).
      return on(state, event.who, (combatant) => ({ ...combatant, essence: event.left }));
    case 'conditioned':
      return conditioned(state, event.who, event.condition);
    case 'condition-ended':
      return on(state, event.who, (combatant) => ({
        ...combatant,
        conditions: combatant.conditions.filter(({ name }) => name !== event.name),
      }));
    case 'aimed':
      return on(state, event.who, (each) => ({ ...each, aim: { target: event.target, turns: event.turns } }));
    case 'aim-lost':
      return on(state, event.who, (combatant) => ({ ...combatant, aim: undefined }));
    case 'stance-taken':
      return on(state, event.who, (combatant) => ({
        ...combatant,
        stance: event.stance,
        defendAlly: event.ally,
        essence: event.essence,
        aim: undefined,
      }));
    case 'guard-ended':
      return on(state, event.who, (combatant) => ({ ...combatant, ...standingDown }));
    case 'intercepted':
      return on(state, event.who, (each) => ({ ...each, aim: undefined, intercepts: each.intercepts + 1 }));
    case 'revived':
      return revived(state, event);
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
    case 'effect-hung': {
      const { effect } = event;
      return {
        ...state,
        effects: [...state.effects.filter(({ who, name }) => who !== effect.who || name !== effect.name), effect],
      };
    }
    case 'effect-lifted':
      return {
        ...state,
        effects: state.effects.filter(({ who, name }) => who !== event.who || name !== event.name),
      };
    case 'effects-changed':
      return { ...state, effects: event.effects };
    case 'ended':
      return { ...state, status: 'ended', turn: undefined, winner: event.winner, ending: event.reason };
  }
};
