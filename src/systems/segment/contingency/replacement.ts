import { distanceInFeet, isWithinFeet } from '../engagement.ts';
import { freeMoved, freeStepToward, hasMovementLeft } from '../movement.ts';
import type { Weapon } from '../sheet.ts';
import {
  type ActionSlot,
  areHostile,
  type Combatant,
  type Draft,
  find,
  isAble,
  isRanged,
  type State,
  weaponOf,
} from '../state.ts';

/** The weapon of a slot, where it is an attack. */
export const weaponOfSlot = (who: Combatant, { weapon, use }: ActionSlot): Weapon | undefined =>
  weapon === undefined || use === undefined ? undefined : weaponOf(who, weapon, use);

/** SEG-HIT-5: in reach of a melee weapon, or in range of a ranged one. */
export const canReach = (state: State, who: Combatant, weapon: Weapon, target: Combatant): boolean =>
  isRanged(weapon)
    ? weapon.range === undefined || isWithinFeet(state, who, target, weapon.range)
    : isWithinFeet(state, who, target, weapon.reach);

/** SEG-HIT-5: still held, or thrown from the hand. */
export const isWeaponStillHeld = ({ hand, offHand }: Combatant, { weapon, hand: which }: ActionSlot): boolean =>
  weapon === (which === 'off' ? offHand : hand) || weapon === hand || weapon === offHand;

/** SEG-DECL-7: why an attack may not be turned to this one, or nothing where it may. */
export const redirectProblem = (
  state: State,
  who: Combatant,
  slot: ActionSlot,
  target: Combatant,
): string | undefined => {
  if (slot.kind === 'cast') return undefined;
  const weapon = weaponOfSlot(who, slot);
  if (weapon === undefined) return 'the weapon is gone';
  if (canReach(state, who, weapon, target)) return undefined;
  return !isRanged(weapon) && freeStepToward(state, who, target, weapon.reach) !== undefined
    ? undefined
    : 'the target is out of reach';
};

/** Those an overtaken attack or spell may be turned to, nearest first, ties in joining order (SEG-RUL-3). */
export const replacementTargets = (
  state: State,
  who: Combatant,
  slot: ActionSlot,
  unseen: readonly string[] = [],
): readonly Combatant[] => {
  const friendly = slot.kind === 'cast' && isFriend(state, who, slot.target);
  return state.combatants
    .filter(
      (each) =>
        each.id !== slot.target &&
        !unseen.includes(each.id) &&
        each.life === 'up' &&
        (friendly ? !areHostile(who, each) : areHostile(who, each)) &&
        redirectProblem(state, who, slot, each) === undefined,
    )
    .toSorted((a, b) => (distanceInFeet(state, who, a) ?? 0) - (distanceInFeet(state, who, b) ?? 0));
};

/** SEG-RUL-3, SEG-DECL-7: is it asked whom an overtaken attack or spell turns to, where there are so many? Of a friend's spell always. */
export const mustAskReplacement = (state: State, who: Combatant, slot: ActionSlot, many: number): boolean => {
  const { contingency } = state.settings;
  return contingency === 'ask' || (contingency === 'one' && (many > 1 || isFriend(state, who, slot.target)));
};

const isFriend = (state: State, who: Combatant, target: string | undefined): boolean => {
  const found = find(state, target);
  return found !== undefined && !areHostile(who, found);
};

/** SEG-ROUND-5, SEG-RUL-16: may this melee attack wait for its target to come into reach? */
export const mayWaitForTarget = (state: State, who: Combatant, slot: ActionSlot): boolean => {
  const { clock, settings } = state;
  if (clock === undefined || slot.use !== 'melee') return false;
  const stepsLeft = clock.segment > 1 || (clock.segment === 1 && !settings.moveBeforeActions && !clock.moved);
  const main = who.declaration?.main;
  const target = find(state, slot.target);
  return (
    stepsLeft &&
    (main === 'move-attack' ||
      main === 'run-attack' ||
      (target !== undefined && target.life === 'up' && hasMovementLeft(target)))
  );
};

/** SEG-DECL-9, SEG-DEF-9, SEG-RUL-4: is the attacker free to choose again, and has it anything to choose? */
export const mayChooseAgain = (
  state: State,
  who: Combatant,
  slot: ActionSlot,
  unseen: readonly string[] = [],
): boolean => {
  if (state.settings.contingency === 'auto' || slot.settled) return false;
  const target = find(state, slot.target);
  if (target?.defending === undefined || target.defending.kind === 'partial' || !isAble(target)) return false;
  return target.defending.kind === 'desperate' || replacementTargets(state, who, slot, unseen).length > 0;
};

/** SEG-DECL-7: an unused free move of 5 feet brings the new target into reach. */
export const stepIntoReach = (draft: Draft, id: string, slot: ActionSlot, target: Combatant): void => {
  const state = draft.now();
  const who = find(state, id);
  const weapon = who && weaponOfSlot(who, slot);
  if (who === undefined || weapon === undefined || isRanged(weapon) || canReach(state, who, weapon, target)) return;
  const to = freeStepToward(state, who, target, weapon.reach);
  if (to !== undefined) draft.emit(freeMoved({ who: id, to, stoodUp: false }));
};
