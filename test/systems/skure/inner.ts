// What tests use of the inside of the rulebook.
export { chargeKind, chargeSpaces } from '../../../src/systems/skure/charge.ts';
export {
  findInterceptors,
  type IncomingAttack,
  requireCanIntercept,
} from '../../../src/systems/skure/defending-ally.ts';
export { parseObjective } from '../../../src/systems/skure/objectives.ts';
export { refusals } from '../../../src/systems/skure/refusals.ts';
export { deploy, placed } from '../../../src/systems/skure/setup.ts';
export { corpseStates, deathCauses, parseMoveRating } from '../../../src/systems/skure/sheet.ts';
export { turnOrder } from '../../../src/systems/skure/turns.ts';
