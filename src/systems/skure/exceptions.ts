import type { Combatant } from './state.ts';

/** SK-EXC-2: the BM is warned where the actor's size is half the target's or less. Nothing is blocked. */
export const isImplausible = (actor: Combatant, target: Combatant): boolean =>
  2 * actor.sheet.size <= target.sheet.size;
