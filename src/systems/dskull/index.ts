import { declareEffectEvents } from '../../rules/effects.ts';
import { createEventTable, type EventUnion } from '../../rules/event.ts';
import { declareRosterEvents } from '../../rules/removal.ts';
import { loadRulebook } from '../../rules/rulebook.ts';
import { defineRuleset } from '../../rules/ruleset.ts';
import { surpriseStandingOrderKind } from '../../rules/surprise.ts';
import { withFollowUp } from '../../rules/verb.ts';
import {
  actionSpent,
  actionsChanged,
  activationEnded,
  attackActionOrder,
  attacksGained,
  mpGained,
  takeMovementAction,
} from './activation/actions.ts';
import {
  activate,
  activated,
  activationPrevented,
  activationStandingOrderKind,
  advanceAfterOrder,
  conditionCostPaid,
  end,
  turnStandingOrderKind,
} from './activation/activation.ts';
import { blast, blasted, blastResolved } from './attack/area-attacks.ts';
import { attack, attacked } from './attack/attack.ts';
import { attackPaid } from './attack/declaration.ts';
import { boardTextQuery, drawOwnBoard, groundDrawn, layout } from './board/drawing.ts';
import { importMap } from './board/text.ts';
import { carryOverSheet } from './carry.ts';
import { conditionGained, conditionLost, objectDropped, warriorRemoved } from './conditions.ts';
import { applyEffect, corrected, corrections, modifiers } from './corrections.ts';
import { drop, dropPolicySet, dropStandingOrderKind, setDropPolicy } from './dice/removal.ts';
import { engagementZoneQuery } from './engagement.ts';
import { expectedActions } from './expected-actions.ts';
import { damaged, harm, objectDamaged } from './harm/hazards.ts';
import { doorToggled, interact, objectGiven, objectTaken, objectUsed, treated } from './interaction.ts';
import { lineOfSightQuery } from './line-of-sight.ts';
import { dare, moraleTested } from './morale.ts';
import { pathCostQuery } from './movement/path.ts';
import { move, moved, stepped } from './movement/walk.ts';
import { odds } from './odds.ts';
import { sampleBelief } from './plans/beliefs.ts';
import { advanceTactics, quickTactics, tactics } from './plans/plans.ts';
import { encounters, lesson, presets } from './presets.ts';
import { type RefusalCode, refusals } from './refusals.ts';
import {
  cleanupBegan,
  currentPlayerSet,
  initiativePassed,
  resolutionBegan,
  roundBegan,
  roundEnded,
  runTacticsOrder,
  spendSymbol,
  symbolSpent,
  tacticsStandingOrderKind,
  tacticsTested,
} from './rounds.ts';
import { chooseScenario, ended, finalRoundAnnounced, scenarioChosen, scored } from './scenarios.ts';
import { literalSettings, type Settings, settingsSchema } from './settings.ts';
import {
  began,
  continueAfterCorrection,
  continueBattleOrder,
  continueStandingOrderKind,
  deploy,
  deployed,
  deployRest,
  emptyBattle,
  enterBattle,
  entered,
  finishBattle,
  placementStandingOrderKind,
  startBattle,
} from './setup.ts';
import { sheetSchema, type Warband } from './sheet.ts';
import { sheetForm, spreadsheet } from './sheet-form.ts';
import { callSkillTest, tested } from './skill-tests.ts';
import {
  addSpecialSkill,
  specialSkillAdded,
  specialSkillRemoved,
  specialSkillUsed,
  useSpecialSkill,
} from './special-skills.ts';
import { type State, stateSchema, withDeparted, withoutWarriors } from './state.ts';
import { withTriggerEffects, withTriggerEffectsIn } from './triggers/effects.ts';
import { trigger, triggerAdded, triggered, triggerRemoved } from './triggers/triggers.ts';
import { buildRoster, findWinners, view } from './view.ts';
import { numberTerms } from './visibility.ts';

const kinds = [
  // Before the battle
  entered,
  scenarioChosen,
  groundDrawn,
  dropPolicySet,
  began,
  deployed,
  // Rounds
  roundBegan,
  initiativePassed,
  tacticsTested,
  resolutionBegan,
  currentPlayerSet,
  cleanupBegan,
  roundEnded,
  scored,
  finalRoundAnnounced,
  ended,
  // Activations
  activated,
  activationPrevented,
  conditionCostPaid,
  actionSpent,
  actionsChanged,
  attacksGained,
  symbolSpent,
  mpGained,
  stepped,
  moved,
  moraleTested,
  doorToggled,
  objectTaken,
  objectGiven,
  objectDropped,
  objectUsed,
  treated,
  tested,
  specialSkillUsed,
  activationEnded,
  // Fights
  attackPaid,
  attacked,
  blasted,
  blastResolved,
  objectDamaged,
  damaged,
  conditionGained,
  conditionLost,
  warriorRemoved,
  // Effects and corrections
  specialSkillAdded,
  specialSkillRemoved,
  triggerAdded,
  triggerRemoved,
  triggered,
  corrected,
  ...declareEffectEvents<State>(),
  ...declareRosterEvents({ schema: stateSchema, without: withoutWarriors, marked: withDeparted }),
] as const;
export type BattleEvent = EventUnion<typeof kinds>;

