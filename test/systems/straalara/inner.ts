// What tests use of the inside of the rulebook.
export { areSimultaneous, currentStep } from '../../../src/systems/straalara/delayed.ts';
export { initiativeRating } from '../../../src/systems/straalara/initiative.ts';
export { planAttack } from '../../../src/systems/straalara/maneuvers.ts';
export { actionClass } from '../../../src/systems/straalara/nomination/action.ts';
export { waitingNominators } from '../../../src/systems/straalara/nomination/nomination.ts';
export {
  attackChances,
  chanceOfAtLeast,
  countSuccesses,
  healthLevelOf,
  meanSuccesses,
  type RollFamily,
  rollPool,
  successChances,
  woundPenalty,
} from '../../../src/systems/straalara/pools.ts';
export { refusals } from '../../../src/systems/straalara/refusals.ts';
export type { Settings } from '../../../src/systems/straalara/settings.ts';
