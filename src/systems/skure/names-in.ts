import type { LegacyEvent as Event } from './model.ts';

type Told = Event;

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
    case 'said':
    case 'stunt-ruled':
      return [event.who];
    case 'stunt-proposed':
      return event.target === undefined ? [event.who] : [event.who, event.target];
    case 'effects-changed':
      return event.hung === undefined ? [] : [event.hung.who];
    case 'corrected':
      return [event.combatant.name];
    case 'turn-corrected':
      return [event.turn.who];
  }
};
