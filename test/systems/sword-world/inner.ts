// What tests use of the inside of the rulebook.
export { isInBounds } from '../../../src/systems/sword-world/battlefield.ts';
export { type Block, requireBlock } from '../../../src/systems/sword-world/blocking/blocking.ts';
export { formatBlock } from '../../../src/systems/sword-world/blocking/questions.ts';
export {
  allConditions,
  bodyConditions,
  bodyStatuses,
  conditionsOf,
  isBodyAble,
  isUnitAble,
  totalHeadCount,
} from '../../../src/systems/sword-world/conditions.ts';
export {
  calculateDamage,
  criticalValue,
  powerValue,
  requirePowerInTable,
  rollPower,
} from '../../../src/systems/sword-world/damage.ts';
export { isSuccess, pickIndex, pickSome, rollCheck } from '../../../src/systems/sword-world/dice.ts';
export { featNames } from '../../../src/systems/sword-world/feats.ts';
export { requireInitiativeRoll, rollInitiative } from '../../../src/systems/sword-world/initiative.ts';
export { failureXp } from '../../../src/systems/sword-world/life.ts';
export { listPathPositions, planMove } from '../../../src/systems/sword-world/movement/movement.ts';
export { criticalChainOdds } from '../../../src/systems/sword-world/odds.ts';
export { restrictedUnits } from '../../../src/systems/sword-world/placement.ts';
export { drawMisfire, misfireCandidates, requireSight } from '../../../src/systems/sword-world/range.ts';
export { type RefusalCode, refusals } from '../../../src/systems/sword-world/refusals.ts';
export { findSkirmish, isMount, riderAndMountOf, skirmishRole } from '../../../src/systems/sword-world/relations.ts';
export { endTurn, startRound } from '../../../src/systems/sword-world/rounds.ts';
export { settingsSchema } from '../../../src/systems/sword-world/settings.ts';
export { createUnit, emptyBattle } from '../../../src/systems/sword-world/setup.ts';
export {
  areas,
  type Body,
  effectSchema,
  sheetSchema,
  sides,
  spellSchema,
  spellShapeSchema,
} from '../../../src/systems/sword-world/sheet.ts';
export {
  calculateSkirmishRadius,
  recomputeSkirmishes,
  skirmishRadius,
} from '../../../src/systems/sword-world/skirmishes.ts';
export { areaTargets, requireOpenBreakthrough } from '../../../src/systems/sword-world/spells/areas.ts';
export { isEveryAttackHopeless } from '../../../src/systems/sword-world/stalemate.ts';
export { freshTurn, turnHolder } from '../../../src/systems/sword-world/turns.ts';
export { find, findBody, requireBody, requireUnit } from '../../../src/systems/sword-world/units.ts';
