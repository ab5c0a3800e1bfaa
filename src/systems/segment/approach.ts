import { find, isRanged } from './battle.ts';
import { canReach, slotWeapon } from './contingency.ts';
import type { Combatant, Slot } from './model.ts';
import { freeStepToward } from './movement.ts';
import type { Unfolding } from './unfolding.ts';

/** SEG-DECL-7: an unused free move of 5 feet brings the new target into reach. */
export const approach = (tape: Unfolding, id: string, slot: Slot, target: Combatant): void => {
  const state = tape.now();
  const who = find(state, id);
  const weapon = who && slotWeapon(who, slot);
  if (who === undefined || weapon === undefined || isRanged(weapon) || canReach(state, who, weapon, target)) return;
  const to = freeStepToward(state, who, target, weapon.reach);
  if (to !== undefined) tape.put({ type: 'free-moved', who: id, to, stoodUp: false });
};
