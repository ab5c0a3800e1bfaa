// What tests use of the inside of the rulebook.
export type { AttackedEvent } from '../../../src/systems/segment/attack.ts';
export { castingTime } from '../../../src/systems/segment/casting.ts';
export { stunConstitution, stunThreshold } from '../../../src/systems/segment/damage.ts';
export { attacksLostByAction } from '../../../src/systems/segment/declaration/kept-attacks.ts';
export {
  distanceInFeet,
  friendThreshold,
  isEngaged,
  meleeMembers,
  rollShotIntoMelee,
} from '../../../src/systems/segment/engagement.ts';
export { freeActionSegment, initiativeParts } from '../../../src/systems/segment/initiative.ts';
export { allowanceFeet, movementRate, squaresBySegment } from '../../../src/systems/segment/movement.ts';
export { refusals } from '../../../src/systems/segment/refusals.ts';
export { paces } from '../../../src/systems/segment/settings.ts';
export type { Weapon } from '../../../src/systems/segment/sheet.ts';
export {
  countAttackers,
  criticalThresholds,
  defenseBonus,
  defenseRank,
  modifiedDefense,
  readAttackRoll,
} from '../../../src/systems/segment/strike-chance.ts';
export { canMakeFreeAttack } from '../../../src/systems/segment/withdrawal.ts';
export { currentWound, effectiveTmr } from '../../../src/systems/segment/wounds.ts';
