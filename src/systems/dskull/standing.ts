import { gives, gmKind, moveKind, questionKind, type StandingKind } from '../../rules/standing.ts';

/** What this rulebook asks and awaits. */
export const standing: Readonly<Record<string, StandingKind>> = {
  'drop-dice': questionKind('may remove dice', 'actor', 'remove those that serve it best'),
  placement: moveKind('is to place a warrior', 'place the next warrior on the first free space'),
  activation: moveKind('is to activate a warrior', 'activate the first that is ready'),
  turn: moveKind('is to act with a warrior', 'end the activation', { end: gives('end the activation', 'end') }),
  tactics: gmKind('is to run the Tactics tests', 'run them'),
  next: gmKind('is to move the battle on', 'move it on'),
};
