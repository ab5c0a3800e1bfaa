import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { attack, attacked } from './attack/attack.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import { charge, chargeEffectResolved, chargeEnded, pushed } from './charge.ts';
import { applyEffect, continueAfterCorrection, corrected, corrections, modifiers } from './corrections.ts';
import { conditionApplied, conditionEnded, droppedToGround, revive, revived } from './death.ts';
import { guard, guardEnded, intercept, intercepted, interceptStandingOrderKind, release } from './defending-ally.ts';
import { expectedActions, findAdvice } from './expected-actions.ts';
import { damaged, harm } from './harm.ts';
import { importMap } from './imports/importers.ts';
import { fly, heightChanged, turn, turned } from './movement/facing-and-height.ts';
import { move, moved, movedBackToFreeSquare, pathCostQuery, reachQuery } from './movement/movement.ts';
import { findWinners, groundHeld, stalemateDetected } from './objectives.ts';
import { odds } from './odds.ts';
import { enemiesPassed } from './opportunity.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { advanceTactics, quickTactics, tactics } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import { promote, promoted, promoteSheet } from './promotion.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import {
  began,
  deploy,
  emptyBattle,
  enterBattle,
  entered,
  finishBattle,
  layout,
  place,
  placed,
  placementStandingOrderKind,
  startBattle,
} from './setup.ts';
import { type Sheet, sheetSchema } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import { breath, cast, healed, spellCast } from './spells.ts';
import { aim, aimed, aimLost, counter, defend, end, relativePositionQuery, stanceTaken } from './stances.ts';
import { buildRoster, isAbleToAct, type State, stateSchema, withoutCombatants } from './state.ts';
import { ruleStunt, stunt, stuntProposed, stuntRuled, stuntStandingOrderKind } from './stunts.ts';
import {
  advanceAfterOrder,
  ask,
  battleHalted,
  ended,
  endTurn,
  roundBegan,
  rulingStandingOrderKind,
  said,
  skip,
  speak,
  turnBegan,
  turnEnded,
  turnOrderSet,
  turnSkipped,
  turnStandingOrderKind,
} from './turns.ts';
import { numberTerms, view } from './view.ts';

const kinds = [
  // Before the battle, and its turns
  entered,
  placed,
  began,
  turnOrderSet,
  roundBegan,
  turnBegan,
  turnSkipped,
  turnEnded,
  battleHalted,
  groundHeld,
  stalemateDetected,
  ended,
  said,
  // Turns
  turned,
  moved,
  movedBackToFreeSquare,
  heightChanged,
  droppedToGround,
  enemiesPassed,
  attacked,
  chargeEffectResolved,
  chargeEnded,
  pushed,
  spellCast,
  aimed,
  aimLost,
  stanceTaken,
  guardEnded,
  intercepted,
  // Conditions and changes of a combatant
  conditionApplied,
  conditionEnded,
  damaged,
  revived,
  promoted,
  // Rulings of the GM
  stuntProposed,
  stuntRuled,
  corrected,
  healed,
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutCombatants }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);
export const { event: eventSchema } = events;

// Exported for tests of the rulebook’s worked cases.
export { chargeKind, chargeSpaces } from './charge.ts';
export { findInterceptors, type IncomingAttack, requireCanIntercept } from './defending-ally.ts';
export { parseObjective } from './objectives.ts';
export { refusals } from './refusals.ts';
export { corpseStates, deathCauses, parseMoveRating } from './sheet.ts';
export { turnOrder } from './turns.ts';
export { deploy, placed };

/** Advances the battle after an order that need not end the turn. */
const settles = withFollowUp<State, RefusalCode>(advanceAfterOrder);

/** Ends the turn after an action, then advances the battle. SK-TURN-6. */
const endsTurn = withFollowUp<State, RefusalCode>((draft) => {
  endTurn(draft);
  advanceAfterOrder(draft);
});

/** Skure: a turn-based fight of teams on a square grid, with facing, one d100 and seven stages. */
export const skure = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'skure', title: 'Skure', entrantNoun: 'combatant' },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: {
    state: stateSchema,
    settings: settingsSchema,
    sheet: sheetSchema,
    literalSettings,
    badSheetCode: 'BAD_SHEET',
  },
  events,
  orders: {
    emptyBattle,
    enter: enterBattle,
    start: startBattle,
    finish: finishBattle,
    verbs: {
      attack: endsTurn(attack),
      move: settles(move),
      fly: settles(fly),
      turn,
      charge: endsTurn(charge),
      aim: endsTurn(aim),
      defend: endsTurn(defend),
      guard: endsTurn(guard),
      release,
      intercept,
      counter: endsTurn(counter),
      cast: endsTurn(cast),
      breath: endsTurn(breath),
      end: endsTurn(end),
      stunt,
      'rule-stunt': settles(ruleStunt),
      say: speak,
      ask,
      revive: settles(revive),
      harm: settles(harm),
      promote,
      place: settles(place),
      deploy,
      skip: settles(skip),
    },
    queries: { odds, sight: relativePositionQuery, reach: reachQuery, cost: pathCostQuery },
    standingOrderKinds: {
      intercept: interceptStandingOrderKind,
      turn: turnStandingOrderKind,
      placement: placementStandingOrderKind,
      ruling: rulingStandingOrderKind,
      stunt: stuntStandingOrderKind,
    },
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster(({ team }) => team, isAbleToAct),
    withoutCombatants,
    refusals,
    numberTerms,
    battleSize: ({ board, effects, combatants, stunts }) => ({
      board: { columns: board.width, rows: board.height },
      effectCount:
        effects.length + stunts.length + combatants.reduce((sum, { conditions }) => sum + conditions.length, 0),
    }),
    lifeLeft: ({ combatants }) =>
      Object.fromEntries(combatants.map(({ id, hp, sheet }) => [id, Math.max(0, hp) / Math.max(1, sheet.maxHp)])),
    winners: findWinners,
    advice: findAdvice,
  },
  gm: {
    corrections,
    continueAfterCorrection: (draft, before) => {
      if (before === undefined || before.status === 'active') continueAfterCorrection(draft);
      return undefined;
    },
    modifiers,
    applyEffect,
    layout,
  },
  sheets: { form: sheetForm, spreadsheet, importMap },
  campaign: { carry: carryOverSheet, restore: restoreSheet, promote: promoteSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, advance: advanceTactics, sampleBelief },
});
