import type { Event } from './model.ts';

type Told = Exclude<Event, { type: 'struck' }>;

/** Whom the line of an event names outright: a reader from whom one of them is hidden is not told of it at all. */
export const namesIn = (event: Told): readonly string[] => {
  switch (event.type) {
    case 'started':
    case 'ordered':
    case 'round-began':
    case 'halted':
    case 'ended':
    case 'battle-corrected':
      return [];
    case 'joined':
    case 'placed':
    case 'turn-began':
    case 'turn-skipped':
    case 'turn-ended':
    case 'bled':
    case 'turned':
    case 'moved':
    case 'passed-by':
    case 'dropped-back':
    case 'pushed':
    case 'cast':
    case 'conditioned':
    case 'condition-ended':
    case 'revived':
    case 'said':
    case 'stunt-ruled':
      return [event.who];
    case 'aimed':
    case 'aim-lost':
    case 'charge-ended':
      return [event.who, event.target];
    case 'guard-ended':
    case 'intercepted':
      return [event.who, event.ally];
    case 'stance-taken':
      return event.ally === undefined ? [event.who] : [event.who, event.ally];
    case 'stunt-proposed':
      return event.target === undefined ? [event.who] : [event.who, event.target];
    case 'charge-effect':
      return [event.target];
    case 'effect-hung':
      return [event.effect.who];
    case 'effect-lifted':
      return [event.who];
    case 'effects-changed':
      return event.hung === undefined ? [] : [event.hung.who];
    case 'corrected':
      return [event.combatant.name];
    case 'turn-corrected':
      return [event.turn.who];
  }
};
