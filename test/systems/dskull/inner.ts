// What tests use of the inside of the rulebook.
export { rangeBand } from '../../../src/systems/dskull/attack/steps.ts';
export { distance, isOnBoard } from '../../../src/systems/dskull/board/board.ts';
export { hasFigures, seatsFrom } from '../../../src/systems/dskull/checks.ts';
export {
  facesInQuestion,
  findDropRefusal,
  formatDropId,
  parseDropId,
} from '../../../src/systems/dskull/dice/removal.ts';
export {
  type CountingRule,
  countFaces,
  findOpponent,
  poolSize,
  rollDice,
  type SkullRoll,
} from '../../../src/systems/dskull/dice/roll.ts';
export { createTerrain, isFlanked } from '../../../src/systems/dskull/engagement.ts';
export type { Harm } from '../../../src/systems/dskull/harm/harm.ts';
export {
  type Corner,
  calculateSight,
  cornerOf,
  corners,
  coverOf,
  findUnawareSeats,
} from '../../../src/systems/dskull/line-of-sight.ts';
export { refusals } from '../../../src/systems/dskull/refusals.ts';
export { chooseFirstInitiative, hasReadyWarriors } from '../../../src/systems/dskull/rounds.ts';
export { cairnPoints, scenarios } from '../../../src/systems/dskull/scenarios.ts';
export { createWarrior } from '../../../src/systems/dskull/setup.ts';
export { sheetSchema } from '../../../src/systems/dskull/sheet.ts';
export { combinedTestStep, innateAbilities } from '../../../src/systems/dskull/skill-tests.ts';
export { formatSpecialSkill } from '../../../src/systems/dskull/special-skills.ts';
export type { WarriorChanges } from '../../../src/systems/dskull/warband/building.ts';
