import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { surpriseStandingOrderKind } from '../../rules/surprise.ts';
import { withFollowUp } from '../../rules/verb.ts';
import { check, checkEvents, checked, knowledge, knowledgeChecked, sheetChecks } from './ability-checks.ts';
import { close, herb, loot, looted, lootFound, potion, potionUsed } from './after-combat.ts';
import { attack, attacked } from './attack/attack.ts';
import { field, fieldSet } from './battlefield.ts';
import { blocked, blockStandingOrderKind } from './blocking/blocking.ts';
import { block } from './blocking/questions.ts';
import { carryOverSheet, restoreSheet } from './carry.ts';
import { aftermathStandingOrderKind, closed, ended, endIfDecided, pursued } from './combat-end.ts';
import { corrected, corrections } from './corrections.ts';
import { applyEffect, effectsChanged, modifiers } from './effects.ts';
import { ammoChanged, gearChanged } from './equipment.ts';
import { expectedActions } from './expected-actions.ts';
import { dismounted, fall, fell, passengerDismounted, relocated } from './falling.ts';
import { featUsed } from './feats.ts';
import { force } from './forced-moves.ts';
import { importers } from './imports/importers.ts';
import { ambush, ambushed, initiative, initiativeRolled, initiativeStandingOrderKind } from './initiative.ts';
import { lesson } from './lesson.ts';
import { damaged, deathCheck, deathChecked, experienceEarned, pointsRecovered, statusChanged } from './life.ts';
import { boarded, mounted, weakness, weaknessChecked } from './mounts.ts';
import { move, reachQuery } from './movement/move.ts';
import { moved } from './movement/movement.ts';
import { retreat, retreated } from './movement/retreat.ts';
import { odds } from './odds.ts';
import { deploy, layout, place, placed, placementStandingOrderKind, unitsOverrun } from './placement.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { quickTactics, tactics } from './plans/plans.ts';
import { encounters, presets } from './presets.ts';
import { sightQuery } from './range.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import {
  advanceAfterOrder,
  breathUpdated,
  continueAfterCorrection,
  end,
  endCombatOrAdvance,
  endTurnOfFallen,
  next,
  phaseBegan,
  roundOpened,
  roundStandingOrderKind,
  timePassed,
  turnEnded,
} from './rounds.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import {
  began,
  emptyBattle,
  enterBattle,
  entered,
  finishBattle,
  leave,
  method,
  rollMethodChosen,
  startBattle,
  surrender,
  withDeparted,
} from './setup.ts';
import { type Sheet, sheetSchema, sides } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import { join, joinedMelee, recomputeSkirmishes, skirmishBrokeOut, skirmishesSettled } from './skirmishes.ts';
import { cast, spellAffectedTarget, spellCast } from './spells/cast.ts';
import { type State, stateSchema } from './state.ts';
import { improvised, major, minor } from './turn-actions.ts';
import { actionsSpent, begin, turnBegan, turnStandingOrderKind } from './turns.ts';
import { totalHp, withoutUnits } from './units.ts';
import { buildRoster, findWinners, view } from './view.ts';
import { numberTerms } from './visibility.ts';

const kinds = [
  // Before the first round
  entered,
  rollMethodChosen,
  fieldSet,
  began,
  knowledgeChecked,
  weaknessChecked,
  potionUsed,
  initiativeRolled,
  ambushed,
  placed,
  unitsOverrun,
  // Rounds and turns
  timePassed,
  roundOpened,
  phaseBegan,
  turnBegan,
  actionsSpent,
  turnEnded,
  ended,
  pursued,
  // What is done in a turn
  moved,
  relocated,
  blocked,
  retreated,
  attacked,
  ammoChanged,
  spellCast,
  spellAffectedTarget,
  featUsed,
  gearChanged,
  mounted,
  dismounted,
  boarded,
  passengerDismounted,
  checked,
  improvised,
  // Skirmishes
  joinedMelee,
  skirmishBrokeOut,
  skirmishesSettled,
  // What happens to a unit
  damaged,
  deathChecked,
  pointsRecovered,
  experienceEarned,
  statusChanged,
  effectsChanged,
  fell,
  breathUpdated,
  // After combat, and by the GM's hand
  looted,
  lootFound,
  closed,
  corrected,
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutUnits, marked: withDeparted }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);
export const { event: eventSchema, evolve } = events;

const inTurn = withFollowUp<State, RefusalCode>(endTurnOfFallen);
const settled = withFollowUp<State, RefusalCode>(advanceAfterOrder);
const onward = withFollowUp<State, RefusalCode>(endCombatOrAdvance);

