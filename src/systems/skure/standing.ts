import { gives, gmKind, moveKind, type StandingKind } from '../../rules/standing.ts';
import { interceptKind } from './defending-ally/interception.ts';

/** What this rulebook asks and awaits. */
export const standing: Readonly<Record<string, StandingKind>> = {
  intercept: interceptKind,
  turn: moveKind('is to act', 'defend itself, as the rulebook has it for the absent', {
    defend: gives('defend itself', 'defend'),
    counter: gives('take a counter position', 'counter'),
  }),
  placement: gmKind('is to place everybody', 'deploy them on opposite edges before the battle begins'),
  ruling: gmKind('is to decide how it goes on', 'pass the turn on where it is spent'),
  stunt: gmKind('is to rule on a stunt'),
};