export const events = createEventTable(kinds);
export const { event: eventSchema } = events;

// Exported for tests of the rulebook’s worked cases, and for benchmarks.
export { rangeBand } from './attack/steps.ts';
export { distance, isOnBoard } from './board/board.ts';
export { hasFigures, seatsFrom } from './checks.ts';
export * from './dice/removal.ts';
export * from './dice/roll.ts';
export { createTerrain, isFlanked } from './engagement.ts';
export type { Harm } from './harm/harm.ts';
export * from './line-of-sight.ts';
export { refusals } from './refusals.ts';
export { chooseFirstInitiative, hasReadyWarriors } from './rounds.ts';
export { cairnPoints, scenarios } from './scenarios.ts';
// For the commands that build warbands.
export { type Settings, settingsSchema } from './settings.ts';
export { createWarrior } from './setup.ts';
export { type SheetWarrior, sheetSchema, type Warband } from './sheet.ts';
export { combinedTestStep, innateAbilities } from './skill-tests.ts';
export { formatSpecialSkill } from './special-skills.ts';
export * from './warband/building.ts';
export * from './warband/validation.ts';
export * from './warband/weapon-text.ts';

/** Advances the battle after each order of an activation, which may end by itself. DS-ACT-9. */
const settles = withFollowUp<State, RefusalCode>(advanceAfterOrder);

/** dSkull Skirmish: small warbands, skull dice, alternating activations. */
export const dskull = defineRuleset<Warband, Settings, State, RefusalCode>({
  identity: { id: 'dskull', title: 'dSkull Skirmish', entrantNoun: 'warband', usesPlayerName: true },
  content: { rules: () => loadRulebook(new URL('./RULES.md', import.meta.url)), presets, encounters, lesson },
  saved: { state: stateSchema, settings: settingsSchema, sheet: sheetSchema, literalSettings },
  events,
  orders: {
    emptyBattle,
    enter: enterBattle,
    start: (draft, call) => startBattle(withTriggerEffects(draft), call),
    finish: finishBattle,
    verbs: withTriggerEffectsIn({
      activate,
      gain: settles(takeMovementAction),
      move: settles(move),
      attack: settles(attack),
      'attack-action': settles(attackActionOrder),
      blast: settles(blast),
      symbol: settles(spendSymbol),
      dare,
      interact: settles(interact),
      special: settles(useSpecialSkill),
      drop,
      end,
      deploy,
      'deploy-rest': deployRest,
      tactics: runTacticsOrder,
      scenario: chooseScenario,
      board: drawOwnBoard,
      policy: setDropPolicy,
      harm,
      check: callSkillTest,
      trigger,
      skill: addSpecialSkill,
      next: continueBattleOrder,
    }),
    queries: {
      los: lineOfSightQuery,
      cost: pathCostQuery,
      zone: engagementZoneQuery,
      odds,
      ground: boardTextQuery,
    },
    standingOrderKinds: {
      'drop-dice': dropStandingOrderKind,
      surprise: surpriseStandingOrderKind,
      placement: placementStandingOrderKind,
      activation: activationStandingOrderKind,
      turn: turnStandingOrderKind,
      tactics: tacticsStandingOrderKind,
      next: continueStandingOrderKind,
    },
  },
  display: {
    view,
    expectedActions,
    roster: buildRoster,
    withoutCombatants: withoutWarriors,
    refusals,
    numberTerms,
    status: ({ phase }) => (phase === 'setup' ? 'setup' : phase === 'over' ? 'ended' : 'active'),
    battleSize: ({ own, board: fought = own?.board, objects, triggers, specials, effects }) => ({
      board: fought && { columns: fought.w, rows: fought.h },
      effectCount:
        effects.length + triggers.length + specials.length + Math.max(objects.length, own?.objects.length ?? 0),
    }),
    winners: findWinners,
  },
  gm: {
    corrections,
    continueAfterCorrection: (draft, before) =>
      continueAfterCorrection(withTriggerEffects(draft), before?.activation !== undefined),
    modifiers,
    applyEffect,
    layout,
  },
  sheets: { form: sheetForm, spreadsheet, importMap },
  // Nothing to restore: only killed warriors are lost, and they do not return.
  campaign: { carry: carryOverSheet, restore: (warband) => warband },
  tactics: { plans: tactics, quickPlans: quickTactics, advance: advanceTactics, sampleBelief },
});