/** Applies or removes a GM's effect. A flyer that loses its flight falls. SW-AIR-5, SW-SKIRM-18, SW-ROUND-10. */
const applyEffectAndAdvance: typeof applyEffect = (draft, who, name, effect) => {
  const verdict = applyEffect(draft, who, name, effect);
  if (!verdict.ok || draft.now().stage !== 'combat') return verdict;
  recomputeSkirmishes(draft);
  if (!endIfDecided(draft)) endTurnOfFallen(draft);
  return verdict;
};

/** The rulebook Sword World, with Simplified and Standard combat. SW-FLOW-3, SW-STD-1. */
export const swordWorld = defineRuleset<Sheet, Settings, State, RefusalCode>({
  identity: { id: 'sword-world', title: 'Sword World', entrantNoun: 'unit', sides },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle,
    enter: enterBattle,
    checkEvents,
    start: startBattle,
    finish: finishBattle,
    verbs: {
      attack: inTurn(attack),
      cast: inTurn(cast),
      move: inTurn(move),
      minor: inTurn(minor),
      major: inTurn(major),
      retreat,
      join,
      block,
      begin,
      end,
      initiative,
      ambush,
      knowledge,
      weakness,
      place,
      deploy,
      potion,
      check,
      surrender,
      herb,
      loot,
      fall: settled(fall),
      force: settled(force),
      'death-check': onward(deathCheck),
      field,
      method,
      leave,
      next,
      close,
    },
    queries: { odds, sight: sightQuery, reach: reachQuery },
    standingOrderKinds: {
      block: blockStandingOrderKind,
      surprise: surpriseStandingOrderKind,
      initiative: initiativeStandingOrderKind,
      placement: placementStandingOrderKind,
      turn: turnStandingOrderKind,
      round: roundStandingOrderKind,
      aftermath: aftermathStandingOrderKind,
    },
    isPlacedAfterStart: true,
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster,
    withoutCombatants: withoutUnits,
    refusals,
    numberTerms,
    status: ({ stage }) => (stage === 'gathering' ? 'setup' : stage === 'closed' ? 'ended' : 'active'),
    battleSize: ({ effects, ground, units, field: { obstacles } }) => ({
      board: undefined,
      effectCount:
        effects.length +
        ground.length +
        obstacles.length +
        units.reduce((sum, unit) => sum + unit.effects.length + unit.statuses.length, 0),
    }),
    lifeLeft: ({ units }) =>
      Object.fromEntries(units.map((unit) => [unit.id, totalHp(unit).left / Math.max(1, totalHp(unit).most)])),
    winners: findWinners,
    lotDice: ['misfire', 'targets'],
  },
  gm: {
    corrections,
    continueAfterCorrection,
    modifiers,
    applyEffect: applyEffectAndAdvance,
    layout,
  },
  sheets: { form: sheetForm, sheetChecks, importers, spreadsheet },
  campaign: { carry: carryOverSheet, restore: restoreSheet },
  tactics: { plans: tactics, quickPlans: quickTactics, sampleBelief },
});

/** Exports for worked cases and other tests. */
export { isInBounds } from './battlefield.ts';
export { type Block, requireBlock } from './blocking/blocking.ts';
export { formatBlock } from './blocking/questions.ts';
export {
  allConditions,
  bodyConditions,
  bodyStatuses,
  conditionsOf,
  isBodyAble,
  isUnitAble,
  totalHeadCount,
} from './conditions.ts';
export {
  calculateDamage,
  criticalValue,
  powerValue,
  requirePowerInTable,
  rollPower,
} from './damage.ts';
export { isSuccess, pickIndex, pickSome, rollCheck } from './dice.ts';
export { featNames } from './feats.ts';
export { requireInitiativeRoll, rollInitiative } from './initiative.ts';
export { failureXp } from './life.ts';
export { listPathPositions, planMove } from './movement/movement.ts';
export { criticalChainOdds } from './odds.ts';
export { restrictedUnits } from './placement.ts';
export { drawMisfire, misfireCandidates, requireSight } from './range.ts';
export { type RefusalCode, refusals } from './refusals.ts';
export { findSkirmish, isMount, riderAndMountOf, skirmishRole } from './relations.ts';
export { endTurn, startRound } from './rounds.ts';
export { settingsSchema } from './settings.ts';
export { createUnit, emptyBattle } from './setup.ts';
export {
  areas,
  type Body,
  effectSchema,
  sheetSchema,
  sides,
  spellSchema,
  spellShapeSchema,
} from './sheet.ts';
export {
  calculateSkirmishRadius,
  mergeSkirmishes,
  recomputeSkirmishes,
  skirmishRadius,
} from './skirmishes.ts';
export { areaTargets, requireOpenBreakthrough } from './spells/areas.ts';
export { isEveryAttackHopeless } from './stalemate.ts';
export { freshTurn, turnHolder } from './turns.ts';
export { find, findBody, requireBody, requireUnit } from './units.ts';
